/**
 * Files that somebody opens or text that they paste: what each is, by its content alone, and what they are together.
 * worker.js runs this away from the page; nothing in it needs one.
 */

import { parseJson } from './json.js';
import { readRow } from './layout.js';
import { lineSteps } from './lines.js';
import { NPY_HEAD_BYTES, isNpy, npyLayout } from './npy.js';
import { answerSteps, isAnswer } from './openai.js';
import { isPackageSteps, packageSteps } from './package-steps.js';
import { count, problem, quoted } from './problem.js';
import { isRecord, recordedText, unrecorded } from './record.js';
import { SAFETENSORS_HEAD_BYTES, isSafetensors, safetensorsLayout } from './safetensors.js';
import { isScores, isTensor, scoreRows, tensorRows } from './scores.js';
import { isTokenizer, isVocabulary, tokenizerTokens, vocabularyTokens } from './vocabulary.js';

export const LARGEST_FILE = 200 * 2 ** 20;

/**
 * @typedef {object} Whole every score of each step: all the page's pictures, and the draw
 * @property {'whole'} kind
 * @property {number} steps
 * @property {number} vocabulary
 * @property {import('./layout.js').Layout} [layout] where the rows are in `file`: `rowOf` reads them
 * @property {Blob} [file]
 * @property {Float32Array[]} [rows] the rows themselves, where a file had them as text
 *
 * @typedef {object} Opened what the files are together; it survives postMessage
 * @property {Whole | import('./partial.js').Partial} [scores] nothing where there were only names
 * @property {import('./vocabulary.js').Tokens} [names] of the ids
 * @property {import('./record.js').RecordedText} [record] beside whole scores: as given, or the defaults
 */

/**
 * Read one step of an opened file.
 *
 * @param {Whole} scores
 * @param {number} step
 * @returns {Promise<Float32Array>} checked: finite or -Infinity, at least one finite
 */
export const rowOf = ({ rows, file, layout }, step) =>
  rows ? Promise.resolve(rows[step]) : readRow(file, layout, step);

/**
 * Open some files together: one with scores, one with names, one with the text's settings; any may be missing, but one
 * of the first two must be there. Every score is checked before this resolves.
 *
 * @param {(File | Blob)[]} files in any order; pasted text as a Blob of it
 * @param {(fraction: number) => void} [onProgress] 0 to 1, of all files' bytes
 * @returns {Promise<Opened>}
 * @throws {FileProblem} (the promise rejects) one sentence, with the file's name before it where there are several
 */
export async function openFiles(files, onProgress = () => {}) {
  if (files.length === 0) throw problem('Choose at least one file.');
  const total = files.reduce((sum, { size }) => sum + size, 0) || 1;
  let before = 0;
  const found = [];
  for (const file of files) {
    const base = before;
    const advance = (fraction) => onProgress((base + fraction * file.size) / total);
    found.push(await named(file, files, () => read(file, advance)));
    before += file.size;
  }
  return combined(found, files);
}

// ---- One file ----------------------------------------------------------------------------------------------------

/** @returns {Promise<{ scores } | { names } | { record: object }>} */
async function read(file, onProgress) {
  if (file.size > LARGEST_FILE)
    throw problem(`A file may have ${count(LARGEST_FILE)} bytes here; this one has ${count(file.size)}.`);
  if (file.size === 0) throw problem('The file is empty.');
  const start = await bytesOf(file, 16);
  refuseOthers(start);
  if (isNpy(start)) return binary(file, npyLayout(await bytesOf(file, NPY_HEAD_BYTES), file.size), onProgress);
  if (isSafetensors(start))
    return binary(file, safetensorsLayout(await bytesOf(file, SAFETENSORS_HEAD_BYTES), file.size), onProgress);
  return readText(await textOf(file, onProgress));
}

const bytesOf = async (file, most) => new Uint8Array(await file.slice(0, most).arrayBuffer());

/** Rows stay in the file; reading each once tells whether all can be drawn from. */
async function binary(file, layout, onProgress) {
  const { steps, vocabulary } = layout;
  for (let step = 0; step < steps; step++) {
    await readRow(file, layout, step);
    onProgress((step + 1) / steps);
  }
  return { scores: { kind: 'whole', steps, vocabulary, layout, file } };
}

function readText(text) {
  const first = /\S/.exec(text)?.[0];
  if (first === undefined) throw problem('The text is empty.');
  if (first !== '[' && first !== '{') return { scores: lineSteps(text) };
  const json = parseJson(text);
  for (const [fits, take] of JSON_KINDS) if (fits(json)) return take(json);
  throw problem(
    `JSON must be scores, an answer with top_logprobs, a tokenizer or a text’s settings; this is ${describe(json)}.`,
  );
}

const whole = ({ steps, vocabulary, rows }) => ({ scores: { kind: 'whole', steps, vocabulary, rows } });

/** What a JSON value may be, the most particular first. */
const JSON_KINDS = [
  [isTokenizer, (json) => ({ names: tokenizerTokens(json) })],
  [isVocabulary, (json) => ({ names: vocabularyTokens(json) })],
  [isTensor, (json) => whole(tensorRows(json))],
  [isPackageSteps, (json) => ({ scores: packageSteps(json) })],
  [isAnswer, (json) => ({ scores: answerSteps(json) })],
  [isRecord, (json) => ({ record: json })],
  [isScores, (json) => whole(scoreRows(json))],
];

const describe = (json) =>
  Array.isArray(json) ? `a list that begins with ${quoted(json[0])}` : `an object with ${keysOf(json)}`;
const keysOf = (json) => Object.keys(json).slice(0, 3).map(quoted).join(', ') || 'nothing in it';

// ---- What it is not ----------------------------------------------------------------------------------------------

const OTHERS = [
  ['PK\x03\x04', 'a zip archive (.npz, .pt and .docx are such)'],
  ['PK\x05\x06', 'an empty zip archive'],
  ['\x1f\x8b', 'compressed by gzip'],
  ['\x28\xb5\x2f\xfd', 'compressed by zstd'],
  ['GGUF', 'a GGUF file: a model, not the scores it gave'],
  ['\x80\x02', 'a Python pickle'],
  ['\x80\x04', 'a Python pickle'],
  ['\x80\x05', 'a Python pickle'],
  ['\x89HDF', 'an HDF5 file'],
  ['\x89PNG', 'a picture'],
  ['\xff\xd8\xff', 'a picture'],
  ['%PDF', 'a PDF'],
  ['\x7fELF', 'a program'],
  ['\0asm', 'a program'],
  ['\xff\xfe', 'text in UTF-16: save it as UTF-8'],
  ['\xfe\xff', 'text in UTF-16: save it as UTF-8'],
];

function refuseOthers(start) {
  const text = String.fromCharCode(...start);
  const other = OTHERS.find(([magic]) => text.startsWith(magic));
  if (other) throw problem(`The file must be safetensors, .npy, JSON or lines of text; byte 0 begins ${other[1]}.`);
}

/** The file as text, read piece by piece. */
async function textOf(file, onProgress) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const pieces = [];
  let at = 0;
  for (const reader = file.stream().getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    const zero = value.indexOf(0);
    if (zero >= 0) throw notText(at + zero);
    pieces.push(decodedOr(decoder, value, at));
    at += value.length;
    onProgress(at / file.size);
  }
  pieces.push(decodedOr(decoder, undefined, at));
  return pieces.join('');
}

function decodedOr(decoder, bytes, at) {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    throw notText(at + (bytes ? firstInvalid(bytes) : 0));
  }
}

const notText = (at) =>
  problem(
    `The file must be safetensors, .npy, JSON or lines of text; byte ${count(at)} is neither UTF-8 text nor their beginning.`,
  );

/** The first byte at which some bytes stop being UTF-8, give or take the letter it is in. */
function firstInvalid(bytes) {
  let low = 0;
  for (let high = bytes.length; high - low > 1;) {
    const middle = (low + high) >> 1;
    if (isUtf8(bytes.subarray(0, middle))) low = middle;
    else high = middle;
  }
  return low;
}

function isUtf8(bytes) {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

// ---- All of them -------------------------------------------------------------------------------------------------

function combined(found, files) {
  const only = (key, what) => {
    const all = found.filter((each) => each[key] !== undefined);
    if (all.length > 1) throw problem(`Open one file with ${what} at a time; these are ${all.length}.`);
    return all[0]?.[key];
  };
  const scores = only('scores', 'scores');
  const names = only('names', 'names');
  const json = only('record', 'a text’s settings');
  if (scores === undefined && names === undefined)
    throw problem('These are the settings of a text: open the file with its scores together with them.');
  if (scores?.kind !== 'whole') return { ...(scores && { scores }), ...(names && { names }) };
  const record = json === undefined ? unrecorded() : namedSync(json, found, files, () => recordedText(json, scores));
  return { scores, ...(names && { names }), record };
}

async function named(file, files, act) {
  try {
    return await act();
  } catch (error) {
    throw withName(error, file, files);
  }
}

function namedSync(json, found, files, act) {
  try {
    return act();
  } catch (error) {
    throw withName(error, files[found.findIndex(({ record }) => record === json)], files);
  }
}

function withName(error, file, files) {
  if (files.length === 1 || error?.name !== 'FileProblem' || !file.name) return error;
  return problem(`${quoted(file.name)}: ${error.message}`);
}
