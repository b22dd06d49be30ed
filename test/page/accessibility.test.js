import * as assert from 'uvu/assert';
import { suite } from 'uvu';
import { inScope, onlyEverywhere, onlyHere, split, splitNth } from '../support/scope.js';
import { axeSource, frame, launchFirefox, openPage, press, siteFor, sizes, slide, until, visit } from './support.js';

const test = suite('page: accessibility');
const rules = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'],
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations', 'incomplete'], // of the rest only that there is some
};
const site = siteFor(test);
const once = onlyHere(test);

async function findings(page) {
  // Through the protocol: the page's own policy lets no such script in.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await axeSource());
  const { violations, incomplete, passed } = await page.evaluate(async (options) => {
    const { passes, ...found } = await globalThis.axe.run(document, options);
    return { violations: found.violations, incomplete: found.incomplete, passed: passes.length };
  }, rules);
  assert.ok(passed > 20, 'axe looked at the page');
  // Where something lies over a text axe leaves its contrast open; it is then worked out from the colours alone.
  for (const { id, nodes } of incomplete) {
    if (id !== 'color-contrast') continue;
    const isEnough = await page.evaluate(
      haveContrast,
      nodes.map(({ target }) => target.join(' ')),
    );
    nodes.splice(0, nodes.length, ...nodes.filter((_, i) => !isEnough[i]));
  }
  const told = (results) =>
    results.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ target, any }) => `${target} ${any[0]?.message ?? ''}`)
          .join('; ')}`,
    );
  return { violations: told(violations), incomplete: told(incomplete.filter(({ nodes }) => nodes.length > 0)) };
}

/** For each of these texts whether it has the contrast that WCAG asks for, against the first colour behind it. */
function haveContrast(targets) {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const paint = (colors) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const color of colors) {
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (colors) => {
    const [r, g, b] = paint(colors).map((part) => {
      const share = part / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  return targets.map((target) => {
    const node = document.querySelector(target);
    const style = getComputedStyle(node);
    const behind = [];
    for (let at = node; at; at = at.parentElement) {
      behind.unshift(getComputedStyle(at).backgroundColor);
      if (paint([behind[0]])[3] === 255) break;
    }
    const [dark, light] = [luminance(behind), luminance([...behind, style.color])].sort((a, b) => a - b);
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    return (light + 0.05) / (dark + 0.05) >= (isLarge ? 3 : 4.5);
  });
}

const clean = { violations: [], incomplete: [] };

const looks = Object.keys(sizes).flatMap((name) => [false, true].map((dark) => ({ name, dark })));
const isSampled = ({ name, dark }) => (name === 'desktop' && !dark) || (name === 'phone' && dark);

for (const { name, dark } of split(looks, isSampled)) {
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
  const places = [
    [sizes.phone, true],
    [sizes.desktop, false],
    [sizes.small, false],
  ];
  for (const [size, dark] of splitNth(places, 3)) {
    const page = await site.open({ size, dark, hash: '' });
    assert.equal(await findings(page), clean, 'opening');
    await press(page, 'Open the whole');
    await slide(page, 'temperature', 1.4);
    assert.equal(await findings(page), clean, 'the lab');
    await page.close();
  }
});

once('axe finds nothing in the scenes, both tracks, all letters, repeated draws, an open question', async () => {
  const page = await site.open({ model: true });
  for (const hash of ['#v=1&scene=tree&T=0', '#v=1&scene=hand&T=0.5&log=1', '#v=1&T=1.4&all=1&lab=1']) {
    await visit(page, hash);
    assert.equal(await findings(page), clean, hash);
  }
  await press(page, 'temperature 1.50');
  await press(page, '1,000 draws');
  assert.equal(await findings(page), clean, 'tracks A and B');
  await press(page, 'Write your own');
  assert.equal(await findings(page), clean, 'the prompt open');
  await page.close();
});

for (const { name, dark } of looks) {
  const isOnDesktop = name === 'desktop' && !dark;
  const chapters = split([1, 2, 3, 4, 5, 6], (chapter) => isOnDesktop && chapter % 2 === 1);
  if (chapters.length === 0) continue;
  test(`axe finds nothing in any chapter, asked and answered, ${name}, ${dark ? 'dark' : 'light'}`, async () => {
    const before = () => localStorage.removeItem('chapters');
    const page = await site.open({ size: sizes[name], dark, model: true, hash: '#chapter=1', before });
    for (const chapter of chapters) {
      await visit(page, `#chapter=${chapter}`);
      await until(page, () => document.querySelector('.choices button') !== null);
      assert.equal(await findings(page), clean, `chapter ${chapter}, asked`);
      await page.evaluate(() => document.querySelector('.choices button').click());
      await until(page, () => document.querySelector('.outcome').textContent !== '');
      await frame(page);
      assert.equal(await findings(page), clean, `chapter ${chapter}, answered`);
    }
    await page.close();
  });
}

once('axe finds nothing in a long text on a tablet', async () => {
  const page = await site.open({ size: { width: 768, height: 1024 }, hash: '#v=1&n=96&step=80', model: true });
  await frame(page);
  assert.equal(await findings(page), clean);
  await page.close();
});

// What a step, T and a colour scheme may bring into one another's way: "no draw" on the pick's row, a dot alone.
const steps = { words: [8, 24], letters: [0, 22] };
const links = {
  words: (T, step) => `#v=1&scene=words&track=drawn&T=${T}&p=0.9&k=0&seed=1337&n=${step + 1}&step=${step}`,
  letters: (T, step) => `#v=1&T=${T}&p=0.9&k=0&seed=1337&n=22&step=${step}`,
};
const range = ([from, to]) => Array.from({ length: to - from }, (_, i) => from + i);

for (const world of ['words', 'letters']) {
  for (const dark of inScope([world === 'letters'], [false, true])) {
    test(`axe finds nothing at T 0, 1 and 3, ${world}, ${dark ? 'dark' : 'light'}`, async () => {
      const page = await site.open({ dark, hash: links[world](1, 8) });
      for (const T of inScope([0, 3], [0, 1, 3])) {
        for (const step of inScope([world === 'words' ? 8 : 5], range(steps[world]))) {
          await visit(page, links[world](T, step));
          assert.equal(await findings(page), clean, `T ${T}, step ${step}`);
        }
      }
      await page.close();
    });
  }
}

for (const [name, features] of [
  ['more contrast', [{ name: 'prefers-contrast', value: 'more' }]],
  ['forced colours', [{ name: 'forced-colors', value: 'active' }]],
]) {
  for (const dark of split([false, true], (isDark) => isDark === (name === 'forced colours'))) {
    test(`axe finds nothing for readers who ask for ${name}, ${dark ? 'dark' : 'light'}`, async () => {
      const page = await site.open({ hash: links.letters(0, 8) });
      const protocol = await page.createCDPSession();
      const scheme = { name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' };
      await protocol.send('Emulation.setEmulatedMedia', { features: [...features, scheme] });
      for (const T of [0, 1.3]) {
        await visit(page, links.letters(T, 8));
        assert.equal(await findings(page), clean, `T ${T}`);
      }
      await page.close();
    });
  }
}

once('in a page whose language runs from right to left the pictures stay as they are', async () => {
  const page = await site.open({ hash: links.letters(1.3, 8) });
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('.picture, .ribbon-marker, .slider input, .column, .value')].map((node) => {
        const { left, width } = node.getBoundingClientRect();
        return [Math.round(left), Math.round(width)];
      }),
    );
  const before = await places();
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  await frame(page);
  assert.equal(await places(), before);
  await slide(page, 'temperature', 2);
  await page.focus('#temperature');
  await page.keyboard.press('ArrowRight');
  await frame(page);
  assert.is(await page.evaluate(() => document.getElementById('temperature').value), '2.01');
  assert.is(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
  await page.close();
});

/** The names that assistive technology gets for cells, headers of rows and sliders. */
async function spoken(page) {
  const protocol = await page.createCDPSession();
  const { nodes } = await protocol.send('Accessibility.getFullAXTree');
  await protocol.detach();
  const of = (role) => nodes.filter((node) => node.role?.value === role);
  return {
    cells: of('cell').map(({ name }) => name.value),
    sliders: Object.fromEntries(of('slider').map(({ name, description }) => [name.value, description?.value])),
  };
}

once('a screen reader hears pictures 2 and 3: what crosses, what is cut, who is behind, and each push', async () => {
  for (const size of [sizes.desktop, sizes.phone, sizes.small]) {
    for (const stage of size === sizes.desktop ? [1] : [2, 3]) {
      const page = await site.open({ size, hash: `#v=1&T=0.8&p=0.9&n=22&step=21&stage=${stage}` });
      const { cells } = await spoken(page);
      const heard = (pattern) =>
        assert.ok(
          cells.some((cell) => pattern.test(cell)),
          `${pattern} in ${cells.join(' | ')}`,
        );
      if (stage !== 3) {
        heard(/^keep ?, it crosses p 0\.916$/);
        heard(/^cut 0\.936$/);
      }
      if (stage !== 2) {
        heard(/^push 15\.3, chance × push 0\.789$/);
        heard(/^behind –$/);
        heard(/^not racing –$/);
      }
      await page.close();
    }
  }
});

once('names and descriptions of sliders do not run together, and top-k is told in whole numbers', async () => {
  const page = await site.open({ hash: '#v=1&T=0.8&p=0.9&k=12&n=22&step=21&lab=1' });
  const { sliders } = await spoken(page);
  assert.equal(Object.keys(sliders), ['Temperature', 'Top-p', 'Top-k', 'Step to look at']);
  assert.match(sliders['Top-k'], /^With this luck: “t” from 1 to \d+, “w” from \d+ to /);
  assert.not.match(sliders['Top-k'], /\d\.\d/);
  await page.close();
});

onlyEverywhere(test)('Firefox, dark by its preference: axe finds nothing', async () => {
  const firefox = await launchFirefox({ 'layout.css.prefers-color-scheme.content-override': 0 });
  try {
    const page = await openPage(firefox, site.url);
    assert.is(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches), true);
    assert.equal(await findings(page), clean);
    for (const T of [0, 1, 3]) {
      await visit(page, links.letters(T, 5));
      assert.equal(await findings(page), clean, `T ${T}`);
    }
  } finally {
    await firefox.close();
  }
});

once('what the eye sees is also said: signs, names and marks', async () => {
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

once('the status line speaks once for a drag of 50 ticks, after it has rested', async () => {
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
    while (heard.length === 0) await new Promise(requestAnimationFrame);
    await new Promise((settle) => setTimeout(settle, 1000));
    return { during, heard, sentence: document.querySelector('.sentence').textContent };
  });
  assert.is(messages.during, 0);
  assert.is(messages.heard.length, 1);
  assert.match(messages.heard[0], /T 0\.80 → 1\.29/);
  await page.close();
});

once('a slider says its value and what follows from it', async () => {
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
