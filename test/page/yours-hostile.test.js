/** Files that are broken or meant to break something: one sentence each, and never more than a moment of work. */

import { readFileSync } from 'node:fs';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { openFiles } from '../../web/page/yours/open.js';
import { randomNumbers } from '../support/random.js';
import { blobOf, refusal } from './support/yours.js';

const MOMENT = 2000; // ms of work, however busy the machine is otherwise
const fixture = (name) => readFileSync(new URL(`../fixtures/yours/${name}`, import.meta.url));
const opened = (...parts) => openFiles([new Blob(parts)]);
const header = (text, ...parts) => openFiles([blobOf(text, ...parts)]);
const tensor = (fields) => JSON.stringify({ logits: { dtype: 'F32', shape: [2], data_offsets: [0, 8], ...fields } });
const megabytes = (text, count) => text.repeat((count * 2 ** 20) / text.length);

const hostile = suite('page: hostile files');

function refuses(what, sentence, act) {
  hostile(what, async () => {
    const before = process.cpuUsage();
    const found = await refusal(act());
    const { user, system } = process.cpuUsage(before);
    assert.ok((user + system) / 1000 <= MOMENT, `${(user + system) / 1000} ms`);
    if (sentence instanceof RegExp) assert.match(found, sentence);
    else assert.is(found, sentence);
    assert.is(found.split(/[.?!] [A-Z]/).length, 1, `one sentence: ${found}`);
    assert.ok(found.length <= 300, found);
  });
}

refuses('nothing', 'The file is empty.', () => opened());
refuses('no files', 'Choose at least one file.', () => openFiles([]));
refuses('spaces', 'The text is empty.', () => opened(' \n\n '));
refuses(
  'a zip',
  'The file must be safetensors, .npy, JSON or lines of text; byte 0 begins a zip archive (.npz, .pt and .docx are such).',
  () => opened('PK\x03\x04', deflateRawSync(Buffer.alloc(1000))),
);
refuses('gzip', /byte 0 begins compressed by gzip/, () => opened(gzipSync('x')));
refuses('bytes of no kind', /; byte 3 is neither UTF-8 text nor their beginning\.$/, () =>
  opened(Uint8Array.of(1, 2, 3, 0xff, 4)),
);
refuses('a letter cut off at the end', /; byte 4 is neither UTF-8/, () =>
  opened(Uint8Array.of(0x61, 0x20, 0x31, 0xe2)),
);
refuses('a number that says that it is not one', /has NaN at id 1\.$/, () =>
  header(tensor({}), Float32Array.of(1, NaN)),
);
refuses('an infinite score', /row 0 has Infinity at id 0\.$/, () => header(tensor({}), Float32Array.of(Infinity, 1)));
refuses('a NaN in a late row', /row 2 has NaN at id 1\.$/, () =>
  header(tensor({ shape: [3, 2], data_offsets: [0, 24] }), Float32Array.of(1, 2, 3, 4, 5, NaN)),
);
refuses('scores that are all masked', /row 0 has -Infinity everywhere/, () =>
  header(tensor({}), new Float32Array(2).fill(-Infinity)),
);

// ---- safetensors
refuses(
  'a safetensors file cut off in its numbers',
  /^The file is cut off: tensor "logits" ends at byte 592, the file at byte 500\.$/,
  () => opened(fixture('f32.safetensors').subarray(0, 500)),
);
refuses(
  'a safetensors file cut off in its header',
  /^The file is cut off: its header ends at byte \d+, the file at byte 30\.$/,
  () => opened(fixture('f32.safetensors').subarray(0, 30)),
);
refuses(
  'a huge header',
  'The header of a safetensors file may have 1,048,576 bytes here; bytes 0 to 7 say 1,000,000,000.',
  () => opened(new BigUint64Array([1_000_000_000n]), '{"logits":'),
);
refuses('a header longer than any number', /bytes 0 to 7 say 9,223,372,036,854,776,000\.$/, () =>
  opened(new BigUint64Array([2n ** 63n]), '{'.repeat(100)),
);
for (const shape of [[-2], [2, -1], [0], [1.5], ['2'], [], [null], [1e300], '2', null, { length: 1 }])
  refuses(
    `the shape ${JSON.stringify(shape)}`,
    /^The shape of tensor "logits" must be positive whole numbers, found /,
    () => header(tensor({ shape }), new Float32Array(2)),
  );
refuses('more scores than any vocabulary has', 'A step may have 524,288 scores here; these have 1,000,000,000.', () =>
  header(tensor({ shape: [1e9], data_offsets: [0, 4e9] })),
);
refuses('more steps than a page can show', 'A text may have 1,024 steps here; this one has 100,000.', () =>
  header(tensor({ shape: [1e5, 2], data_offsets: [0, 8e5] })),
);
for (const offsets of [[8, 0], [0, 4], [-8, 0], [0, '8'], 'x', [0], [0.5, 8.5], null])
  refuses(
    `the offsets ${JSON.stringify(offsets)}`,
    /^The data_offsets of tensor "logits" must span the 8 bytes of its shape, found /,
    () => header(tensor({ data_offsets: offsets }), new Float32Array(2)),
  );
refuses('offsets beyond the file', /^The file is cut off: tensor "logits" ends at byte 1,\d+,/, () =>
  header(tensor({ data_offsets: [1e6, 1e6 + 8] }), new Float32Array(2)),
);
refuses('a kind of number that objects have', /must be F32, F16 or BF16; tensor "logits" is "constructor"/, () =>
  header(tensor({ dtype: 'constructor' }), new Float32Array(2)),
);
for (const text of ['{"logits":', '{}}', '{"a" 1}', `{${'['.repeat(1000)}`])
  refuses(
    `the header ${text.slice(0, 12)}`,
    /^The header of a safetensors file must be a JSON object|^JSON may be nested/,
    () => header(text),
  );
refuses('a header without tensors', /its 0 tensors: none\.$/, () => header('{"__metadata__":{}}'));
refuses('tensors with markup for names', /its 2 tensors: "<img src=x onerror=alert\(1\)>", "\\u\{202e\}x"\.$/, () =>
  header(JSON.stringify({ '<img src=x onerror=alert(1)>': { dtype: 'I64' }, '\u202ex': { dtype: 'I64' } })),
);
hostile('a tensor that is called like what objects have is a tensor', async () => {
  const text = '{"__proto__":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}';
  assert.is((await header(text, new Float32Array(2))).scores.vocabulary, 2);
});

// ---- .npy
const npy = (text, version = 1) => {
  const bytes = new TextEncoder().encode(text);
  return [Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, version, 0, bytes.length & 255, bytes.length >> 8), bytes];
};
const dictionary = (fields) => {
  const { descr = "'<f4'", order = 'False', shape = '(2,)' } = fields;
  return `{'descr': ${descr}, 'fortran_order': ${order}, 'shape': ${shape}, }\n`;
};
refuses('an .npy file cut off', 'The file is cut off: its numbers end at byte 608, the file at byte 400.', () =>
  opened(fixture('little.npy').subarray(0, 400)),
);
refuses(
  'an .npy file of which only the magic is left',
  /^An \.npy file has version 1, 2 or 3 in byte 6; found nothing\.$/,
  () => opened(fixture('little.npy').subarray(0, 6)),
);
refuses(
  'an .npy file cut off in its header',
  /^The file is cut off: its header ends at byte 128, the file at byte 60\.$/,
  () => opened(fixture('little.npy').subarray(0, 60)),
);
refuses('an .npy version of the future', 'An .npy file has version 1, 2 or 3 in byte 6; found 9.', () =>
  opened(...npy('{}', 9)),
);
refuses(
  'an .npy header as long as can be said',
  /header of an \.npy file may have 65,536 bytes here; from byte 8 on it says 4,294,967,295\.$/,
  () => opened(Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 2, 0, 255, 255, 255, 255), new Uint8Array(50)),
);
for (const shape of ['(-2,)', '(2, -1)', '()', '(0,)', '(x,)', '(1e300,)', "('2')"])
  refuses(`the .npy shape ${shape}`, /^The shape of the array must be positive whole numbers, found /, () =>
    opened(...npy(dictionary({ shape })), new Float32Array(2)),
  );
for (const descr of ["'|O'", "'<f8'", "'<c8'", "'f4'", "'constructor'", "[('a', '<f4')]"])
  refuses(`the .npy type ${descr}`, /^The scores must be float32 or float16/, () =>
    opened(...npy(dictionary({ descr })), new Float32Array(2)),
  );
refuses(
  'an .npy header that is a program',
  /^The header of an \.npy file must give descr, fortran_order and shape; found /,
  () => opened(...npy('__import__("os").system("true")')),
);

// ---- JSON and text
refuses('10 MB of brackets', 'JSON may be nested 64 deep here; line 1, character 65 goes deeper.', () =>
  opened(megabytes('[', 10)),
);
refuses('10 MB of braces', /^JSON may be nested 64 deep here/, () => opened(megabytes('{"a":', 10)));
refuses('10 MB of closing brackets', /^This is not whole JSON: line 1, character 3 does not fit/, () =>
  opened(`[]${megabytes(']', 10)}`),
);
refuses('10 MB of quotes', /^This is not whole JSON: /, () => opened(`[${megabytes('"', 10)}`));
refuses('10 MB of backslashes in a string', /^This is not whole JSON: /, () => opened(`["${megabytes('\\', 10)}`));
refuses('10 MB of one string', /^This is not whole JSON: /, () => opened(`["${megabytes('a', 10)}`));
refuses('10 MB of digits', /^This is not whole JSON: |row 0 has Infinity at id 0/, () =>
  opened(`[${megabytes('1', 10)}`),
);
refuses('10 MB of one line', /^Each line must be a token and its probability/, () =>
  opened(`a ${megabytes('1 ', 10)}`),
);
refuses('10 MB of empty lines', 'The text is empty.', () => opened(megabytes('\n', 10)));
refuses('a million one-line steps', 'A text may have 1,024 steps here; this one has more.', () =>
  opened(megabytes('a 1\n\n', 5)),
);
refuses('a million tokens in one step', 'A step may list 1,000 tokens here; line 1,001 is one more.', () =>
  opened(megabytes('a 0\n', 4)),
);
refuses(
  'a page of the web',
  /^Each line must be a token and its probability, such as Paris 0\.77; line 1 is "<!doctype html>…?/,
  () => opened('<!doctype html>\n<script>alert(1)</script>'),
);
refuses('UTF-16', /text in UTF-16/, () => opened(Uint8Array.of(0xff, 0xfe, 0x5b, 0)));
refuses(
  'JSON of another kind',
  'JSON must be scores, an answer with top_logprobs, a tokenizer or a text’s settings; this is an object with "<b>", "x".',
  () => opened('{"<b>":1,"x":2}'),
);
refuses('two values in one file', /^This is not whole JSON: line 2, character 1 does not fit, found "\[3\]"\.$/, () =>
  opened('[1]\n[3]'),
);
refuses('a tokenizer of numbers', /^An id must be a whole number/, () => opened('{"model":{"vocab":{"a":"0"}}}'));
refuses('a file above the limit', /^A file may have 209,715,200 bytes here/, () =>
  openFiles([{ size: 3e9, slice: () => new Blob(), name: 'large' }]),
);

hostile('any file that is changed at random opens or is refused with a sentence', async () => {
  const random = randomNumbers(16);
  const names = ['f32.safetensors', 'half.npy', 'bytes.tokenizer.json', 'transformers-js-output.json'];
  for (let i = 0; i < 800; i++) {
    const bytes = Uint8Array.from(fixture(names[i % names.length]));
    const changes = 1 + Math.floor(4 * random());
    for (let change = 0; change < changes; change++)
      bytes[Math.floor(random() ** 2 * bytes.length)] = Math.floor(256 * random());
    const cut = random() < 0.3 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes;
    try {
      await opened(cut);
    } catch (error) {
      assert.is(error.name, 'FileProblem', `file ${i}: ${error.stack}`);
    }
  }
});

hostile.run();
