/**
 * Builds what is not there yet, once: what was built is known by the checksums of what went in and of what came out, so
 * that neither a date nor wrong bytes with a fresh date deceive it; and while one process builds, others wait for it.
 */

import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { fail, root } from './project.mjs';

const folder = join(root, 'build');
const WAIT = 100; // milliseconds between two looks at the lock
const LONGEST_BUILD = 10 * 60_000;

/**
 * @typedef {object} Product
 * @property {string} name
 * @property {() => string[]} inputs paths of files, their contents being what the product depends on
 * @property {() => string[]} outputs paths of files, or of folders whose every file is meant
 */

/** Whether what was built from these inputs is still there, every byte. @param {Product} product */
export function isBuilt({ name, inputs, outputs }) {
  const known = readRecord(name);
  return known !== undefined && known.inputs === checksum(inputs()) && known.outputs === checksum(outputs());
}

/** Calls `make` unless the product is built; of several processes only one does. @param {Product & { make }} product */
export async function buildOnce(product) {
  if (isBuilt(product)) return;
  const release = await lock();
  try {
    if (isBuilt(product)) return; // by whom we waited for
    rmSync(recordOf(product.name), { force: true });
    const inputs = checksum(product.inputs()); // before: what changes meanwhile was not built
    await product.make();
    writeFileSync(recordOf(product.name), JSON.stringify({ inputs, outputs: checksum(product.outputs()) }));
  } finally {
    release();
  }
}

const recordOf = (name) => join(folder, `${name}.json`);

function readRecord(name) {
  try {
    return JSON.parse(readFileSync(recordOf(name), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Of names and contents; undefined where a file is missing. */
function checksum(paths) {
  const hash = createHash('sha256');
  try {
    for (const path of paths.flatMap(filesAt).sort())
      hash
        .update(`${relative(root, path)}\0`)
        .update(readFileSync(path))
        .update('\0');
  } catch {
    return undefined;
  }
  return hash.digest('hex');
}

function filesAt(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path).flatMap((name) => filesAt(join(path, name)));
}

/**
 * Waits until no other process of this checkout builds. The lock is a folder, which only one process can make; a
 * process that ended without giving it back is known by its number.
 *
 * @returns {Promise<() => void>} gives it back
 */
export async function lock() {
  const held = join(folder, 'lock');
  checkWritable();
  for (let waited = 0; !take(held); waited++) {
    if (waited === 10) console.error('Another build is running here: waiting for its end.');
    await new Promise((settle) => setTimeout(settle, WAIT));
  }
  const release = () => rmSync(held, { recursive: true, force: true });
  process.once('exit', release);
  return () => {
    process.off('exit', release);
    release();
  };
}

function checkWritable() {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    fail(`Nothing can be built or installed here: ${folder} cannot be written to (${error.code}).`);
  }
}

function take(held) {
  const mine = `${held}-${process.pid}`;
  rmSync(mine, { recursive: true, force: true });
  mkdirSync(mine);
  writeFileSync(join(mine, String(process.pid)), '');
  try {
    renameSync(mine, held); // fails where a folder with something inside is there
    return true;
  } catch {
    rmSync(mine, { recursive: true, force: true });
    if (isLeft(held)) rmSync(held, { recursive: true, force: true });
    return false;
  }
}

function holderOf(held) {
  return Number(readdirSync(held)[0]);
}

/** Whether the process that took it has ended without giving it back. */
function isLeft(held) {
  try {
    if (Date.now() - statSync(held).mtimeMs > LONGEST_BUILD) return true;
    process.kill(holderOf(held), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH'; // otherwise it has just been given back, or is another user's
  }
}
