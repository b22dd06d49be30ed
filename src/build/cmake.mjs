/** CMake, for the modules and the native tests. */

import { readFileSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './project.mjs';

/**
 * Configure a build of the project in a folder. What another place or another copy of the project left there is
 * removed: CMake refuses to go on with it.
 *
 * @param {string} folder @param {string[]} definitions like -DCMAKE_BUILD_TYPE=Release
 * @param {{ emscripten?: boolean }} options
 */
export function configure(folder, definitions, { emscripten = false } = {}) {
  if (isForeign(folder)) rmSync(folder, { recursive: true });
  const command = ['cmake', '-S', '.', '-B', folder, ...definitions];
  if (emscripten) run('emcmake', command);
  else run(command[0], command.slice(1));
}

/** Build targets of a configured folder; without any, all. */
export function compile(folder, targets = []) {
  run('cmake', ['--build', folder, '--parallel', ...(targets.length > 0 ? ['--target', ...targets] : [])]);
}

function isForeign(folder) {
  try {
    const cache = readFileSync(join(folder, 'CMakeCache.txt'), 'utf8');
    const entry = (name) => new RegExp(`^${name}:\\w+=(.*)$`, 'm').exec(cache)[1];
    return !isSame(entry('CMAKE_CACHEFILE_DIR'), folder) || !isSame(entry('CMAKE_HOME_DIRECTORY'), root);
  } catch (error) {
    return error.code !== 'ENOENT' || error.path !== join(folder, 'CMakeCache.txt');
  }
}

const isSame = (one, other) => realpathSync(one) === realpathSync(other);
