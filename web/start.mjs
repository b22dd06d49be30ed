/**
 * npm start: install what is missing, build what is out of date, serve the page and print its address.
 * --port N asks for a port, as the environment's PORT does; --build stops after the build.
 */

import { join } from 'node:path';
import { commandOptions, fail, root } from '../src/build/project.mjs';
import { ensureToolchain } from '../src/build/toolchain.mjs';
import { buildWasm, isWasmBuilt } from '../src/build/wasm.mjs';
import { buildPage } from './ready.mjs';
import { serve } from './serve.mjs';

const DEFAULT_PORT = 8000;
const PORTS_TO_TRY = 100;

const given = commandOptions({ port: { type: 'string' }, build: { type: 'boolean' } });
const port = wantedPort();
await ensureToolchain('start', { isBuilt: isWasmBuilt() });
await buildWasm();
await buildPage();
if (!given.build) {
  const { url } = await serveOnFreePort(join(root, 'web/dist'), port);
  console.log(`The page is at ${url} (Ctrl+C stops it)`);
}

function wantedPort() {
  const text = given.port ?? process.env.PORT ?? String(DEFAULT_PORT);
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > 65535)
    fail(`the port must be an integer from 0 to 65535, got ${JSON.stringify(text)}`, 2);
  return number;
}

async function serveOnFreePort(folder, first) {
  for (let candidate = first; candidate < Math.min(first + PORTS_TO_TRY, 65536); candidate++) {
    try {
      return await serve({ root: folder, port: candidate });
    } catch (error) {
      if (error.code !== 'EADDRINUSE') throw error;
      console.log(`Port ${candidate} is taken.`);
    }
  }
  return fail(`No free port from ${first} on.`);
}
