/** Sheets for paper: the questions, the slips, and the step that is looked at. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { frame, siteFor, sizes, until } from './support.js';

const test = suite('page: sheets for paper');
const site = siteFor(test);
// What is left of A4's width between margins of 12 mm, at 96 px an inch; Letter is wider.
const PAPER = 703;

/** The sheets that a command of the menu prints, as paper shows them. */
async function printed(command, { size = sizes.desktop, hash = '', format = 'A4', dark } = {}) {
  const page = await site.open({
    size,
    hash,
    dark,
    model: true,
    before: () => {
      localStorage.removeItem('chapters');
      window.print = () => {
        globalThis.prints = (globalThis.prints ?? 0) + 1;
      };
    },
  });
  await page.evaluate((label) => {
    const found = [...document.querySelectorAll('.menu-sheet button')].find((one) => one.textContent === label);
    found.click();
  }, command);
  await until(page, () => globalThis.prints === 1);
  await page.emulateMediaType('print');
  const pdf = Buffer.from(await page.pdf({ format })).toString('latin1');
  await page.setViewport({ ...size, width: PAPER, height: 1000 });
  await frame(page);
  return { page, pages: pdf.match(/\/Type \/Page\b/g).length };
}

for (const [size, format] of [
  ['desktop', 'A4'],
  ['phone', 'Letter'],
])
  test(`${size}, ${format}: six questions with boxes on two sheets, and the answers on a third`, async () => {
    const { page, pages } = await printed('Print the questions', { size: sizes[size], format });
    const seen = await page.evaluate(() => ({
      width: document.querySelector('.sheets').scrollWidth,
      isPageShown: document.querySelector('.scroller').offsetParent !== null,
      sheets: [...document.querySelectorAll('.sheet')].map((sheet) => ({
        title: sheet.querySelector('h2').textContent,
        asked: sheet.querySelectorAll('.sheet-ask').length,
        boxes: [...sheet.querySelectorAll('.sheet-box')].map((box) => box.textContent),
        text: sheet.textContent,
      })),
    }));
    assert.is(pages, 3);
    assert.ok(seen.width <= PAPER, `${seen.width} px`);
    assert.is(seen.isPageShown, false);
    assert.equal(
      seen.sheets.map(({ title, asked, boxes }) => [title, asked, boxes.join('')]),
      [
        ['Six questions: predict first', 3, ''],
        ['Six questions: predict first', 3, ''],
        ['Answers', 0, '✓✓✓✓✓✓'],
      ],
    );
    assert.equal(
      seen.sheets.map(({ boxes }) => boxes.length),
      [9, 9, 6],
    );
    assert.not.match(seen.sheets[0].text, /51\./, 'the answer stands apart');
    assert.match(seen.sheets[2].text, /51\. Here the 10 likeliest hold/);
    assert.equal(page.faults, []);
    await page.close();
  });

test('slips: ten sides for each temperature, and blank ones, on a sheet', async () => {
  const { page, pages } = await printed('Print slips for dice');
  const groups = await page.evaluate(() =>
    [...document.querySelectorAll('.slips')].map((group) => [...group.children].map((slip) => slip.textContent)),
  );
  assert.is(pages, 1);
  assert.equal(groups.slice(0, 3), [
    ['Parisrolls 1 to 6', 'therolls 7 to 8', 'Londonrolls 9', 'arolls 10'],
    ['Parisrolls 1 to 9', 'therolls 10'],
    ['Parisrolls 1 to 3', 'therolls 4 to 6', 'Londonrolls 7 to 8', 'arolls 9 to 10'],
  ]);
  assert.is(groups[3].length, 8);
  await page.close();
});

for (const [size, hash] of [
  ['desktop', ''],
  ['phone', '#v=1&step=21'],
])
  test(`${size}: a step is one sheet, with its three pictures beside each other over the rows they belong to`, async () => {
    const { page, pages } = await printed('Print this step', { size: sizes[size], hash, dark: size === 'desktop' });
    const seen = await page.evaluate(() => {
      const sheet = document.querySelector('.sheet-step');
      const box = (node) => node.getBoundingClientRect();
      const [first, last] = [sheet.querySelector('tbody tr'), sheet.querySelector('tbody tr:last-child')].map(box);
      return {
        width: box(sheet).right,
        paper: getComputedStyle(document.querySelector('.sheets')).backgroundColor,
        pictures: [...sheet.querySelectorAll('.picture path[d^=M]')].length,
        columns: [1, 2, 3].map((stage) => {
          const picture = box(sheet.querySelector(`th.stage-${stage}:not(.logit, .after) .picture`));
          const column = box(sheet.querySelector(`th.stage-${stage}:not(.logit, .after)`));
          return {
            isAtRows: Math.abs(picture.top - first.top) < 3 && Math.abs(picture.bottom - last.bottom) < 6,
            // Drawn for this width: what was added up to 1 ends at its right edge.
            reaches:
              stage !== 2 ||
              Math.abs(
                picture.right - Math.max(...[...sheet.querySelectorAll('.total-part')].map((part) => box(part).right)),
              ) < 2,
            isInColumn: picture.left >= column.left - 1 && picture.right <= column.right + 1,
            hasWidth: picture.width > 40,
          };
        }),
      };
    });
    assert.is(pages, 1);
    assert.ok(seen.width <= PAPER, `${seen.width} px`);
    assert.is(seen.paper, 'rgb(255, 255, 255)');
    assert.ok(seen.pictures >= 5);
    for (const column of seen.columns)
      assert.equal(column, { isAtRows: true, reaches: true, isInColumn: true, hasWidth: true });
    await page.close();
  });

test('a sheet goes when the reader goes on: then the page itself is printed', async () => {
  const { page } = await printed('Print slips for dice');
  await page.keyboard.press('Tab');
  assert.is(await page.evaluate(() => document.querySelector('.sheets')), null);
  assert.ok(
    await page.evaluate(
      () => document.querySelector('.app').offsetParent !== null || document.querySelector('.app').offsetHeight > 0,
    ),
  );
  await page.close();
});

test.run();
