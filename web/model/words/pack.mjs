/**
 * Packs recorded texts for the page: one byte a score, deflated (web/page/words/decode.js says how).
 *
 *     node web/model/words/pack.mjs FOLDER
 *
 * FOLDER holds what record.py wrote: vocabulary.json, and FILE.safetensors and FILE.json of each of the tracks below.
 * Written beside this program:
 *
 *     opening.bin       the row of the step that the page opens with
 *     rows.bin          all other distinct rows: texts share the steps they begin with
 *     vocabulary.bin    the tokens in GPT-2's byte alphabet, one a line, deflated
 *     tracks.json       the texts, which rows they are drawn from, the names that the first picture needs, and the
 *                       SHA-256 of each file packed
 *     FILE.json         copies of what PyTorch said of each step
 */

import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { fail } from '../../../src/build/project.mjs';
import { readRow } from '../../page/yours/layout.js';
import { SAFETENSORS_HEAD_BYTES, safetensorsLayout } from '../../page/yours/safetensors.js';

const TRACKS = { drawn: 'france', cold: 'france-cold', hot: 'france-hot' };
const OPENING = { track: 'drawn', step: 8 };
const NAMES_AT_FIRST = 200;

const [folder] = process.argv.slice(2);
if (folder === undefined) fail('usage: node web/model/words/pack.mjs FOLDER');
const source = (name) => join(folder, name);
const target = (name) => new URL(name, import.meta.url);

const tokens = JSON.parse(await readFile(source('vocabulary.json'), 'utf8'));
const recorded = await Promise.all(Object.entries(TRACKS).map(readTrack));
const opening = recorded.find(({ name }) => name === OPENING.track).rows[OPENING.step];
const distinct = [opening];
const tracks = recorded.map(({ rows, ...track }) => ({ ...track, rows: rows.map(numberOf) }));
const packed = distinct.map(pack);

await writeFile(target('opening.bin'), packed[0]);
await writeFile(target('rows.bin'), Buffer.concat(packed.slice(1)));
await writeFile(target('vocabulary.bin'), deflateSync(tokens.join('\n'), { level: 9, memLevel: 9 }));
await writeFile(target('tracks.json'), `${JSON.stringify(described(), null, 1)}\n`);
for (const file of Object.values(TRACKS))
  await writeFile(target(`${file}.json`), await readFile(source(`${file}.json`)));

async function readTrack([name, file]) {
  const { model, prompt, promptIds, ids, temperature, topP, seed } = JSON.parse(await readFile(source(`${file}.json`)));
  const blob = await openAsBlob(source(`${file}.safetensors`));
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const layout = safetensorsLayout(bytes.subarray(0, SAFETENSORS_HEAD_BYTES), blob.size);
  if (layout.vocabulary !== tokens.length)
    fail(`${file} has ${layout.vocabulary} scores a step, the vocabulary ${tokens.length} tokens`);
  const rows = await Promise.all(Array.from({ length: layout.steps }, (_, step) => readRow(blob, layout, step)));
  return { name, file, sha256: sha256(bytes), model, prompt, promptIds, ids, temperature, topP, seed, rows };
}

/** Which of the distinct rows this is; a new one joins them. */
function numberOf(row) {
  const known = distinct.findIndex((other) => Buffer.from(other.buffer).equals(Buffer.from(row.buffer)));
  return known >= 0 ? known : distinct.push(row) - 1;
}

function pack(row) {
  const top = row.reduce((most, score) => Math.max(most, score));
  const codes = Uint8Array.from(row, (score) => codeOf(top - score));
  const deflated = deflateSync(codes, { level: 9, memLevel: 9 });
  const head = Buffer.alloc(8);
  head.writeUInt32LE(deflated.length, 0);
  head.writeInt32LE(wholeNumber(top * 16), 4);
  return Buffer.concat([head, deflated]);
}

function codeOf(below) {
  if (below < 8) return wholeNumber(below * 16);
  return wholeNumber(below < 24 ? 128 + (below - 8) * 4 : 192 + (below - 24) * 2);
}

function wholeNumber(value) {
  if (!Number.isInteger(value)) fail(`a score is not one that a byte can hold: record.py rounds them`);
  return value;
}

function described() {
  return {
    vocabulary: tokens.length,
    vocabularySha256: sha256(tokens.join('\n')),
    opening: { ...OPENING, names: namesAtFirst() },
    tracks,
  };
}

/** The tokens of the three texts, and the likeliest at the opening step: by id, in GPT-2's byte alphabet. */
function namesAtFirst() {
  const likeliest = Array.from(opening.keys()).sort((a, b) => opening[b] - opening[a] || a - b);
  const ids = new Set([...likeliest.slice(0, NAMES_AT_FIRST), ...tracks.flatMap((track) => track.ids)]);
  return Object.fromEntries(Array.from(ids, (id) => [id, tokens[id]]));
}

function sha256(content) {
  return createHash('sha256').update(content).digest('hex');
}
