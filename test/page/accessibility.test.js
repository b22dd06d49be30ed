import * as assert from 'uvu/assert';
import { suite } from 'uvu';
import { everywhere, inScope } from '../support/scope.js';
import { axeSource, frame, launchFirefox, openPage, press, siteFor, sizes, slide, visit } from './support.js';

const test = suite('page: accessibility');
const rules = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
  rules: { 'target-size': { enabled: true } },
};
const site = siteFor(test);

async function findings(page) {
  const source = await axeSource();
  // Through the protocol: the page's own policy lets no such script in.
  await page.evaluate(source);
  const { violations, incomplete, passes } = await page.evaluate(
    (options) => globalThis.axe.run(document, options),
    rules,
  );
  assert.ok(passes.length > 20, 'axe looked at the page');
  const told = (results) =>
    results.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ target, any }) => `${target} ${any[0]?.message ?? ''}`)
          .join('; ')}`,
    );
  return { violations: told(violations), incomplete: told(incomplete) };
}

const clean = { violations: [], incomplete: [] };

const looks = Object.keys(sizes).flatMap((name) => [false, true].map((dark) => ({ name, dark })));
const sampled = [
  { name: 'desktop', dark: false },
  { name: 'phone', dark: true },
];

for (const { name, dark } of inScope(sampled, looks)) {
  const size = sizes[name];
  test(`axe finds nothing in any stage, ${name}, ${dark ? 'dark' : 'light'}`, async () => {
    const page = await site.open({ size, dark });
    for (const stage of [1, 2, 3]) {
      await visit(page, `#v=1&T=1.3&p=0.9&k=20&step=31&stage=${stage}`);
      assert.equal(await findings(page), clean, `stage ${stage}`);
    }
    await page.close();
  });

  test(`axe finds nothing with the quiz open, ${name}, ${dark ? 'dark' : 'light'}`, async () => {
    const page = await site.open({ size, dark });
    await page.evaluate(() =>
      document.querySelectorAll('.lesson details').forEach((item) => {
        item.open = true;
      }),
    );
    assert.equal(await findings(page), clean);
    await page.close();
  });
}

test('axe finds nothing in words, with a token found and the lab open', async () => {
  for (const [size, dark] of [
    [sizes.desktop, false],
    [sizes.phone, true],
    [sizes.small, false],
  ]) {
    const page = await site.open({ size, dark, hash: '' });
    assert.equal(await findings(page), clean, 'opening');
    await press(page, 'Open the whole');
    await slide(page, 'temperature', 1.4);
    assert.equal(await findings(page), clean, 'the lab');
    await page.close();
  }
});

test('axe finds nothing in the scenes, with both tracks, all letters, repeated draws, and a question open', async () => {
  const page = await site.open({ model: true });
  for (const hash of ['#v=1&scene=tree&T=0', '#v=1&scene=hand&T=0.5&log=1', '#v=1&T=1.4&all=1&lab=1']) {
    await visit(page, hash);
    assert.equal(await findings(page), clean, hash);
  }
  await press(page, 'temperature 1.50');
  await press(page, '1,000 draws');
  assert.equal(await findings(page), clean, 'tracks A and B');
  await press(page, 'Start');
  assert.equal(await findings(page), clean, 'a question');
  await page.click('.choices button');
  await press(page, 'Write your own');
  assert.equal(await findings(page), clean, 'an answer, and the prompt open');
  await page.close();
});

test('axe finds nothing in a long text on a tablet', async () => {
  const page = await site.open({ size: { width: 768, height: 1024 }, hash: '#v=1&n=96&step=80', model: true });
  await frame(page);
  assert.equal(await findings(page), clean);
  await page.close();
});

const inFirefox = everywhere ? test : () => {};

inFirefox('Firefox, dark by its preference: axe finds nothing', async () => {
  const firefox = await launchFirefox({ 'layout.css.prefers-color-scheme.content-override': 0 });
  try {
    const page = await openPage(firefox, site.url);
    assert.is(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches), true);
    assert.equal(await findings(page), clean);
  } finally {
    await firefox.close();
  }
});

test('what the eye sees is also said: signs, names and marks', async () => {
  const page = await site.open({ hash: '#v=1&step=4&T=2.2&all=1' });
  const names = await page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('tbody tr')].map((row) => [
        row.querySelector('.glyph').textContent,
        row.querySelector('button').textContent,
      ]),
    ),
  );
  assert.match(names['·'], /space/);
  assert.match(names['¶'], /new line/);
  assert.match(names.I, /capital I/);
  const spoken = await page.evaluate(() => document.querySelector('.text-line .hidden').textContent);
  assert.is(spoken, 'ROMEO:\nCome,');
  await page.close();
});

test('the status line speaks once for a drag of 50 ticks, after it has rested', async () => {
  const page = await site.open();
  const messages = await page.evaluate(async () => {
    const status = document.querySelector('[role=status]');
    const heard = [];
    new MutationObserver(() => heard.push(status.textContent)).observe(status, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    const slider = document.getElementById('temperature');
    for (let tick = 0; tick < 50; tick++) {
      slider.value = 0.8 + tick / 100;
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise(requestAnimationFrame);
    }
    const during = heard.length;
    slider.dispatchEvent(new Event('change', { bubbles: true }));
    await new Promise((settle) => setTimeout(settle, 1500));
    return { during, heard, sentence: document.querySelector('.sentence').textContent };
  });
  assert.is(messages.during, 0);
  assert.is(messages.heard.length, 1);
  assert.match(messages.heard[0], /T 0\.80 → 1\.29/);
  await page.close();
});

test('a slider says its value and what follows from it', async () => {
  const page = await site.open();
  const said = () => page.evaluate(() => document.getElementById('temperature').getAttribute('aria-valuetext'));
  assert.is(await said(), 'temperature 0.80, 12 letters kept, pick w');
  await page.focus('#temperature');
  await page.keyboard.press('ArrowRight');
  await frame(page);
  assert.match(await said(), /^temperature 0\.81, \d+ letters? kept, pick w$/);
  await page.keyboard.press('PageUp');
  await frame(page);
  assert.match(await said(), /^temperature 1\.(0[1-9]|1\d), \d+ letters kept, pick w$/);
  await page.close();
});

test.run();
