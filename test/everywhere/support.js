/** Projects of other people, as they would be: an empty folder in which the packed package is installed. */

import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { loadGpt } from '../../src/js/gpt/index.js';
import { load } from '../../src/js/index.js';
import { shippedBytes } from '../gpt/support/shipped.js';
import { launch } from '../support/browser.js';

export const here = dirname(fileURLToPath(import.meta.url));
const scratch = join(here, 'scratch');
const MINUTES = 60_000;

/** What npm pack made, and where run.mjs unpacks it. */
export const tarball = join(
  scratch,
  readdirSync(scratch).find((name) => name.endsWith('.tgz')),
);
export const unpacked = join(scratch, 'package');

/** A program of one of the packages that test/everywhere/package.json names. */
export const tool = (path) => join(here, 'node_modules', path);

/** What every project draws: with a row of its own and with the network, whose weights are bytes. */
export const draws = `async (load, loadGpt, weights) => {
  const nucleus = await load();
  const own = nucleus.generate((ids) => [ids.length % 3, 1, 0.5, 2], [1], { maxTokens: 12, seed: 4, topP: 0.9 }).ids;
  const gpt = await loadGpt(weights);
  const options = { maxTokens: 8, seed: 4, topP: 0.9 };
  return [...own, ...nucleus.generate(gpt.logits, gpt.encode('ROMEO:'), options).ids].join(' ');
}`;

const drawHere = new Function(`return ${draws}`)();
export const expected = await drawHere(load, loadGpt, new Uint8Array(shippedBytes));

/** For Node and the like: prints the ids. Browsers: sets the title. */
export const program = `
  import { readFileSync } from 'node:fs';
  import { load } from 'nucleus-sampling';
  import { loadGpt } from 'nucleus-sampling/gpt';
  const draws = ${draws};
  console.log(await draws(load, loadGpt, new Uint8Array(readFileSync('shakespeare.gpt'))));
`;
export const pageProgram = `
  import { load } from 'nucleus-sampling';
  import { loadGpt } from 'nucleus-sampling/gpt';
  const draws = ${draws};
  async function show() {
    const answer = await fetch('shakespeare.gpt');
    document.title = await draws(load, loadGpt, await answer.arrayBuffer());
  }
  show().catch((error) => { document.title = String(error.stack); });
`;

/**
 * @param {string} name @param {Record<string, string>} files contents by path
 * @returns {string} the folder, which holds the package and the network's weights too
 */
export function project(name, files) {
  const folder = join(scratch, name);
  rmSync(folder, { recursive: true, force: true });
  cpSync(unpacked, join(folder, 'node_modules/nucleus-sampling'), { recursive: true });
  const all = { 'package.json': '{ "private": true, "type": "module" }', 'shakespeare.gpt': shippedBytes, ...files };
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** Run a program in a project. @returns {Promise<{ code, output }>} */
export function attempt(command, args, folder, env = {}) {
  const child = spawn(command, args, {
    cwd: folder,
    env: { ...process.env, CI: '1', NO_COLOR: '1', NODE_OPTIONS: '', ...env },
    timeout: 3 * MINUTES,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return new Promise((settle) => {
    child.on('error', (error) => settle({ code: -1, output: String(error) }));
    child.on('close', (code) => settle({ code, output: output.trim() }));
  });
}

/** Like attempt, for what must not fail. @returns {Promise<string>} what it printed */
export async function run(command, args, folder, env) {
  const { code, output } = await attempt(command, args, folder, env);
  assert.is(code, 0, `${command} ${args.join(' ')}\n${output}`);
  return output;
}

/** The title that a page gives itself, in Chromium. */
export async function titleOf(url) {
  const browser = await launch('chromium');
  try {
    const page = await browser.newPage();
    const faults = [];
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(url);
    for (const end = Date.now() + MINUTES; Date.now() < end;) {
      const title = await page.title();
      if (title !== '' && title !== 'waiting') return title;
      await new Promise((settle) => setTimeout(settle, 100));
    }
    throw new Error(`${url} gave no answer. ${faults.join('; ')}`);
  } finally {
    await browser.close();
  }
}
