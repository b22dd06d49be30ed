import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { coreOf, frame, press, read, siteFor, slide, until, visit } from './support.js';

const test = suite('page: the lesson');
const site = siteFor(test);
let core;

test.before(async () => {
  core = await coreOf();
});

/** Open a question of the quiz (counted from 1) and follow one of its links. */
async function showMe(page, number, which = 0) {
  await page.evaluate(
    (i, link) => {
      const card = document.querySelectorAll('#quiz details')[i - 1];
      card.open = true;
      card.querySelectorAll('a')[link].click();
    },
    number,
    which,
  );
  await frame(page);
  return read(page);
}

const near = (value, expected, by) => assert.ok(Math.abs(value - expected) < by, `${value} is not ${expected}`);

test('ten questions with answers, six mistakes with what is true, and what people ask in forums', async () => {
  const page = await site.open();
  const counts = await page.evaluate(() => ({
    quiz: [...document.querySelectorAll('#quiz details')].map((card) => card.querySelector('p').textContent.length),
    mistakes: [...document.querySelectorAll('#mistakes dd')].map((truth) => truth.textContent.length),
    words: document.querySelector('.lesson').textContent,
  }));
  assert.is(counts.quiz.length, 10);
  assert.is(counts.mistakes.length, 6);
  for (const length of [...counts.quiz, ...counts.mistakes]) assert.ok(length > 60);
  for (const said of [
    'Why was the likeliest letter not picked?',
    'nothing happens',
    'What does the number on the temperature slider mean?',
    'Cold is not true and hot is not creative',
    'Large models draw tokens',
    '2.7.1, 2.8.0, 2.10.0, 2.13.0 and 2.14.1',
  ]) {
    assert.ok(counts.words.includes(said), said);
  }
  await page.close();
});

test('“show me” sets the page to the state that proves the answer', async () => {
  const page = await site.open({ model: true });

  let seen = await showMe(page, 2);
  assert.is(seen.settings.temperature, 0.5);
  assert.ok(
    seen.numbers['top-after'].value > seen.numbers['top-before'].value &&
      seen.numbers['entropy-after'].value < seen.numbers['entropy-before'].value,
  );

  seen = await showMe(page, 3);
  assert.is(seen.numbers['kept-after'].value, 1);
  assert.ok(seen.rows[0].pick);

  seen = await showMe(page, 4);
  assert.is(seen.rows.find(({ cut }) => cut === 'crossing').cells[1].value >= 0.9, true);

  seen = await showMe(page, 5);
  [0.727273, 0.181818, 0.045455, 0.045455].forEach((share, i) => near(seen.rows[i].cells[0].value, share, 1e-6));

  seen = await showMe(page, 6);
  assert.is([...seen.texts[0]].length, 132);
  assert.match(seen.note, /the last 128 of 131 letters/);

  seen = await showMe(page, 7);
  const tree = await page.evaluate(() =>
    [...document.querySelectorAll('.tree li')].map((path) => ({
      product: Number(path.dataset.product),
      text: path.textContent,
    })),
  );
  near(tree.find(({ text }) => text.includes('where greedy ends')).product, 0.306, 1e-6);
  near(tree.find(({ text }) => text.includes('the likeliest pair')).product, 0.396, 1e-6);
  assert.is(seen.texts[0], 'A', 'greedy takes A');
  await press(page, 'Step');
  assert.is((await read(page)).texts[0], 'AC', 'then C');

  seen = await showMe(page, 10, 0);
  assert.is(seen.numbers['kept-after'].value, 2);
  seen = await showMe(page, 10, 1);
  assert.is(seen.numbers['kept-after'].value, 1);
  near(seen.rows[0].cells[1].value, 0.705882, 1e-6);

  await press(page, 'Letters');
  assert.ok((await read(page)).texts[0].startsWith('ROMEO:'));
  assert.equal(page.faults, []);
  await page.close();
});

test('following a link goes up to what it shows; the lesson’s own link leaves the state alone', async () => {
  const page = await site.open({ hash: '#v=1&T=1.3&step=5' });
  await press(page, 'Lesson & quiz');
  assert.is((await read(page)).settings.temperature, 1.3);
  assert.is(await page.evaluate(() => document.activeElement.id), 'lesson-title');
  await showMe(page, 2);
  const seen = await page.evaluate(() => ({ scrolled: scrollY, focused: document.activeElement.tagName }));
  assert.equal(seen, { scrolled: 0, focused: 'CAPTION' });
  await page.goBack();
  await frame(page);
  assert.is((await read(page)).settings.temperature, 1.3, 'the way back leads to where the learner was');
  await page.close();
});

test('every link of the lesson leads to a state that stands', async () => {
  const page = await site.open({ model: true });
  const hashes = await page.evaluate(() =>
    [...document.querySelectorAll('.lesson .links a')].map((link) => link.getAttribute('href')),
  );
  assert.ok(hashes.length >= 12);
  for (const hash of hashes) {
    await visit(page, hash);
    const { rows } = await read(page);
    assert.is(rows.filter(({ pick }) => pick).length, 1, hash);
  }
  assert.equal(page.faults, []);
  await page.close();
});

test('a row in focus tells the ratio law, with the core’s numbers', async () => {
  const page = await site.open({ hash: '#v=1&step=21&T=0.5' });
  await page.evaluate(() => document.querySelectorAll('tbody .letter-button')[2].focus());
  await frame(page);
  const { rows, logits, settings, step } = await read(page);
  const [sharp, flat] = [settings.temperature, 1].map((temperature) => {
    const { softmax } = core.look(logits, { ...settings, temperature }, step);
    return softmax[rows[0].id] / softmax[rows[2].id];
  });
  const said = await page.evaluate(() => document.querySelector('.row-note').textContent);
  const [, atOne, atHalf] = /is ([\d.]+)× as likely as “\w+” at T = 1, and ([\d.]+)× at T = 0\.50/.exec(said);
  near(Number(atOne), flat, 0.051);
  near(Number(atHalf), sharp, sharp < 10 ? 0.051 : 0.51);
  near(sharp, flat ** 2, 1e-3 * sharp);
  await page.close();
});

test('two texts: one thing differs, the first letter that does is marked, clicking a letter goes to its step', async () => {
  const page = await site.open({ model: true, hash: '#v=1&lab=1&step=21' });
  await press(page, 'temperature 1.50');
  const { texts, settings } = await read(page);
  assert.is(settings.temperature, 1.5);
  const differs = await page.evaluate(() =>
    [...document.querySelectorAll('.letters')].map((line) =>
      [...line.children]
        .filter((node) => node.matches('.letter'))
        .findIndex((node) => node.dataset.differs !== undefined),
    ),
  );
  const first = [...texts[0]].findIndex((letter, i) => letter !== texts[1][i]);
  assert.equal(differs, [first, first]);
  assert.ok(first > 0, 'they are two texts');
  await page.click('.text-line:nth-of-type(1) .letter[data-step="30"]');
  await frame(page);
  const seen = await read(page);
  assert.is(seen.step, 30);
  assert.is(seen.settings.temperature, 0.8, 'track A was drawn at 0.80');
  await press(page, 'One text');
  assert.is((await read(page)).texts.length, 1);
  await page.close();
});

test('no letter beyond the cursor is shown, unless it was written and the cursor goes there', async () => {
  const page = await site.open({ hash: '#v=1&step=21' });
  for (const step of [21, 5, 0, 39]) {
    await visit(page, `#v=1&step=${step}`);
    const { texts } = await read(page);
    assert.is([...texts[0]].length, 7 + step + 1);
    const spoken = await page.evaluate(() => document.querySelector('.text-line .hidden').textContent);
    assert.is([...spoken].length, 7 + step + 1);
  }
  await page.close();
});

test('Step draws with the sliders as they are, and appends; going back keeps what was drawn', async () => {
  const page = await site.open({ model: true });
  const start = (await read(page)).texts[0];
  await press(page, 'Step');
  const stepped = await read(page);
  assert.ok(stepped.texts[0].startsWith(start) && stepped.texts[0].length === start.length + 1);
  await slide(page, 'temperature', 2.5);
  const moved = await read(page);
  const pick = moved.rows.find((row) => row.pick);
  assert.is(await page.evaluate(() => document.querySelector('.would:not([hidden])')?.textContent), pick.letter);
  await press(page, 'Step');
  const after = await read(page);
  assert.ok(after.texts[0].startsWith(start + pick.letter), 'what the sliders picked stands in the text');
  assert.is(after.settings.temperature, 2.5);
  assert.match(after.sentence, /^Nothing moved yet\./);
  await press(page, 'Back');
  await press(page, 'Back');
  const back = await read(page);
  assert.is(back.texts[0], start);
  assert.is(back.timeline.length, after.timeline.length, 'what was written is still there');
  await page.close();
});

test('play steps on to the end of the text and pauses when asked', async () => {
  const page = await site.open({ hash: '#v=1&step=2' });
  await page.evaluate(() => {
    const table = document.querySelector('.pictures table');
    globalThis.steps = [];
    new MutationObserver(() => globalThis.steps.push(table.dataset.step)).observe(table, {
      attributeFilter: ['data-step'],
    });
  });
  await press(page, 'Play');
  await until(page, () => globalThis.steps.length >= 2);
  await press(page, 'Pause');
  const { step } = await read(page);
  assert.equal((await page.evaluate(() => globalThis.steps)).slice(0, 2), ['3', '4']);
  await new Promise((settle) => setTimeout(settle, 1000));
  assert.is((await read(page)).step, step);
  await page.close();
});

test.run();
