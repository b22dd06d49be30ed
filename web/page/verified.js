/**
 * Files that are used, and kept, only when they are this release's: as long as the build made them, with its checksum.
 * What answers with the status 200 may still be another file: a page of a school's filter, an error page, the pointer
 * of a large-file store, a body cut short.
 */

/** Why a file cannot be used. `why`: 'unreachable', 'refused' (`status`) or 'wrong' (`size`, in bytes). */
export class FileProblem extends Error {
  constructor(name, why, details = {}) {
    super(`${name}: ${why} ${Object.values(details).join(' ')}`.trim());
    Object.assign(this, { name: 'FileProblem', file: name, why, ...details });
  }
}

/**
 * A file's bytes, from the network or the browser's own cache.
 *
 * @param {{ name: string, size: number, checksum: string }} file `checksum` is its SHA-256 in hexadecimal digits
 * @param {{ signal?: AbortSignal, onProgress?: (fraction: number) => void }} options
 * @returns {Promise<Uint8Array>} rejects with a FileProblem, or with the signal's reason
 */
export async function fetchFile(file, options = {}) {
  try {
    return await fetchOnce(file, options);
  } catch (error) {
    if (!(error instanceof FileProblem) || error.why === 'unreachable') throw error;
    // A wrong answer may come from the browser's own cache, which would give it again after every reload.
    return fetchOnce(file, { ...options, cache: 'reload' });
  }
}

async function fetchOnce(file, { signal, onProgress, cache = 'default' }) {
  const response = await fetch(file.name, { cache, signal }).catch((error) => {
    throw signal?.aborted ? error : new FileProblem(file.name, 'unreachable');
  });
  if (!response.ok) throw new FileProblem(file.name, 'refused', { status: response.status });
  const bytes = await readBody(response, file, onProgress).catch((error) => {
    throw signal?.aborted ? error : new FileProblem(file.name, 'unreachable');
  });
  if (!(await isThisFile(file, bytes))) throw new FileProblem(file.name, 'wrong', { size: bytes.length });
  return bytes;
}

async function readBody(response, file, onProgress) {
  if (!onProgress) return new Uint8Array(await response.arrayBuffer());
  const parts = [];
  let received = 0;
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    received += value.length;
    onProgress(Math.min(received / file.size, 1));
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/**
 * Where a browser computes no checksums, on a page that did not come by https, it keeps nothing either: there the
 * length must do.
 */
export async function isThisFile({ size, checksum }, bytes) {
  if (bytes.length !== size) return false;
  if (!globalThis.crypto?.subtle) return true;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('') === checksum;
}

/**
 * A cache of verified files. Where the browser refuses to keep anything it gives nothing, and takes nothing.
 *
 * @param {string} name
 * @returns {{ get(file): Promise<Uint8Array | undefined>, put(file, bytes: Uint8Array): Promise<boolean> }} get: an
 *   entry that turns out to be another file is thrown out; put: whether it is kept, which takes verified bytes
 */
export function openStore(name) {
  const opened = open(name);

  async function get(file) {
    try {
      const cache = await opened;
      const entry = await cache?.match(file.name);
      if (!entry) return undefined;
      const bytes = new Uint8Array(await entry.arrayBuffer());
      if (await isThisFile(file, bytes)) return bytes;
      await cache.delete(file.name);
    } catch {
      // As good as not kept.
    }
    return undefined;
  }

  async function put(file, bytes) {
    try {
      const cache = await opened;
      await cache?.put(file.name, responseOf(file, bytes));
      return cache !== undefined;
    } catch {
      return false;
    }
  }

  return { get, put };
}

async function open(name) {
  try {
    return await self.caches?.open(name);
  } catch {
    return undefined;
  }
}

const types = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
};

/**
 * An answer like the server's, with the type that the file has, whatever the server said. On a site that isolates its
 * pages (COEP), browsers run no worker whose script does not ask for the same; elsewhere it makes no difference.
 */
export function responseOf({ name, type = name.split('.').pop() }, bytes) {
  const headers = { 'Content-Type': types[type] ?? 'application/octet-stream' };
  if (type === 'js') headers['Cross-Origin-Embedder-Policy'] = 'require-corp';
  return new Response(bytes, { headers });
}
