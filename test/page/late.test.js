/**
 * A page that is not done yet: frames too long for all parts, a start in which the learner already acts, a model on its
 * way.
 */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { everyNth, inScope, onlyHere } from '../support/scope.js';
import { frame, read, siteFor, sizes, until, visit } from './support.js';

const test = suite('page: not done yet');
const site = siteFor(test);
const once = onlyHere(test);

/** A clock by which every part takes longer than a frame's share, so that each frame draws one. */
const slowClock = () => {
  const now = performance.now.bind(performance);
  let passed = 0;
  performance.now = () => now() + 5 * passed++;
};

/** Press and go on at once: what follows must not wait for the frame. */
const press = (page, text) =>
  page.evaluate(
    (label) =>
      [...document.querySelectorAll('button, a')]
        .find((node) => node.textContent.startsWith(label) && node.offsetParent)
        ?.click(),
    text,
  );

test('on a slow machine a drag leaves parts over: none is ever older than one frame, and in the end all agree', async () => {
  const page = await site.open();
  const client = await page.createCDPSession();
  await client.send('Emulation.setCPUThrottlingRate', { rate: 20 });
  const moves = Array.from({ length: inScope(16, 40) }, (_, i) => (0.5 + 0.05 * i).toFixed(2));
  const seen = await page.evaluate(async (values) => {
    const slider = document.getElementById('temperature');
    const notes = [];
    for (const value of values) {
      slider.value = value;
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise(requestAnimationFrame);
      notes.push({
        number: document.querySelector('output[for=temperature]').textContent,
        table: Number(document.querySelector('.pictures table').dataset.temperature).toFixed(2),
        sentence: /^T 0\.80 → (\S+)/.exec(document.querySelector('.sentence').textContent)?.[1],
      });
    }
    slider.dispatchEvent(new Event('change', { bubbles: true }));
    return notes;
  }, moves);
  let late = 0;
  // At T 0.80 nothing has moved.
  const isNamed = (part, value) => !(part === 'sentence' && value === '0.80');
  seen.forEach((shown, i) => {
    if (i === 0) return;
    for (const [part, value] of Object.entries(shown)) {
      const [now, before] = [moves[i], moves[i - 1]];
      if (value !== now && isNamed(part, now)) late++;
      if (isNamed(part, now) && isNamed(part, before))
        assert.ok(value === now || value === before, `${part} shows ${value} at ${now}`);
    }
  });
  assert.ok(late > 0, 'some part was left over: else this shows nothing');
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await frame(page);
  const dragged = await read(page);
  await page.close();
  const linked = await site.open({ hash: dragged.hash });
  assert.equal(dragged, await read(linked), 'what was dragged to is what its link shows');
  await linked.close();
});

once('many rows come in a few at a time, and a slider that moves meanwhile moves those that are there', async () => {
  const page = await site.open({ hash: '#v=1&lab=1' });
  const seen = await page.evaluate(async () => {
    // From inside: a request more, and on a busy machine all rows would be there.
    [...document.querySelectorAll('button')].find((node) => node.textContent === 'Show all 65 letters').click();
    const slider = document.getElementById('temperature');
    const notes = [];
    for (let move = 0; move < 12; move++) {
      slider.value = 1 + move / 10;
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise(requestAnimationFrame);
      const rows = [...document.querySelectorAll('tbody tr')];
      notes.push({
        ids: rows.map((row) => Number(row.dataset.id)),
        shares: rows.map((row) => Number(row.querySelector('td.stage-1:not(.logit)').dataset.value)),
        isLate: 'late' in document.body.dataset,
      });
    }
    slider.dispatchEvent(new Event('change', { bubbles: true }));
    return notes;
  });
  const counts = seen.map(({ ids }) => ids.length);
  counts.slice(1).forEach((count, i) => assert.ok(count - counts[i] <= 8, `${counts}`));
  assert.ok(counts[0] < 30 && counts.at(-1) === 65, `${counts}`);
  for (const { ids, shares, isLate } of seen) {
    assert.ok(isLate || ids.length === 65);
    assert.equal(ids, seen.at(-1).ids.slice(0, ids.length), 'from the top');
    assert.equal(
      shares,
      [...shares].sort((a, b) => b - a),
      'all of one temperature',
    );
  }
  const { shares } = seen.at(-1);
  assert.ok(Math.abs(shares.reduce((sum, share) => sum + share) - 1) < 1e-6);
  await page.close();
});

once('a ribbon left over when the alphabet changes is drawn for the new one', async () => {
  const page = await site.open({ before: slowClock });
  for (const [hash, letters] of [
    ['#v=1&scene=hand', 'ABCD'],
    ['#v=1&step=5', undefined],
    ['#v=1&scene=order', 'ABC'],
    ['#v=1&step=9', undefined],
  ]) {
    await press(page, 'Draw again');
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await visit(page, hash);
    const { here, hint, pieces } = await page.evaluate(() => ({
      here: document.querySelectorAll('.topK .ribbon-piece[data-here]').length,
      hint: document.getElementById('topK-hint').textContent,
      pieces: [...document.querySelectorAll('.topK .ribbon-piece')].map((piece) => piece.textContent),
    }));
    assert.is(here, 1, hash);
    assert.ok(/every position/.test(hint) || hint.includes('to off'), hint);
    if (letters) for (const piece of pieces) assert.ok(letters.includes(piece), `${piece} at ${hash}`);
  }
  assert.equal(page.faults, []);
  await page.close();
});

test('what is clicked before a frame has caught up does no harm', async () => {
  const page = await site.open({ before: slowClock });
  const pending = '#v=1&prompt=What';
  const acts = [
    () => document.querySelectorAll('tbody .letter-button')[3]?.click(),
    () => [...document.querySelectorAll('button')].find((node) => node.textContent.startsWith('1,000'))?.click(),
    () => [...document.querySelectorAll('button')].find((node) => node.textContent === 'Back to as drawn')?.click(),
    () => document.querySelectorAll('.text-line .letter[data-step]')[30]?.click(),
    () => document.querySelectorAll('tbody tr')[9]?.dispatchEvent(new PointerEvent('pointerenter')),
    () => document.querySelectorAll('.column')[30]?.click(),
  ];
  for (const hash of [pending, '#v=1&scene=order', '#v=1&scene=tree&T=0']) {
    for (const act of everyNth(acts, 2)) {
      await visit(page, '#v=1&T=1.5&step=21&a=0:0.8,0.9,0,1337&b=0:0.8,0.9,0,1337|9:1.5,0.9,0,1337');
      await page.evaluate((to) => {
        location.hash = to;
      }, hash);
      await page.evaluate(act);
      await page.evaluate(() => new Promise(requestAnimationFrame));
      await page.evaluate(act);
      if (hash === pending) await until(page, () => document.body.dataset.model === 'ready');
      await frame(page);
      const { sentence, texts } = await read(page);
      assert.not.match(sentence + texts, /undefined|NaN/, `${act} at ${hash}`);
    }
  }
  assert.equal(page.faults, []);
  await page.close();
});

once('a link followed while the page is being made is where it arrives', async () => {
  const page = await site.open({
    before: () => {
      new MutationObserver((_, observer) => {
        if (!document.querySelector('h1')) return;
        observer.disconnect();
        location.hash = '#v=1&T=2.5&step=3';
      }).observe(document, { childList: true, subtree: true });
    },
  });
  await until(page, () => document.body.dataset.model === 'ready');
  await frame(page);
  const { settings, step, hash } = await read(page);
  assert.is(settings.temperature, 2.5);
  assert.is(step, 3);
  assert.match(hash, /T=2\.5&.*step=3|T=2\.5&step=3/);
  assert.equal(page.faults, []);
  await page.close();
});

once('while the page is being made nothing unfinished shows, and commands do no harm', async () => {
  const page = await site.open({
    before: () => {
      globalThis.seen = [];
      const click = (text) =>
        [...document.querySelectorAll('button, a')].find((node) => node.textContent.startsWith(text))?.click();
      const look = () => {
        const isReady = document.body?.classList.contains('is-ready');
        if (document.body && !isReady) {
          for (const label of [
            'Start',
            'Start',
            'temperature 1.50',
            'Copy as',
            'Lesson',
            '1,000',
            'Step',
            'Open the',
            'Back to',
            'Back',
          ])
            click(label);
          globalThis.seen.push(
            ...[...document.querySelectorAll('.tree')]
              .filter((part) => part.offsetParent)
              .map((part) => part.className),
          );
        }
        if (!isReady) requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
  });
  await until(page, () => document.body.dataset.model === 'ready');
  await frame(page);
  assert.equal(await page.evaluate(() => globalThis.seen.filter((name) => name === 'tree')), []);
  assert.equal(
    page.faults.filter((fault) => !fault.includes('lipboard')),
    [],
  );
  await page.close();
});

once('nothing that shows moves while the page is being made and the model arrives', async () => {
  for (const size of Object.values(sizes)) {
    const page = await site.open({
      size,
      model: true,
      before: () => {
        globalThis.shifts = [];
        new PerformanceObserver((list) =>
          globalThis.shifts.push(...list.getEntries().map(({ value }) => value)),
        ).observe({ type: 'layout-shift', buffered: true });
      },
    });
    await frame(page);
    const shifts = await page.evaluate(() => globalThis.shifts);
    const sum = shifts.reduce((total, value) => total + value, 0);
    assert.ok(sum < 0.05, `${size.width} px: a layout shift of ${sum}`);
    await page.close();
  }
});

once('an open question gives nothing away to a screen reader', async () => {
  const page = await site.open({ hash: '#v=1&step=21' });
  const spoken = () =>
    page.evaluate(() => ({
      described: ['.pictures table', '#temperature', '#topP', '#topK'].filter((selector) =>
        document.querySelector(selector).hasAttribute('aria-describedby'),
      ),
      hints: [...document.querySelectorAll('[id$=P-hint], [id$=K-hint], [id=temperature-hint]')].filter(
        (hint) => !hint.hidden,
      ).length,
      scrub: document.getElementById('scrub').getAttribute('aria-valuetext'),
      said: document.querySelector('[role=status]').textContent,
    }));
  assert.is((await spoken()).described.length, 4);
  await press(page, 'Step');
  await visit(page, '#chapter=5');
  await until(page, () => document.querySelector('.choices button') !== null);
  await new Promise((settle) => setTimeout(settle, 1000));
  assert.equal(await spoken(), { described: [], hints: 0, scrub: 'step 21', said: '' });
  await page.click('.choices button');
  await until(page, () => document.querySelector('.outcome').textContent !== '');
  await frame(page);
  const after = await spoken();
  assert.is(after.described.length, 4);
  assert.match(after.scrub, /kept/);
  await page.close();
});

test.run();
