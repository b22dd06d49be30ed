/** A step of one's own: pasted, opened, refused in one sentence, and never told to anybody. */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';
import { splitRows, unpackRow } from '../../web/page/words/decode.js';
import { safetensorsFile } from '../../web/page/yours/save.js';
import { frame, press, read, siteFor, slide, until } from './support.js';

const test = suite('page: a step of one’s own');
const site = siteFor(test);
const HASH = '#v=1&scene=yours';
let folder;

test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yours-'));
});

test.after(() => rm(folder, { recursive: true, force: true }));

async function paste(page, text) {
  await page.evaluate((value) => {
    document.getElementById('yours-box').value = value;
  }, text);
  await press(page, 'Open what');
  await until(
    page,
    () =>
      document.querySelector('.yours-outcome').textContent !== '' ||
      (document.querySelector('.yours progress').hidden && document.querySelector('tbody tr') !== null),
  );
  await frame(page);
}

test('an array of scores gets everything: shares, cut and draw are the core’s', async () => {
  const page = await site.open({ hash: HASH });
  const scores = [
    [1, 2, 3, 4.5],
    [0, 1, 0, 2],
  ];
  await paste(page, JSON.stringify(scores));
  const core = await load();
  for (const [temperature, topP] of [
    [1, 1],
    [0.5, 0.9],
    [2, 0.7],
  ]) {
    await slide(page, 'temperature', temperature);
    await slide(page, 'topP', topP);
    const { rows } = await read(page);
    const now = core.inspect(Float32Array.from(scores[0]), { temperature, topP, seed: 1337, step: 0 });
    for (const { id, cells, pick } of rows) {
      assert.is(Number(cells[0].value), now.softmax[id]);
      assert.is(pick, id === now.id);
    }
  }
  assert.not.match(await page.evaluate(() => location.hash), /4\.5/);
  assert.equal(page.faults, []);
  await page.close();
});

test('a list of some tokens has a row for the rest, and says nothing of the luck', async () => {
  const page = await site.open({ hash: HASH });
  await paste(page, ' Paris 0.41\n Lyon 0.07\n the 0.2');
  const seen = await page.evaluate(() => ({
    rest: document.querySelector('tr.rest').textContent,
    note: document.querySelector('.text-note').textContent,
    luck: getComputedStyle(document.querySelector('.luck')).visibility,
    race: getComputedStyle(document.querySelector('.picture.race')).visibility,
    clause: getComputedStyle(document.querySelector('[data-clause=pick]')).display,
  }));
  assert.match(seen.rest, /the rest, not reported.*32 %/);
  assert.match(seen.note, /Only 3 tokens were reported/);
  assert.equal([seen.luck, seen.race, seen.clause], ['hidden', 'hidden', 'none']);
  assert.equal(page.faults, []);
  await page.close();
});

test('of a list of some tokens, shares are of all at T = 1, and among what was reported at another T', async () => {
  const page = await site.open({ hash: HASH });
  const reported = [0.41, 0.2, 0.07];
  await paste(page, ' Paris 0.41\n Lyon 0.07\n the 0.2');
  const cells = (selector, column) =>
    page.evaluate(
      (one, at) => [...document.querySelectorAll(one)].map((row) => row.cells[at].querySelector('.value').textContent),
      selector,
      column,
    );
  assert.equal(await cells('tbody tr', 2), ['41 %', '20 %', '7.0 %', '32 %'], 'they add to 100 %');
  assert.equal(await cells('tbody tr[data-id]', 3), ['0.410', '0.610', '0.680']);
  // 0.41 alone is not half of all tokens' shares, though it is more than half of what was reported.
  await slide(page, 'topP', 0.5);
  assert.equal(await cells('tbody tr[data-id]', 4), ['67 %', '33 %', '–']);
  await slide(page, 'topP', 0.9);
  assert.equal(await cells('tbody tr[data-id]', 4), ['–', '–', '–'], 'top-p keeps some that nobody reported');
  await slide(page, 'topP', 1);
  await slide(page, 'temperature', 0.5);
  const sum = reported.reduce((total, share) => total + share ** 2, 0);
  const shares = reported.map((share) => share ** 2 / sum);
  const seen = (await read(page)).rows
    .filter(({ id }) => id !== undefined)
    .map(({ cells: [share] }) => Number(share.value));
  seen.forEach((share, i) => assert.ok(Math.abs(share - shares[i]) < 1e-6, `${share}, ${shares[i]}`));
  assert.equal(await cells('tr.rest', 2), ['–']);
  assert.equal(page.faults, []);
  await page.close();
});

test('wrong input is one sentence, and the page goes on with what it had', async () => {
  const page = await site.open({ hash: HASH });
  await paste(page, '[[1,2,3]]');
  const before = (await read(page)).rows;
  for (const wrong of [
    '[[1,2,',
    '["a","b"]',
    '[]',
    '[[1,null,"x"]]',
    '<img src=x onerror=alert(1)>',
    '['.repeat(100_000),
  ]) {
    await page.evaluate(() => {
      document.querySelector('.yours-outcome').textContent = '';
    });
    await paste(page, wrong);
    const sentence = await page.evaluate(() => document.querySelector('.yours-outcome').textContent);
    assert.ok(sentence.length > 10 && sentence.length < 300, `${wrong.slice(0, 20)}: ${sentence}`);
    assert.is(await page.evaluate(() => document.querySelectorAll('.yours-outcome *').length), 0);
    assert.equal((await read(page)).rows, before);
  }
  assert.equal(page.faults, []);
  await page.close();
});

test('a safetensors file with the JSON beside it: ids, kept counts and settings as recorded', async () => {
  const file = (name) => readFile(new URL(`../../web/model/words/${name}`, import.meta.url));
  const tracks = JSON.parse(await file('tracks.json'));
  const packed = splitRows(new Uint8Array(await file('rows.bin')));
  const rows = [];
  for (let step = 0; step < 3; step++)
    rows.push(await unpackRow(packed[tracks.tracks[0].rows[step] - 1], tracks.vocabulary));
  const scores = join(folder, 'steps.safetensors');
  await writeFile(scores, Buffer.from(await safetensorsFile(rows).arrayBuffer()));
  const said = JSON.parse(await file('france.json'));
  const record = join(folder, 'steps.json');
  await writeFile(
    record,
    JSON.stringify({ ...said, ids: said.ids.slice(0, said.promptIds.length + 3), steps: said.steps.slice(0, 3) }),
  );
  const page = await site.open({ hash: HASH });
  await (await page.$('#yours-files')).uploadFile(scores, record);
  await until(
    page,
    () => document.querySelector('tbody tr') !== null || document.querySelector('.yours-outcome').textContent !== '',
  );
  await frame(page);
  assert.is(await page.evaluate(() => document.querySelector('.yours-outcome').textContent), '');
  for (let step = 0; step < 3; step++) {
    const seen = await page.evaluate(() => ({
      pick: Number(document.querySelector('tr[data-pick]').dataset.id),
      kept: Number(document.querySelector('.sentence [data-name=kept-after]').dataset.value),
      temperature: document.querySelector('output[for=temperature]').textContent,
    }));
    assert.equal(seen, { pick: said.steps[step].id, kept: said.steps[step].kept, temperature: '0.80' });
    if (step < 2) await press(page, 'Step');
  }
  assert.equal(page.faults, []);
  await page.close();
});

test.run();
