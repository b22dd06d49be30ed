/**
 * In the place of verified.js, in another page's frame. A frame that is sandboxed without same-origin is an origin of
 * its own, to which most hosts give no file that is fetched or imported. A classic script it may run: what such a frame
 * cannot do without is published as scripts too, each of which puts one file into `nucleusFiles` (build.mjs).
 */

import { fetchFile as fetchDirectly, FileProblem, isThisFile } from '../verified.js';
import { trusted } from '../trusted.js';

export * from '../verified.js';

// Base64 is decoded in pieces, so that nothing waits for long; a multiple of four.
const PIECE = 1 << 18;

/** As fetchFile in verified.js; a file with a `script` comes by that. */
export async function fetchFile(file, options) {
  if (!file.script) return fetchDirectly(file, options);
  const bytes = await decode(await runScript(file));
  if (!(await isThisFile(file, bytes))) throw new FileProblem(file.name, 'wrong', { size: bytes.length });
  return bytes;
}

/** The file in base64; empty when the script was another one. */
function runScript({ name, script: address }) {
  return new Promise((settle, reject) => {
    const script = document.createElement('script');
    script.addEventListener('error', () => reject(new FileProblem(name, 'unreachable')));
    script.addEventListener('load', () => {
      settle(globalThis.nucleusFiles?.[name] ?? '');
      delete globalThis.nucleusFiles?.[name];
      script.remove();
    });
    script.src = trusted(address);
    document.head.append(script);
  });
}

async function decode(text) {
  const padding = /=*$/.exec(text)[0].length;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let at = 0; at < text.length; at += PIECE) {
    if (at > 0) await new Promise((settle) => setTimeout(settle));
    const piece = atob(text.slice(at, at + PIECE));
    const start = (at / 4) * 3;
    for (let i = 0; i < piece.length; i++) bytes[start + i] = piece.charCodeAt(i);
  }
  return bytes;
}
