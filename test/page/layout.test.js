import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inScope, onlyHere, split, splitNth } from '../support/scope.js';
import * as words from '../../web/page/strings.js';
import { staysInWindow } from './support/layout.js';
import { force, frame, marksIn, press, read, siteFor, sizes, slide, until, visit } from './support.js';

const test = suite('page: layout and looks');
const site = siteFor(test);
const once = onlyHere(test);

const looks = Object.keys(sizes).flatMap((name) => [false, true].map((enlarged) => ({ name, enlarged })));
const isSampled = ({ name, enlarged }) => (name === 'desktop' && !enlarged) || (name === 'small' && enlarged);

for (const { name, enlarged } of split(looks, isSampled)) {
  const size = sizes[name];
  test(`no sideways scroll, ${name}${enlarged ? ', text at 200 %' : ''}`, async () => {
    const page = await site.open({ size, model: true });
    if (enlarged)
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
    await staysInWindow(page, words);
    await page.close();
  });
}

once('the main idea fits a desktop screen: sliders, table and what changed', async () => {
  const page = await site.open();
  const bottoms = await page.evaluate(() =>
    ['.controls', '.pictures table', '.sentence'].map(
      (part) => document.querySelector(part).getBoundingClientRect().bottom,
    ),
  );
  for (const bottom of bottoms) assert.ok(bottom <= 800, `${bottoms}`);
  await page.close();
});

once('alignment carries meaning: a slider is as wide as its picture, and p’s line stands under its thumb', async () => {
  const page = await site.open();
  const [ribbon, picture, line, marker] = await page.evaluate(() =>
    ['.topP .ribbon-frame', '.picture.cut', '.picture .total-line', '.topP .ribbon-marker'].map((part) => {
      const { left, right } = document.querySelector(part).getBoundingClientRect();
      return { left, right };
    }),
  );
  assert.ok(Math.abs(ribbon.left - picture.left) < 1 && Math.abs(ribbon.right - picture.right) < 1);
  assert.ok(Math.abs(line.left - marker.left) < 3);
  await page.close();
});

once('a phone shows one picture at a time, and the same rows in each', async () => {
  const page = await site.open({ size: sizes.phone });
  const rows = [];
  for (const stage of [1, 2, 3]) {
    await page.evaluate((id) => document.getElementById(id).click(), `stage-${stage}`);
    await frame(page);
    const shown = await page.evaluate(() =>
      [1, 2, 3].filter((one) => document.querySelector(`tbody .stage-${one}`).offsetParent !== null),
    );
    assert.equal(shown, [stage]);
    rows.push((await read(page)).rows.map(({ id, gap }) => id ?? gap));
  }
  assert.equal(rows[1], rows[0]);
  assert.equal(rows[2], rows[0]);
  await page.close();
});

once('on a tall phone the controls are docked in view; on a low one they stand in the page', async () => {
  const tall = await site.open({ size: sizes.phone });
  await tall.evaluate(() => document.querySelector('#quiz').scrollIntoView());
  const place = (page) =>
    page.evaluate(() => {
      const { top, bottom } = document.querySelector('.controls').getBoundingClientRect();
      return { top, bottom, window: innerHeight, document: document.documentElement.scrollHeight };
    });
  const docked = await place(tall);
  assert.ok(docked.top > 0 && docked.bottom <= docked.window + 1);
  await visit(tall, '#v=1&all=1');
  assert.is((await place(tall)).document, docked.window, 'only what is above the dock scrolls');
  await tall.setViewport({ ...sizes.phone, height: 690 });
  await frame(tall);
  await tall.evaluate(() => document.querySelector('#quiz').scrollIntoView());
  assert.ok((await place(tall)).bottom < 0, 'it scrolled away with the page');
  await tall.close();
});

test('what a row says in the pictures is never cut off', async () => {
  for (const [size, stages] of [
    [sizes.desktop, [1]],
    [sizes.phone, [2, 3]],
    [sizes.small, [2, 3]],
  ]) {
    const page = await site.open({ size });
    for (const stage of stages) {
      for (let step = 0; step < 40; step += inScope(9, 1)) {
        await visit(
          page,
          `#v=1&step=${step}&stage=${stage}&T=${[0, 0.5, 0.8, 1.5][step % 4]}&p=${[0.9, 0.05, 0.5][step % 3]}&k=${step % 5 === 0 ? 3 : 0}`,
        );
        const cut = await page.evaluate(() => {
          const rests = ({ left, right }, room) => left >= room.left - 0.5 && right <= room.right + 0.5;
          return (
            [...document.querySelectorAll('.room > span')]
              .filter((word) => word.textContent !== '' && word.offsetParent)
              // For the ear alone.
              .filter((word) => getComputedStyle(word).clipPath === 'none')
              .filter((word) => !rests(word.getBoundingClientRect(), word.parentNode.getBoundingClientRect()))
              .map((word) => word.textContent)
          );
        });
        assert.equal(cut, [], `step ${step}, stage ${stage}, ${size.width} px`);
      }
    }
    await page.close();
  }
});

once('a long token stands in its row and beside its marks, and no end of an axis in the other', async () => {
  for (const size of [sizes.desktop, sizes.phone]) {
    for (const chapter of [2, 4]) {
      const page = await site.open({ size, hash: `#chapter=${chapter}` });
      const crowded = await page.evaluate(() => {
        const place = (node) => {
          const range = document.createRange();
          range.selectNodeContents(node);
          return range.getBoundingClientRect();
        };
        const labels = [...document.querySelectorAll('.axis-labels')].map((axis) =>
          [...axis.children].map(place).filter(({ width }) => width > 0),
        );
        const cells = [...document.querySelectorAll('tbody th .cell')].filter((cell) => cell.querySelector('.marks'));
        return [
          ...labels
            .filter((ends) => ends.some(({ left }, i) => i > 0 && left < ends[i - 1].right))
            .map(() => 'an axis'),
          ...cells
            .filter((cell) => {
              const [button, marks] = ['.letter-button', '.marks'].map((part) => cell.querySelector(part));
              const { left } = place(button.querySelector('.glyph'));
              const { right } = button.getBoundingClientRect();
              const isOut = left < cell.getBoundingClientRect().left || right > marks.getBoundingClientRect().left;
              return isOut || getComputedStyle(button).overflow !== 'hidden';
            })
            .map((cell) => cell.textContent),
        ];
      });
      assert.equal(crowded, [], `chapter ${chapter} at ${size.width}`);
      await page.close();
    }
  }
});

once('large text on a phone leaves the sliders their room, in the page, and the rows their height', async () => {
  const page = await site.open({ size: sizes.phone });
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await frame(page);
  const { isDocked, rowHeights, width } = await page.evaluate(() => ({
    isDocked: document.querySelector('[data-dock]') !== null,
    rowHeights: new Set([...document.querySelectorAll('tbody tr')].map((row) => row.offsetHeight)).size,
    width: document.getElementById('temperature').clientWidth,
  }));
  assert.is(isDocked, false);
  assert.ok(width > 150, `the slider is ${width} px wide`);
  assert.is(rowHeights, 1, 'the pictures count on rows of one height');
  await page.close();
});

once('targets: at least 24 px, and 44 px for the buttons of the dock', async () => {
  const page = await site.open({ size: sizes.phone });
  const small = await page.evaluate(() => {
    const low = [];
    for (const node of document.querySelectorAll('button, a, input, summary, label[for^=stage]')) {
      const { width, height } = node.getBoundingClientRect();
      const least = node.matches('.stepping button, .stepping input') ? 44 : 24;
      if (node.offsetParent && !node.matches('.stages input') && (width < least || height < least))
        low.push(`${node.textContent || node.id} ${width} x ${height}`);
    }
    return low;
  });
  assert.equal(small, []);
  await page.close();
});

once('all 65 letters can be seen, in an order that no slider changes', async () => {
  const page = await site.open({ hash: '#v=1&step=6&lab=1' });
  await press(page, 'Show all 65 letters');
  const orders = [];
  for (const temperature of [0, 0.02, 0.5, 1, 3]) {
    await slide(page, 'temperature', temperature);
    orders.push((await read(page)).rows.map(({ id }) => id));
  }
  assert.is(new Set(orders[0]).size, 65);
  for (const order of orders) assert.equal(order, orders[3]);
  await page.close();
});

once('the pick and the crossing letter are always in the table, which keeps its height', async () => {
  const page = await site.open({ hash: '#v=1&step=30' });
  for (const [temperature, topP] of [
    [0.3, 0.5],
    [1, 0.9],
    [2, 0.97],
    [3, 0.99],
    [0, 1],
    [1.5, 1],
  ]) {
    await slide(page, 'temperature', temperature);
    await slide(page, 'topP', topP);
    const { rows } = await read(page);
    assert.ok(rows.length <= 8 && rows.length >= 7, `${rows.length} rows`);
    assert.is(rows.filter(({ pick }) => pick).length, 1);
    assert.is(rows.filter(({ cut }) => cut === 'crossing').length, topP < 1 && temperature > 0 ? 1 : 0);
  }
  await page.close();
});

test('one axis a step: a larger share never draws a shorter bar, whatever T is, before or after a drag', async () => {
  const places = [
    [sizes.desktop, '#v=1&step=21'],
    [sizes.phone, '#v=1&step=13'],
    [sizes.small, '#v=1&step=0'],
    [sizes.desktop, '#v=1&scene=hand'],
    [sizes.desktop, '#v=1&step=21&axis=full'],
    [sizes.desktop, '#v=1&step=21&log=1'],
  ];
  for (const [size, hash] of splitNth(places, 2)) {
    const page = await site.open({ size, hash });
    const edges = () => page.evaluate(() => document.querySelector('th.stage-1 .axis-labels').textContent);
    const before = await edges();
    const bars = [];
    const note = async () => {
      const [shapes, { rows }] = [await marksIn(page, '.share-bar'), await read(page)];
      rows.forEach(({ id, cells }, i) => {
        if (id !== undefined) bars.push({ share: cells[0].value, length: Math.max(...shapes[i][0].map(([x]) => x)) });
      });
    };
    for (const temperature of [0, 0.05, 0.2, 0.5, 0.8, 1, 1.5, 3]) {
      await page.evaluate((value) => {
        const slider = document.getElementById('temperature');
        slider.value = value;
        slider.dispatchEvent(new Event('input', { bubbles: true }));
      }, temperature);
      await frame(page);
      await note();
      await page.evaluate(() =>
        document.getElementById('temperature').dispatchEvent(new Event('change', { bubbles: true })),
      );
      await frame(page);
      await note();
      assert.is(await edges(), before, `the axis at T ${temperature}, ${hash}`);
    }
    bars.sort((a, b) => a.share - b.share);
    assert.ok(bars.at(-1).length > bars[0].length + 50, `from ${bars[0].length} to ${bars.at(-1).length} px`);
    bars
      .slice(1)
      .forEach(({ share, length }, i) =>
        assert.ok(
          length >= bars[i].length - 0.02,
          `${share} is ${length} px, ${bars[i].share} is ${bars[i].length} px`,
        ),
      );
    await page.close();
  }
});

once('sliders stand apart: label and value together, at least 32 px between one and the next', async () => {
  const page = await site.open();
  const [first, second] = await page.evaluate(() =>
    ['.temperature', '.topP'].map((name) => {
      const rests = [...document.querySelectorAll(`${name} :is(input, .ribbon-frame)`)].map((node) =>
        node.getBoundingClientRect(),
      );
      return { left: Math.min(...rests.map(({ left }) => left)), right: Math.max(...rests.map(({ right }) => right)) };
    }),
  );
  assert.ok(second.left - first.right >= 32, `${second.left - first.right} px`);
  await page.close();
});

once('no text is smaller than 14 px, and prose is 17', async () => {
  for (const size of Object.values(sizes)) {
    const page = await site.open({ size, hash: '#v=1&lab=1&step=21' });
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('.app *')]
        .filter((node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim() !== ''))
        .filter((node) => node.offsetParent && !node.closest('.ribbon, .is-narrow'))
        .filter((node) => parseFloat(getComputedStyle(node).fontSize) < 14)
        .map((node) => `${node.className} ${node.textContent.slice(0, 20)}`),
    );
    assert.equal(small, [], `${size.width} px`);
    assert.is(await page.evaluate(() => getComputedStyle(document.querySelector('.sentence')).fontSize), '17px');
    await page.close();
  }
});

once('without colour the marks still differ: a star, a ring, a hatch, a flag, and words', async () => {
  const page = await site.open({ model: true });
  await force(page, 2);
  const marks = await page.evaluate(() => {
    const style = (part) => getComputedStyle(document.querySelector(part));
    return {
      text: document.querySelector('tbody').textContent,
      ring: style('.total-ring').stroke,
      hatch: style('.total-part.is-out').fill,
      plain: style('.total-part:not(.is-out)').fill,
    };
  });
  for (const word of ['★ pick', '⚑ by hand', 'keep, it crosses p', 'cut', 'not racing'])
    assert.ok(marks.text.includes(word), word);
  assert.match(marks.ring, /^rgb/);
  assert.match(marks.hatch, /#hatch/);
  assert.match(marks.plain, /^rgb/);
  // A ring stands in the row of the crossing letter alone; what is hatched is cut, what is not is kept.
  const { rows } = await read(page);
  const has = async (layer) => (await marksIn(page, layer)).map((shapes) => shapes.length > 0);
  const [ringed, hatched, folded, plain] = [
    await has('.total-ring'),
    await has('.is-out:not(.is-folded)'),
    await has('.is-out.is-folded'),
    await has('.total-part:not(.is-out, .is-folded)'),
  ];
  rows.forEach(({ id, cut }, i) => {
    assert.is(ringed[i], cut === 'crossing', `row ${i}`);
    assert.is(hatched[i] || folded[i], cut === 'out', `row ${i}`);
    if (id !== undefined) assert.is(plain[i], cut !== 'out', `row ${i}`);
  });
  await page.close();
});

once('forced colours keep every mark visible', async () => {
  const page = await site.open();
  const client = await page.createCDPSession();
  await client.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] });
  await frame(page);
  const seen = await page.evaluate(() => {
    const paper = getComputedStyle(document.body).backgroundColor;
    const fill = (part) => {
      const node = document.querySelector(part);
      const { backgroundColor, fill: inside } = getComputedStyle(node);
      return node.ownerSVGElement ? inside : backgroundColor;
    };
    return {
      isForced: matchMedia('(forced-colors: active)').matches,
      paper,
      fills: [
        '.share-bar',
        '.total-part',
        '.hatching',
        '.race-luck',
        '.race-start',
        '.entropy',
        '.ribbon-piece[data-here]',
      ].map(fill),
    };
  });
  assert.ok(seen.isForced);
  for (const fill of seen.fills) assert.ok(fill !== seen.paper && fill !== 'rgba(0, 0, 0, 0)', fill);
  await page.close();
});

once('nothing moves by itself, for anybody', async () => {
  const page = await site.open();
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter((node) => {
        const { transitionDuration, animationName, scrollBehavior } = getComputedStyle(node);
        return parseFloat(transitionDuration) > 0 || animationName !== 'none' || scrollBehavior === 'smooth';
      }).length,
  );
  assert.is(moving, 0);
  await page.close();
});

once('the theme can be chosen, and is remembered', async () => {
  const page = await site.open({ dark: false });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await press(page, 'Theme: as');
  await press(page, 'Theme: light');
  const dark = await paper();
  assert.is.not(dark, light);
  await page.reload();
  await until(page, () => document.body.classList.contains('is-ready'));
  assert.is(await paper(), dark);
  await page.close();
});

test.run();
