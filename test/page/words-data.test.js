/** The recorded texts of Words: what the page downloads, against what PyTorch wrote and drew. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';
import { splitRows, unpackRow, unpackVocabulary } from '../../web/page/words/decode.js';
import { openFiles, rowOf } from '../../web/page/yours/open.js';
import { safetensorsFile } from '../../web/page/yours/save.js';

const shipped = (name) => readFileSync(new URL(`../../web/model/words/${name}`, import.meta.url));
const { vocabulary, vocabularySha256, opening, tracks } = JSON.parse(shipped('tracks.json'));
const packed = [...splitRows(shipped('opening.bin')), ...splitRows(shipped('rows.bin'))];
const rows = await Promise.all(packed.map((row) => unpackRow(row, vocabulary)));
const tokens = await unpackVocabulary(shipped('vocabulary.bin'), vocabulary);
const recorded = Object.fromEntries(tracks.map(({ name, file }) => [name, JSON.parse(shipped(`${file}.json`))]));
const nucleus = await load();

const sha256 = (content) => createHash('sha256').update(content).digest('hex');
const data = suite('page: the recorded words');

data('are three texts of 24 steps that share 68 rows', () => {
  assert.equal(
    tracks.map(({ name }) => name),
    ['drawn', 'cold', 'hot'],
  );
  assert.ok(tracks.every((track) => track.rows.length === 24));
  assert.is(new Set(tracks.flatMap((track) => track.rows)).size, 68);
  assert.is(rows.length, 68);
});

for (const track of tracks) {
  data(`rebuild ${track.file}.safetensors byte for byte`, async () => {
    const file = safetensorsFile(
      track.rows.map((number) => rows[number]),
      { prompt: track.prompt },
    );
    assert.is(sha256(new Uint8Array(await file.arrayBuffer())), track.sha256);
  });

  data(`${track.file}, opened as a file of one’s own, gives the same`, async () => {
    const saved = safetensorsFile(track.rows.map((number) => rows[number]));
    const beside = new Blob([shipped(`${track.file}.json`)]);
    const { scores, record, names } = await openFiles([beside, new Blob([JSON.stringify(tokens)]), saved]);
    const { prompt, promptIds, ids, temperature, topP, seed } = track;
    const drawn = ids.slice(promptIds.length);
    assert.equal(record, { prompt, promptIds, drawn, temperature, topP, topK: 0, seed });
    assert.equal(names.tokens, tokens);
    for (let step = 0; step < scores.steps; step++) {
      const row = await rowOf(scores, step);
      assert.is(nucleus.sample(row, { temperature, topP, seed, step }), drawn[step], `step ${step}`);
    }
  });

  data(`${track.name}: every id, kept count and rank is PyTorch’s`, () => {
    const { temperature, topP, seed } = track;
    recorded[track.name].steps.forEach((expected, step) => {
      const row = rows[track.rows[step]];
      const seen = nucleus.inspect(row, { temperature, topP, seed, step });
      const { id, kept, rank } = expected;
      assert.equal({ id: seen.id, kept: seen.kept, rank: seen.rank }, { id, kept, rank }, `step ${step}`);
      assert.is(nucleus.sample(row, { temperature, topP, seed, step }), id, `sample at step ${step}`);
      assert.ok(Math.abs(seen.probability - expected.probability) <= 1e-6, `probability at step ${step}`);
      // PyTorch's is of its float32 softmax, whose shares add up to 1 to four or five digits.
      if (temperature > 0)
        assert.ok(Math.abs(seen.entropyBits - expected.entropyBits) <= 5e-4, `entropy, step ${step}`);
    });
  });

  data(`${track.name}: the five likeliest at T = 1 are PyTorch’s`, () => {
    recorded[track.name].steps.forEach(({ top }, step) => {
      const { order, softmax } = nucleus.inspect(rows[track.rows[step]], { seed: 0 });
      top.forEach(([id, , share], rank) => {
        // Ids of equal scores: PyTorch's topk gives them in no set order.
        assert.ok(Math.abs(softmax[order[rank]] - share) <= 1e-6, `step ${step}, rank ${rank}`);
        assert.ok(Math.abs(softmax[id] - share) <= 1e-6, `step ${step}, id ${id}`);
      });
    });
  });

  data(`${track.name}: settings and ids are those of its JSON`, () => {
    const { prompt, promptIds, ids, temperature, topP, seed } = recorded[track.name];
    for (const [key, value] of Object.entries({ prompt, promptIds, ids, temperature, topP, seed }))
      assert.equal(track[key], value, key);
  });
}

data('have the names of the vocabulary that was packed', () => {
  assert.is(sha256(tokens.join('\n')), vocabularySha256);
  assert.is(new Set(tokens).size, vocabulary);
});

data('bring with the first picture the names of its 200 likeliest tokens and of all texts', () => {
  const { name, rows: numbers } = tracks.find((track) => track.name === opening.track);
  assert.is(name, 'drawn');
  assert.is(numbers[opening.step], 0, 'opening.bin is the row of the opening step');
  const { order } = nucleus.inspect(rows[0], { seed: 0 });
  for (const id of [...order.subarray(0, 200), ...tracks.flatMap(({ ids }) => ids)])
    assert.is(opening.names[id], tokens[id], `id ${id}`);
});

data('stay within what the first visit may download', () => {
  assert.ok(shipped('opening.bin').length <= 37_000);
  assert.ok(shipped('rows.bin').length <= 2_400_000);
  assert.ok(shipped('vocabulary.bin').length <= 200_000);
});

const refusal = async (promise) => {
  try {
    await promise;
  } catch (error) {
    return error.message;
  }
  return undefined;
};

data('refuse a file that ends too early', () => {
  const bytes = shipped('rows.bin');
  assert.throws(() => splitRows(bytes.subarray(0, bytes.length - 1)), /row 66 is cut off/);
  assert.throws(() => splitRows(bytes.subarray(0, 5)), /row 0 is cut off/);
});

data('refuse a row with one bit wrong, and one of another length', async () => {
  const bytes = Uint8Array.from(shipped('opening.bin'));
  const wrong = Uint8Array.from(bytes);
  wrong[20_000] ^= 1;
  assert.ok(await refusal(unpackRow(splitRows(wrong)[0], vocabulary)), 'a wrong bit');
  assert.match(await refusal(unpackRow(splitRows(bytes)[0], vocabulary + 1)), /49152 scores, expected 49153/);
});

data('refuse another page in place of a file', async () => {
  const page = new TextEncoder().encode('<!doctype html><title>Log in to this network</title>'.repeat(50));
  assert.throws(() => splitRows(page), /cut off/);
  assert.ok(await refusal(unpackVocabulary(page, vocabulary)));
});

data.run();
