/** The world of words: the page opens with it, its numbers are the core's and PyTorch's, and its pictures hold. */

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';
import { splitRows, unpackRow } from '../../web/page/words/decode.js';
import { inScope, onlyHere } from '../support/scope.js';
import { dice, frame, marksIn, press, read, siteFor, sizes, slide, until, visit } from './support.js';

const test = suite('page: words');
const site = siteFor(test);
const once = onlyHere(test);
const rows = [];
let core;
let tracks;
let said;

test.before(async () => {
  const file = (name) => readFile(new URL(`../../web/model/words/${name}`, import.meta.url));
  tracks = JSON.parse(await file('tracks.json'));
  for (const name of ['opening.bin', 'rows.bin'])
    for (const row of splitRows(new Uint8Array(await file(name)))) rows.push(await unpackRow(row, tracks.vocabulary));
  said = await Promise.all(tracks.tracks.map(async ({ file: name }) => JSON.parse(await file(`${name}.json`))));
  core = await load();
});

const look = (track, step, { temperature, topP, topK, seed }) =>
  core.inspect(rows[tracks.tracks[track].rows[step]], { temperature, topP, topK: topK || undefined, seed, step });

/** The text's rows are there. */
const whole = (page) => until(page, () => document.querySelectorAll('.column[data-entropy]').length >= 9);

once('an empty hash opens on the step that drew London, tenth of thirteen kept, with nothing moved', async () => {
  const page = await site.open({ hash: '' });
  const seen = await read(page);
  assert.is(seen.title, 'Why did it say London?');
  assert.is(seen.hash, '');
  assert.ok(seen.texts[0].endsWith('·French·capital·is·London'), seen.texts[0]);
  assert.match(seen.sentence, /^Nothing moved yet\./);
  assert.is(seen.numbers['kept-after'].value, 13);
  const pick = seen.rows.find((row) => row.pick);
  assert.is(pick.letter, '·London');
  assert.is(pick.cells[0].text, '0.9 %');
  assert.is(Math.round(1000 * pick.after), 10);
  assert.equal(page.faults, []);
  await page.close();
});

test('every step of the three texts: id, kept count and rank are what PyTorch says', async () => {
  const page = await site.open({ hash: '' });
  await whole(page);
  for (const [track, { name }] of tracks.tracks.entries()) {
    for (const step of inScope([0, 8, 23], [0, 1, 2, 5, 8, 13, 23])) {
      await visit(page, `#v=1&scene=words&track=${name}&n=24&step=${step}`);
      const { pick, kept } = await page.evaluate(() => ({
        pick: Number(document.querySelector('tr[data-pick]').dataset.id),
        kept: Number(document.querySelector('.sentence [data-name=kept-after]').dataset.value),
      }));
      const recorded = said[track].steps[step];
      assert.is(pick, recorded.id, `${name}, step ${step}`);
      assert.is(kept, recorded.kept, `${name}, step ${step}`);
    }
  }
  assert.equal(page.faults, []);
  await page.close();
});

test('random moves: rows, gaps and the sentence say what the core says, and shares add to 1', async () => {
  const page = await site.open({ hash: '' });
  await whole(page);
  const roll = dice(3);
  for (let i = 0; i < inScope(12, 25); i++) {
    const track = roll.below(3);
    const step = roll.below(24);
    const { name } = tracks.tracks[track];
    const settings = {
      temperature: roll.of([0, 0.3, 0.8, 1, 1.7, 3]),
      topP: roll.of([0.3, 0.9, 0.97, 1]),
      topK: roll.of([0, 0, 5, 50]),
      seed: roll.below(1000),
    };
    const { temperature, topP, topK, seed } = settings;
    await visit(
      page,
      `#v=1&scene=words&track=${name}&n=24&step=${step}&T=${temperature}&p=${topP}&k=${topK}&seed=${seed}`,
    );
    const now = look(track, step, settings);
    const seen = await page.evaluate(() => ({
      rows: [...document.querySelectorAll('tbody tr')].map((row) => ({
        id: row.dataset.id && Number(row.dataset.id),
        count: Number(row.dataset.count ?? 1),
        isPick: row.dataset.pick !== undefined,
        values: [...row.cells].slice(1).map((cell) => cell.dataset.value && Number(cell.dataset.value)),
      })),
      kept: Number(document.querySelector('.sentence [data-name=kept-after]').dataset.value),
    }));
    const where = `${name}, step ${step}, ${JSON.stringify(settings)}`;
    let [sum, count] = [0, 0];
    for (const row of seen.rows) {
      sum += row.values[1];
      count += row.count;
      if (row.id === undefined) continue;
      assert.is(row.values[1], now.softmax[row.id], where);
      assert.is(row.values[3], now.probabilities[row.id], where);
      if (typeof row.values[4] === 'number') assert.is(row.values[4], now.scores[row.id], where);
      assert.is(row.isPick, row.id === now.id, where);
    }
    assert.is(count, tracks.vocabulary, where);
    assert.ok(Math.abs(sum - 1) < 2e-6, `${sum}, ${where}`);
    assert.is(seen.kept, now.probabilities.filter((p) => p > 0).length, where);
  }
  assert.equal(page.faults, []);
  await page.close();
});

test('a larger share never draws a shorter bar in words, at every size', async () => {
  for (const size of inScope([sizes.desktop, sizes.small], Object.values(sizes))) {
    const page = await site.open({ size, hash: '' });
    const bars = [];
    for (const temperature of [0, 0.2, 0.5, 0.8, 1.2, 3]) {
      await slide(page, 'temperature', temperature);
      const shapes = await marksIn(page, '.share-bar');
      const shares = await page.evaluate(() =>
        [...document.querySelectorAll('tbody tr')].map((row) => ({
          id: row.dataset.id,
          share: Number(row.cells[2].dataset.value),
        })),
      );
      shares.forEach(({ id, share }, i) => {
        if (id !== undefined) bars.push({ share, length: Math.max(...shapes[i][0].map(([x]) => x)) });
      });
    }
    bars.sort((a, b) => a.share - b.share);
    assert.ok(bars.at(-1).length > bars[0].length + 50, `from ${bars[0].length} to ${bars.at(-1).length} px`);
    bars.slice(1).forEach(({ length }, i) => assert.ok(length >= bars[i].length - 0.02, `${size.width} px`));
    await page.close();
  }
});

once('what was not recorded is said not to be here; what was, goes on', async () => {
  const page = await site.open({ hash: '' });
  await whole(page);
  await press(page, 'Step');
  assert.ok((await page.evaluate(() => document.querySelector('.letters').textContent)).endsWith('·London,'));
  await press(page, 'Back');
  await slide(page, 'temperature', 0);
  await press(page, 'Step');
  const { status, text } = await page.evaluate(() => ({
    status: document.querySelector('[role=status]').textContent,
    text: document.querySelector('.letters').textContent,
  }));
  assert.match(status, /the model that wrote them is not here/);
  assert.ok(text.endsWith('·London'));
  await press(page, 'Cold');
  assert.is(
    await page.evaluate(() => document.querySelector('.letters').textContent),
    'The·capital·of·France·is·Paris.⏎',
  );
  assert.match(await page.evaluate(() => location.hash), /scene=words&track=cold/);
  await page.close();
});

once('a token is found by its text, and stands in the table', async () => {
  const page = await site.open({ hash: '' });
  await whole(page);
  await page.type('#search', 'Berlin');
  await frame(page);
  assert.match(await page.evaluate(() => document.querySelector('tr[data-found] .glyph').textContent), /Berlin/);
  assert.equal(page.faults, []);
  await page.close();
});

once('the copied JavaScript reads the saved scores and draws the page’s tokens', async () => {
  const page = await site.open({ hash: '' });
  await whole(page);
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      globalThis.copied = text;
    };
    URL.createObjectURL = (blob) => {
      blob.arrayBuffer().then((buffer) => {
        globalThis.saved = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('');
      });
      return '#saved';
    };
  });
  await press(page, 'Copy as JavaScript');
  await press(page, 'Save the scores');
  await until(page, () => globalThis.saved !== undefined);
  const [program, saved] = await page.evaluate(() => [globalThis.copied, btoa(globalThis.saved)]);
  const folder = await mkdtemp(join(tmpdir(), 'words-'));
  const index = new URL('../../src/js/index.js', import.meta.url).href;
  await writeFile(join(folder, 'scores.safetensors'), Buffer.from(saved, 'base64'));
  await writeFile(join(folder, 'draw.mjs'), program.replace("'nucleus-sampling'", `'${index}'`));
  const { stdout } = await promisify(execFile)(process.execPath, ['draw.mjs'], { cwd: folder });
  const { ids, promptIds } = tracks.tracks[0];
  assert.equal(
    stdout
      .trim()
      .split('\n')
      .map((line) => Number(line.split(' ')[1])),
    ids.slice(promptIds.length, promptIds.length + 9),
  );
  await rm(folder, { recursive: true });
  await page.close();
});

test.run();
