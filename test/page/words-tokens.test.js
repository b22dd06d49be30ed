/** How tokens print, how they are spoken, and how one is found. */

import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { unpackVocabulary } from '../../web/page/words/decode.js';
import { createNames } from '../../web/page/words/names.js';
import { createSearch } from '../../web/page/words/search.js';
import { alphabetOf, bytesOf, partsOf, spokenText, tokenParts, visibleText } from '../../web/page/words/token.js';

const packed = readFileSync(new URL('../../web/model/words/vocabulary.bin', import.meta.url));
const tokens = await unpackVocabulary(packed, 49_152);
const names = createNames(tokens);
const idOf = (token) => tokens.indexOf(token);

const shown = (token, alphabet = 'bytes') => visibleText(tokenParts({ id: 0, token, alphabet }));
const said = (token, alphabet = 'bytes') => spokenText(tokenParts({ id: 0, token, alphabet }));
const utf8 = (text) => new TextEncoder().encode(text);
const kinds = (parts) => parts.map(({ kind }) => kind);

const printing = suite('page: a token as it prints');

printing('spaces and line ends are seen', () => {
  assert.is(shown('ĠLondon'), '·London');
  assert.is(shown('Ċ'), '⏎');
  assert.is(shown('ĠĠĠ'), '···');
  assert.is(shown('ĉč'), '⇥␍');
});

printing('a piece of a letter is its bytes', () => {
  assert.is(shown('âĢ'), '<E2><80>');
  assert.equal(kinds(partsOf(Uint8Array.of(0x20, 0xe2, 0x80))), ['mark', 'byte', 'byte']);
  assert.is(shown('âĢĻ'), '’');
});

printing('a letter between two pieces of letters comes out whole', () => {
  assert.is(visibleText(partsOf(Uint8Array.of(0x80, ...utf8('é'), 0xe2))), '<80>é<E2>');
});

printing('overlong and surrogate codes are bytes, not letters', () => {
  assert.is(visibleText(partsOf(Uint8Array.of(0xc0, 0xaf))), '<C0><AF>');
  assert.is(visibleText(partsOf(Uint8Array.of(0xed, 0xa0, 0x80))), '<ED><A0><80>');
});

printing('what cannot be seen is its code', () => {
  const text = (token) => visibleText(tokenParts({ id: 0, token, alphabet: 'text' }));
  assert.is(text('\u200b'), 'U+200B');
  assert.is(text('a\u202eb'), 'aU+202Eb');
  assert.is(text('\u0000'), 'U+0000');
  assert.is(text('\u00a0'), 'U+00A0');
  assert.is(text('\ufeff'), 'U+FEFF');
});

printing('a combining mark gets a letter of its own to stand on', () => {
  assert.is(shown('\u0301', 'text'), '◌\u0301');
  assert.is(shown('e\u0301', 'text'), 'e\u0301');
});

printing('what is written from right to left is isolated', () => {
  const [part] = tokenParts({ id: 0, token: 'שלום', alphabet: 'text' });
  assert.equal(part, { kind: 'text', text: 'שלום', isIsolated: true });
  assert.is(visibleText([part]), '\u2068שלום\u2069');
});

printing('a control token is its name, and only it', () => {
  assert.equal(names.parts(2), [{ kind: 'control', text: '<|im_end|>' }]);
  const controls = Array.from(tokens.keys()).filter(names.isControl);
  assert.equal(
    controls,
    Array.from({ length: 17 }, (_, id) => id),
  );
});

printing('an id without a name is its number', () => {
  const few = createNames({ 5: 'Ġa' }, { count: 10 });
  assert.equal(few.parts(7), [{ kind: 'number', text: '7' }]);
  assert.is(few.visible(5), '·a');
  assert.is(few.visible(1e9), '1000000000');
});

printing('markup in a name stays text', () => {
  const evil = '<img src=x onerror=alert(1)>';
  assert.equal(tokenParts({ id: 0, token: evil, alphabet: 'text' })[0].kind, 'text');
  assert.is(visibleText(partsOf(utf8('<b>'))), '<b>');
});

printing('an empty token says that it is empty', () => {
  assert.equal(kinds(tokenParts({ id: 0, token: '', alphabet: 'text' })), ['control']);
});

printing('every token of the vocabulary prints as something, and loses no byte', () => {
  const hasSpace = /[\s\p{Cc}]/u;
  tokens.forEach((token, id) => {
    const visible = names.visible(id);
    assert.ok(visible.length > 0 && !hasSpace.test(visible), `id ${id}: ${JSON.stringify(visible)}`);
    assert.ok(spokenText(names.parts(id)).trim().length > 0, `id ${id} is spoken`);
  });
  const all = tokens.slice(17).reduce((sum, token) => sum + bytesOf(token, 'bytes').length, 0);
  assert.is(
    all,
    tokens.slice(17).reduce((sum, token) => sum + token.length, 0),
  );
});

printing('SentencePiece’s alphabet is known', () => {
  assert.is(shown('▁Paris', 'pieces'), '·Paris');
  assert.is(shown('<0x0A>', 'pieces'), '⏎');
  assert.is(shown('<0xE2>', 'pieces'), '<E2>');
  assert.is(alphabetOf(['<s>', '<0x00>', '▁the', 'a']), 'pieces');
  assert.is(alphabetOf(tokens.slice(0, 1000)), 'bytes');
  assert.is(alphabetOf([' the', ' a', 'b']), 'text');
  assert.is(alphabetOf([]), 'text');
});

printing('a text puts letters together that tokens share', () => {
  const ids = [idOf('âĢ'), idOf('Ļ'), idOf('Ġthe')];
  assert.is(visibleText(names.sentence(ids)), '’·the');
  assert.is(visibleText(names.sentence([2, ...ids.slice(0, 1)])), '<|im_end|><E2><80>');
});

printing.run();

const speech = suite('page: a token as it is spoken');

speech('names white space, bytes and orders', () => {
  assert.is(said('ĠLondon'), 'space London');
  assert.is(said('Ċ'), 'new line');
  assert.is(said('ĠĠĠĠ'), '4 times space');
  assert.is(said('âĢ'), 'byte E 2 byte 8 0');
  assert.is(spokenText(names.parts(2)), 'control token im end');
  assert.is(spokenText(tokenParts({ id: 12, alphabet: 'bytes' })), 'token number 12');
});

speech('names signs and single capitals', () => {
  assert.is(said('.'), 'full stop');
  assert.is(said('Ġ('), 'space opening bracket');
  assert.is(said('A'), 'capital A');
  assert.is(said("don't"), 'don’t');
});

speech.run();

const search = suite('page: search for a token');
const index = createSearch(names);

search('finds a word with or without its space, in any case', () => {
  for (const query of ['London', ' London', 'london', '·London']) {
    const [first, second] = index.find(query);
    assert.ok([first, second].includes(idOf('ĠLondon')), query);
  }
});

search('finds an id, before the tokens that are these digits', () => {
  assert.is(index.find('4528')[0], 4528);
  assert.is(index.find('#4528')[0], 4528);
  assert.equal(index.find('7').slice(0, 2), [7, idOf('7')]);
});

search('gives whole tokens before beginnings before the rest', () => {
  const found = index.find('ital').map((id) => tokens[id]);
  assert.is(found[0], 'ital');
  const begins = found.map((token) => /^Ġ?ital/i.test(token));
  assert.equal(
    begins,
    begins.slice().sort((a, b) => b - a),
    'beginnings come first',
  );
  assert.ok(found.includes('Ġcapital'));
});

search('finds every token that has the text, and no other', () => {
  const all = tokens.flatMap((token, id) => (token.replaceAll('Ġ', ' ').toLowerCase().includes('ondo') ? [id] : []));
  assert.equal(
    index.find('ondo').sort((a, b) => a - b),
    all,
  );
});

search('finds white space and pieces of letters', () => {
  assert.is(index.find('⏎')[0], idOf('Ċ'));
  assert.is(index.find(' ')[0], idOf('Ġ'));
  assert.ok(index.find('<E2>').includes(idOf('âĢ')));
});

search('finds nothing for nothing, and at most what was asked for', () => {
  assert.equal(index.find(''), []);
  assert.equal(index.find('\0'), []);
  assert.equal(index.find('no such token anywhere'), []);
  assert.is(index.find('a', 5).length, 5);
  assert.is(index.find('e').length, 200);
  assert.equal(new Set(index.find('e')).size, 200);
});

// 5 ms a keystroke: a plain pass takes some 27 ms, and is what to compare with on a machine that has other work to do.
search('takes at most a fifth of a plain pass through 262,144 tokens', () => {
  const many = Array.from({ length: 262_144 }, (_, id) => tokens[id % tokens.length] + (id >= tokens.length ? id : ''));
  const named = createNames(many);
  const large = createSearch(named);
  while (!large.grow(10_000));
  large.find('x');
  const texts = Array.from(many, (_, id) => named.text(id));
  const timed = (act) => {
    const start = performance.now();
    act();
    return performance.now() - start;
  };
  for (const query of ['e', 'zz', 'capital', '·the', '12', 'qqqq', 'london49999', '<', 'ing', 'İ']) {
    const rounds = Array.from({ length: 15 }, () => [
      timed(() => large.find(query)),
      timed(() => texts.filter((text) => text.toLowerCase().includes(query)).length),
    ]);
    const [searched, passed] = [0, 1].map((which) => Math.min(...rounds.map((round) => round[which])));
    assert.ok(searched <= passed / 5, `${query}: ${searched.toFixed(2)} ms, a pass ${passed.toFixed(2)} ms`);
  }
});

search.run();
