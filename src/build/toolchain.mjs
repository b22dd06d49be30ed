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
import { lock } from './once.mjs';
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
const python = {
  names: ['python3'],
  apt: ['python3', 'python3-venv'],
  brew: ['python'],
  dnf: ['python3'],
  ok: (path) => spawnSync(path, ['-c', 'import ensurepip']).status === 0,
};
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
/** Chromium without windows: opens a page in a third of the time. */
const headlessShell = { names: ['chromium-headless-shell'], apt: ['chromium-headless-shell'] };
const firefox = {
  names: ['firefox-esr', 'firefox', macFirefox],
  apt: ['firefox-esr'],
  brew: ['--cask', 'firefox'],
  dnf: ['firefox'],
};

/** WebKit's small browser, which stands outside the PATH. */
const webkit = {
  names: ['/usr/lib', '/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/libexec'].map(
    (folder) => `${folder}/webkit2gtk-4.1/MiniBrowser`,
  ),
  title: 'WebKitGTK',
  apt: ['webkit2gtk-driver'],
  dnf: ['webkit2gtk4.1'],
};
const display = { names: ['Xvfb'], apt: ['xvfb'], dnf: ['xorg-x11-server-Xvfb'] };

/** What builds the modules, and what is needed besides. */
const building = [emscripten, cmake, make, zopfli];
const besides = {
  start: [],
  test: [compiler, chromium],
  everywhere: [compiler, chromium, firefox, python, ...(process.platform === 'linux' ? [webkit, display] : [])],
};

/** What makes the suites faster, and can be done without. */
const welcome = { start: [], test: [headlessShell], everywhere: [headlessShell] };

/**
 * Make sure that everything `purpose` ('start', 'test' or 'everywhere') needs is installed, npm's packages included.
 *
 * @param {{ isBuilt?: boolean }} options isBuilt: nothing has to be built, so that what builds is not needed
 */
export async function ensureToolchain(purpose, { isBuilt = false } = {}) {
  if (isOlder(versionIn(process.version), OLDEST_NODE[purpose])) {
    fail(`Node ${OLDEST_NODE[purpose].join('.')} or later is needed; ${process.execPath} is ${process.version}.`);
  }
  const missing = missingOf([...(isBuilt ? [] : building), ...besides[purpose]]);
  if (missing.length > 0) await install(missing);
  await installWelcome(welcome[purpose]);
  await ensurePackages();
}

/** What is missing for building the modules, and how to get it, in one sentence; undefined where nothing is. */
export function missingForBuilding() {
  const missing = missingOf(building);
  if (missing.length === 0) return undefined;
  const command = installCommand(missing);
  const how = command ? `install with: ${command}` : 'install with the package manager of your system';
  return `${namesOf(missing)} ${missing.length > 1 ? 'are' : 'is'} missing: ${how}`;
}

const missingOf = (tools) => tools.filter((tool) => !isInstalled(tool));
const namesOf = (tools) => tools.map(({ names, title = names[0] }) => title).join(', ');

/** The path of a browser: 'chromium', 'headlessShell', 'firefox' or 'webkit'; undefined where there is none. */
export function findBrowser(name) {
  return findProgram({ chromium, headlessShell, firefox, webkit }[name].names);
}

function isInstalled({ names, ok = () => true }) {
  const path = findProgram(names);
  return path !== undefined && ok(path);
}

/** The path of the first of these programs that is there, by name or by path. */
export function findProgram(names) {
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

const aptOptions = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
const aptInstall = ['install', '-q', '-y', '--no-install-recommends'];

async function install(missing) {
  if (!canInstall()) explain(missing);

  const release = await lock();
  const packages = missingOf(missing).flatMap(({ apt }) => apt);
  console.error(`Missing: ${namesOf(missing)}. Installing by apt: ${packages.join(' ')}`);
  run('apt-get', ['update', '-q'], aptOptions);
  run('apt-get', [...aptInstall, ...packages], aptOptions);
  release();

  const still = missingOf(missing);
  if (still.length > 0) explain(still);
}

/** Where apt knows them, gets them without long waits and removes nothing for them; elsewhere all goes on without. */
async function installWelcome(tools) {
  if (!canInstall() || missingOf(tools).length === 0) return;
  const release = await lock();
  const packages = missingOf(tools).flatMap(({ apt }) => apt);
  if (packages.length > 0) {
    console.error(`Installing by apt, to test faster: ${packages.join(' ')}`);
    const install = () => attemptApt([...aptInstall, '--no-remove', ...packages]);
    if (!install() && attemptApt(['update', '-q'])) install();
  }
  release();
}

function attemptApt(args) {
  const inTime = ['Acquire::Retries=0', 'Acquire::http::Timeout=10', 'Acquire::https::Timeout=10'];
  const options = { ...aptOptions, stdio: 'ignore' };
  return spawnSync('apt-get', [...inTime.flatMap((option) => ['-o', option]), ...args], options).status === 0;
}

const canInstall = () => isDebianLike() && process.getuid?.() === 0;

function isDebianLike() {
  return findProgram(['apt-get']) !== undefined;
}

function explain(missing) {
  const command = installCommand(missing);
  const how = command ? `Install with:\n\n    ${command}\n` : 'Install with the package manager of your system';
  const emsdk = missing.includes(emscripten)
    ? `\nEmscripten must be ${OLDEST_EMSCRIPTEN.join('.')} or later: an older one can be replaced from https://emscripten.org/docs/getting_started/downloads.html`
    : '';
  fail(`Missing: ${namesOf(missing)}. ${how}${emsdk}\nThen run the same command again.`);
}

function installCommand(missing) {
  const packages = (manager) => missing.flatMap((tool) => tool[manager]);
  if (isDebianLike())
    return `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages('apt').join(' ')}`;
  if (findProgram(['dnf'])) return `sudo dnf install ${packages('dnf').join(' ')}`;
  if (process.platform === 'darwin') return missing.map(({ brew }) => `brew install ${brew.join(' ')}`).join(' && ');
  return undefined;
}

/** Make sure that npm has installed what the lock file of a folder of the project names. */
export async function ensurePackages(folder = root) {
  if (arePackagesInstalled(folder)) return;
  const release = await lock();
  if (!arePackagesInstalled(folder)) installPackages(folder);
  release();
}

/** By versions, since dates change when a checkout is copied. */
function arePackagesInstalled(folder) {
  const packagesIn = (path) => JSON.parse(readFileSync(join(folder, path), 'utf8')).packages;
  try {
    const installed = packagesIn('node_modules/.package-lock.json');
    const wanted = Object.entries(packagesIn('package-lock.json')).filter(([path, { optional }]) => path && !optional);
    return wanted.every(([path, { version }]) => installed[path]?.version === version);
  } catch {
    return false;
  }
}

function installPackages(folder) {
  const names = Object.keys(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).devDependencies);
  console.error(`Installing by npm: ${names.join(', ')}`);
  const npm = process.env.npm_execpath;
  const [program, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []];
  run(program, [...first, 'ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder });
}

if (isMain(import.meta.url)) await ensureToolchain(process.argv[2] ?? 'start');
