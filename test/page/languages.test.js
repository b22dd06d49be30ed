/** The words of the page: all in one place, the same ones in each language, and on the page in the one asked for. */

import { readFile, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as english from '../../web/page/strings.js';
import * as german from '../../web/page/strings.de.js';
import * as englishStart from '../../web/page/start-strings.js';
import * as germanStart from '../../web/page/start-strings.de.js';
import { frame, openPage, serveDist, siteFor, sizes, until, untilThrough, visit } from './support.js';

const source = new URL('../../web/page/', import.meta.url);
const eslint = createRequire(createRequire(import.meta.url).resolve('eslint'));
const { parse } = eslint('espree');

// ---- In the files ------------------------------------------------------------------------------------------------

const words = suite('page: words in one place');

const isWords = (text) =>
  /\p{L}{2,}[,:;.]? \p{L}{2,}|^\p{Lu}\p{Ll}+[.!?:]?$/u.test(text) && !/[<{]|^\w+\/\w|\w-\d$/.test(text);

// Not read by visitors: selectors and classes, errors for whoever works on the page, names of types and keys.
const CALLS = ['querySelector', 'querySelectorAll', 'closest', 'matches', 'matchMedia', 'part', 'createCell'];
const ERRORS = ['Error', 'TypeError', 'FileProblem'];
const NAMES = ['FileProblem', 'Escape', 'Content-Type', 'Folded'];
// English in every language: what is wrong with an opened file, in the terms of its format, and programs to copy.
const ENGLISH = /^(yours\/|pytorch\.js$|words\/decode\.js$)/;

/** The strings in a file that look like words to read. */
function wordsIn(program) {
  const found = [];
  const walk = (node) => {
    if (node.type === 'ImportDeclaration') return;
    if (node.type === 'NewExpression' && ERRORS.includes(node.callee.name)) return;
    if (node.type === 'CallExpression' && CALLS.includes(node.callee.property?.name ?? node.callee.name)) return;
    if (node.type === 'CallExpression' && node.arguments[1]?.value === 'class') return;
    if (node.type === 'Property' && ['class', 'className'].includes(node.key.name)) return;
    if (node.type === 'AssignmentExpression' && node.left.property?.name === 'className') return;
    if (node.type === 'VariableDeclarator' && /^(styles|parts|[A-Z_]+)$/.test(node.id.name ?? '')) return;
    const text = node.type === 'TemplateElement' ? node.value.cooked : node.type === 'Literal' ? node.value : undefined;
    if (typeof text === 'string' && isWords(text) && !NAMES.includes(text)) found.push(text);
    for (const value of Object.values(node))
      for (const child of [value].flat()) if (typeof child?.type === 'string') walk(child);
  };
  walk(program);
  return found;
}

words('no file of the page but those of strings holds words to read', async () => {
  const names = (await readdir(source, { recursive: true })).filter(
    (name) => name.endsWith('.js') && !/strings(\.\w+)?\.js$/.test(name) && !ENGLISH.test(name),
  );
  assert.ok(names.length > 50);
  const outside = [];
  for (const name of names) {
    const program = parse(await readFile(new URL(name, source), 'utf8'), {
      ecmaVersion: 'latest',
      sourceType: 'module',
    });
    outside.push(...wordsIn(program).map((text) => `${name}: ${text}`));
  }
  assert.equal(outside, []);
});

words('words that stand in a program are found', () => {
  const found = (text) => wordsIn(parse(text, { ecmaVersion: 'latest', sourceType: 'module' }));
  assert.equal(found("setText(node, 'No such token.')"), ['No such token.']);
  assert.equal(found('const a = `${count} tokens kept`'), [' tokens kept']);
  assert.equal(found("button('Leave')"), ['Leave']);
  assert.equal(found("element('p', { class: 'foot hint' }); throw new Error('not a file')"), []);
});

/** Where two trees of words differ: in their names, in kinds, in how much a sentence is told. */
function differences(one, other, path = '') {
  if (typeof one !== typeof other) return [path];
  if (typeof one === 'function') return one.length === other.length || other.length === 0 ? [] : [path];
  if (typeof one !== 'object') return (one === '') === (other === '') || path.startsWith('.changed.') ? [] : [path];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) =>
    key in one && key in other ? differences(one[key], other[key], `${path}.${key}`) : [`${path}.${key}`],
  );
}

words('German says all that English says', () => {
  assert.equal(differences({ ...english }, { ...german }), []);
  assert.equal(differences({ ...englishStart }, { ...germanStart }), []);
});

words('a chapter has at most 40 words in each language', () => {
  for (const { chapters } of [english, german])
    for (const [key, text] of Object.entries(chapters.text))
      assert.ok(text.split(/\s+/).length <= 40, `${key}: ${text}`);
});

words.run();

// ---- On the page -------------------------------------------------------------------------------------------------

const test = suite('page: in German');
const site = siteFor(test);
const openGerman = (options) => site.open({ hash: '', ...options }, 'de.html');

/** What is read or heard on the page, but for tokens and numbers. */
const sayings = (page) =>
  page.evaluate(() => {
    const found = new Set();
    const isKept = (node) =>
      node.closest('[translate="no"], .app [lang], pre, code, .letter-button, .columns') !== null;
    const walker = document.createTreeWalker(document.querySelector('.app'), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (!isKept(walker.currentNode.parentElement)) found.add(walker.currentNode.data.trim());
    for (const node of document.querySelectorAll('.app [aria-label], .app [title], .app [placeholder]'))
      if (!isKept(node))
        for (const name of ['aria-label', 'title', 'placeholder']) found.add(node.getAttribute(name)?.trim() ?? '');
    return [...found].filter((text) => /\p{L}{3}/u.test(text));
  });

const states = [
  '#v=1',
  '#v=1&lab=1&T=1.4&p=0.9&all=1',
  '#v=1&scene=words&n=9&step=8&lab=1&T=0',
  '#v=1&scene=hand&lab=1',
  '#v=1&scene=order&p=0.7&lab=1',
  '#v=1&scene=tree&T=0&a=0:0,1,0,1337&lab=1',
  '#v=1&scene=yours&lab=1',
  ...[1, 2, 3, 4, 5, 6].map((number) => `#chapter=${number}`),
];

// The same word in both languages, names, and what a model wrote.
const SHARED =
  /^(Top-[pk]|top-[pk]|Text|Seed|English|Deutsch|Name|Pause|Token|Start|T = 1|A|B|SmolLM2.*|[A-Z]+:.*|Paris 0\.41\n.*|.*tokenizer\.json.*)$/;

test('nothing that is read or heard stays English', async () => {
  const [ours, theirs] = [await openGerman({ model: true }), await site.open({ hash: '', model: true })];
  const all = [new Set(), new Set()];
  for (const state of states)
    for (const [i, page] of [ours, theirs].entries()) {
      await visit(page, state);
      for (const text of await sayings(page)) all[i].add(text);
    }
  const same = [...all[0]].filter((text) => all[1].has(text) && !SHARED.test(text));
  assert.ok(all[0].size > 200, `${all[0].size} texts`);
  assert.equal(same, []);
  assert.is(await ours.evaluate(() => document.documentElement.lang), 'de');
  assert.equal(ours.faults, []);
  await ours.close();
  await theirs.close();
});

test('numbers have a decimal comma, and groups of three a point', async () => {
  const page = await openGerman({ hash: '#v=1&scene=words&n=9&step=8&lab=1&T=0.85' });
  const texts = await page.evaluate(() => document.querySelector('.lab').innerText);
  assert.match(texts, /0,85/);
  assert.match(texts, /49\.152 Token/);
  // But in Apache-2.0.
  assert.equal(texts.match(/(?<!-)\b\d+\.\d{1,2}(?!\d)/g), null);
  await page.close();
});

for (const size of ['desktop', 'phone'])
  test(`${size}: sheets are printed in German`, async () => {
    const page = await openGerman({ size: sizes[size], model: true, before: () => (window.print = () => undefined) });
    await page.evaluate((label) => {
      [...document.querySelectorAll('.menu-sheet button')].find((one) => one.textContent === label).click();
    }, german.header.print.questions);
    await until(page, () => document.querySelector('.sheets') !== null);
    const text = await page.evaluate(() => document.querySelector('.sheets').textContent);
    for (const said of [german.sheets.questions, german.sheets.answers, german.chapters.ask.draw()])
      assert.ok(text.includes(said), said);
    assert.match(text, /51\. Hier haben die 10 wahrscheinlichsten 73 %/);
    await page.close();
  });

/** Where a browser that prefers these languages comes to stand. */
async function arrival(address, language) {
  const page = await site.browser.newPage();
  await page.evaluateOnNewDocument((preferred) => {
    Object.defineProperty(navigator, 'language', { get: () => preferred });
  }, language);
  await page.goto(site.url + address);
  await untilThrough(page, () => document.body?.classList.contains('is-ready'));
  const at = await page.evaluate(() => `${location.pathname}${location.search}${location.hash.slice(0, 11)}`);
  const lang = await page.evaluate(() => document.documentElement.lang);
  await page.close();
  return { at, lang };
}

for (const [name, address, language, expected] of [
  ['the address asks for German', '?lang=de#chapter=2', 'en-GB', { at: '/de.html?lang=de#chapter=2', lang: 'de' }],
  ['the browser speaks German', '#chapter=2', 'de-AT', { at: '/de.html#chapter=2', lang: 'de' }],
  ['the address asks for English', '?lang=en', 'de-AT', { at: '/?lang=en', lang: 'en' }],
  ['German is left for English', 'de.html?lang=en#chapter=2', 'de', { at: '/?lang=en#chapter=2', lang: 'en' }],
  ['the German page is opened itself', 'de.html#chapter=2', 'en', { at: '/de.html#chapter=2', lang: 'de' }],
  ['a language is asked for that is not there', '?lang=fr#chapter=2', 'de', { at: '/?lang=fr#chapter=2', lang: 'en' }],
])
  test(`the language of the page where ${name}`, async () => {
    assert.equal(await arrival(address, language), expected);
  });

test('German works offline after one visit where it is read', async () => {
  const own = await serveDist();
  const page = await openPage(site.browser, `${own.url}de.html`, { hash: '', model: true });
  await until(page, () => document.querySelector('[data-offline=kept]') !== null);
  await own.close();
  await page.reload();
  await until(page, () => document.body?.classList.contains('is-ready'));
  assert.is(await page.evaluate(() => document.documentElement.lang), 'de');
  await until(page, () => document.getElementById('mistakes') !== null);
  await page.close();
});

test('the menu leads to the same state in the other language', async () => {
  const page = await site.open({ hash: '#v=1&scene=hand&T=1.5' });
  await page.evaluate((name) => {
    [...document.querySelectorAll('.menu-sheet a')].find((one) => one.textContent === name).click();
  }, english.header.other.name);
  await untilThrough(
    page,
    () => document.documentElement.lang === 'de' && document.body?.classList.contains('is-ready'),
  );
  await frame(page);
  assert.match(await page.evaluate(() => location.hash), /scene=hand.*T=1\.5/);
  await page.close();
});

test.run();
