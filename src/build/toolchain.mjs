/**
 * Finds the programs that building and testing need, and installs what is missing.
 *
 * On Debian and its relatives, as root, apt does it; anywhere else the missing programs are named, with the command
 * that installs them, and the process ends with code 1. Only Node's own modules are used here: this runs first on a
 * fresh machine.
 */

import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fail, isMain, root, run } from './project.mjs';

const OLDEST_EMSCRIPTEN = [3, 1, 6];
const OLDEST_NODE = { start: [20, 0], test: [20, 10], everywhere: [20, 10] };

/** `names`: any one of these programs will do. The other members: what to ask each package manager for. */
const emscripten = {
  names: ['emcc'],
  apt: ['emscripten'],
  brew: ['emscripten'],
  dnf: ['emscripten'],
  ok: emscriptenIsNewEnough,
};
const cmake = { names: ['cmake'], apt: ['cmake'], brew: ['cmake'], dnf: ['cmake'] };
const make = { names: ['make'], apt: ['make'], brew: ['make'], dnf: ['make'] };
const zopfli = { names: ['zopfli'], apt: ['zopfli'], brew: ['zopfli'], dnf: ['zopfli'] };
const compiler = {
  names: ['cc', 'gcc', 'clang'],
  apt: ['gcc', 'libc6-dev'],
  brew: ['gcc'],
  dnf: ['gcc', 'libasan', 'libubsan'],
};

const macChromium = '/Applications/Chromium.app/Contents/MacOS/Chromium';
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';
const macFirefox = '/Applications/Firefox.app/Contents/MacOS/firefox';
const chromium = {
  names: ['chromium', 'chromium-browser', 'google-chrome', macChromium, macChrome],
  apt: ['chromium'],
  brew: ['--cask', 'chromium'],
  dnf: ['chromium'],
};
const firefox = {
  names: ['firefox-esr', 'firefox', macFirefox],
  apt: ['firefox-esr'],
  brew: ['--cask', 'firefox'],
  dnf: ['firefox'],
};

const toolsFor = {
  start: [emscripten, cmake, make, zopfli],
  test: [emscripten, cmake, make, zopfli, compiler, chromium],
  everywhere: [emscripten, cmake, make, zopfli, compiler, chromium, firefox],
};

/**
 * Make sure that everything `purpose` ('start', 'test' or 'everywhere') needs is installed, npm's packages included.
 */
export function ensureToolchain(purpose) {
  if (isOlder(versionIn(process.version), OLDEST_NODE[purpose])) {
    fail(`Node ${OLDEST_NODE[purpose].join('.')} or later is needed; ${process.execPath} is ${process.version}.`);
  }
  const missing = toolsFor[purpose].filter((tool) => !isInstalled(tool));
  if (missing.length > 0) install(missing);
  ensurePackages();
}

/** The path of a browser that the toolchain knows: 'chromium' or 'firefox'; undefined where there is none. */
export function findBrowser(name) {
  return findProgram({ chromium, firefox }[name].names);
}

function isInstalled({ names, ok = () => true }) {
  const path = findProgram(names);
  return path !== undefined && ok(path);
}

function findProgram(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = names.flatMap((name) =>
    name.startsWith('/') ? [name] : folders.map((folder) => join(folder, name)),
  );
  return candidates.find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function emscriptenIsNewEnough(emcc) {
  const { stdout } = spawnSync(emcc, ['--version'], { encoding: 'utf8' });
  return !isOlder(versionIn(stdout ?? ''), OLDEST_EMSCRIPTEN);
}

function versionIn(text) {
  return (text.match(/\d+\.\d+\.\d+/)?.[0] ?? '0').split('.').map(Number);
}

function isOlder(version, oldest) {
  const place = oldest.findIndex((part, i) => (version[i] ?? 0) !== part);
  return place >= 0 && (version[place] ?? 0) < oldest[place];
}

function install(missing) {
  const programs = missing.map(({ names }) => names[0]).join(', ');
  if (!isDebianLike() || process.getuid?.() !== 0) explain(programs, missing);

  const packages = missing.flatMap(({ apt }) => apt);
  console.log(`Missing: ${programs}. Installing by apt: ${packages.join(' ')}`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
  run('apt-get', ['update', '-q'], options);
  run('apt-get', ['install', '-q', '-y', '--no-install-recommends', ...packages], options);

  const still = missing.filter((tool) => !isInstalled(tool));
  if (still.length > 0) explain(still.map(({ names }) => names[0]).join(', '), still);
}

function isDebianLike() {
  return findProgram(['apt-get']) !== undefined;
}

function explain(programs, missing) {
  const command = installCommand(missing);
  const how = command ? `Install with:\n\n    ${command}\n` : 'Install with the package manager of your system';
  const emsdk = missing.includes(emscripten)
    ? `\nEmscripten must be ${OLDEST_EMSCRIPTEN.join('.')} or later: an older one can be replaced from https://emscripten.org/docs/getting_started/downloads.html`
    : '';
  fail(`Missing: ${programs}. ${how}${emsdk}\nThen run the same command again.`);
}

function installCommand(missing) {
  const packages = (manager) => missing.flatMap((tool) => tool[manager]);
  if (isDebianLike())
    return `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages('apt').join(' ')}`;
  if (findProgram(['dnf'])) return `sudo dnf install ${packages('dnf').join(' ')}`;
  if (process.platform === 'darwin') return missing.map(({ brew }) => `brew install ${brew.join(' ')}`).join(' && ');
  return undefined;
}

function ensurePackages() {
  const wanted = statSync(join(root, 'package-lock.json')).mtimeMs;
  const installed = statSync(join(root, 'node_modules/.package-lock.json'), { throwIfNoEntry: false })?.mtimeMs;
  if (installed >= wanted) return;

  const names = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).devDependencies);
  console.log(`Installing by npm: ${names.join(', ')}`);
  const npm = process.env.npm_execpath;
  const [program, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  run(program, [...first, 'ci', '--no-audit', '--no-fund']);
}

if (isMain(import.meta.url)) ensureToolchain(process.argv[2] ?? 'start');
