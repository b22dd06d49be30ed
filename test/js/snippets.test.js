/**
 * Every snippet of the README and of the guide for developers, and every example of the types, run as it stands. What
 * a line says that it prints, it prints. Those of pages and workers are run by browser.test.js, those of bundlers by
 * test/everywhere, Python by npm run test:torch; here it is seen to that none is left out.
 */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { root } from '../../src/build/project.mjs';
import * as given from '../support/given.js';
import { asModule, examplesOfTypes, promised, snippetsOf } from '../support/snippets.js';
import { openFiles, rowOf } from '../../web/page/yours/open.js';

const snippets = suite('snippets');
const readme = snippetsOf('README.md');
const guide = snippetsOf('web/guide/developers.md');
const folder = join(root, 'build/snippets'); // inside the project: 'nucleus-sampling' is found from here
const BUNDLERS = /^(Vite|webpack|esbuild|Rollup|Parcel)\b/;

snippets.before(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
});

/** Runs a snippet. @returns {Promise<string[]>} what it printed, by calls of console.log */
async function printedBy({ name, text }) {
  const file = join(folder, `${name.replaceAll(/\W/g, '-')}.mjs`);
  const support = pathToFileURL(join(root, 'test/support/given.js')).href;
  writeFileSync(file, asModule(text, support, Object.keys(given)));
  const { log, warn } = console;
  const printed = [];
  console.log = (...values) => printed.push(values.join(' '));
  console.warn = () => {};
  try {
    await import(pathToFileURL(file).href);
  } finally {
    Object.assign(console, { log, warn });
  }
  return printed;
}

const runHere = [...readme.filter(({ language, title }) => language === 'js' && title === ''), ...examplesOfTypes()];

for (const snippet of runHere) {
  snippets(`${snippet.name} runs`, async () => {
    const printed = await printedBy(snippet);
    let from = 0;
    for (const line of promised(snippet.text)) {
      const at = printed.indexOf(line, from);
      assert.ok(at >= 0, `expected ${line}\nprinted ${printed.slice(from).join('\n')}`);
      from = at + 1;
    }
  });
}

snippets('there are snippets, and each has somebody who runs it', () => {
  assert.ok(runHere.length > 20, `${runHere.length}`);
  const rest = readme.filter((snippet) => !runHere.includes(snippet));
  const isRun = ({ language, title }) =>
    ['python', 'html'].includes(language) ||
    (language === 'js' && (['worker.js', 'page.js'].includes(title) || BUNDLERS.test(title)));
  assert.equal(
    rest.filter((snippet) => !isRun(snippet)).map(({ name }) => name),
    [],
  );
});

snippets('the JavaScript half of the README prints the ids that its Python half printed', async () => {
  const place = readme.findIndex(({ language }) => language === 'python');
  const recorded = readFileSync(join(root, 'test/fixtures/readme.txt'), 'utf8').trim().split('\n');
  assert.equal(await printedBy({ ...readme[place + 1], name: 'half' }), recorded);
});

for (const snippet of guide.filter(({ language }) => language === 'js')) {
  snippets(`${snippet.name} runs, and the page opens the scores that it writes`, async () => {
    given.files.clear();
    await printedBy(snippet);
    assert.equal([...given.files.keys()], ['steps.json']);
    const { scores } = await openFiles([new File([given.files.get('steps.json')], 'steps.json')]);
    assert.is(scores.steps, 24);
    const rowAt = async (step) => Array.from(await rowOf(scores, step));
    const seen = new Set();
    for (let step = 0; step < scores.steps; step++) seen.add((await rowAt(step)).join());
    const possible = Array.from({ length: given.vocabulary }, (_, id) => given.model([id]).join());
    assert.ok(seen.size > 1);
    assert.equal(
      [...seen].filter((row) => !possible.includes(row)),
      [],
    );
    const last = given.inputs.input_ids.data.at(-1);
    assert.equal(await rowAt(0), given.model(snippet.text.includes('inputs') ? [Number(last)] : given.prompt));
  });
}

snippets(
  'the guide for developers has JavaScript, which is run here, and Python, which npm run test:torch runs',
  () => {
    const languages = guide.map(({ language }) => language);
    assert.ok(languages.filter((language) => language === 'js').length >= 2);
    assert.equal(
      languages.filter((language) => !['js', 'python'].includes(language)),
      [],
    );
  },
);

snippets('every link of the README leads to a file that is packed, to a section, or out of the package', () => {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  const sections = Array.from(text.matchAll(/^#+ (.*)$/gm), ([, title]) => slug(title));
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const packed = [...files, 'README.md', 'LICENSE', 'package.json'];
  const links = Array.from(text.matchAll(/\]\(([^)]*)\)/g), ([, link]) => link);
  assert.ok(links.length > 8);
  for (const link of links) {
    if (link.startsWith('#')) assert.ok(sections.includes(link.slice(1)), link);
    else if (!/^https:/.test(link)) {
      assert.ok(existsSync(join(root, link)), link);
      assert.ok(
        packed.some((path) => link === path || link.startsWith(`${path}/`)),
        link,
      );
    }
  }
});

/** The anchor that a heading has. */
const slug = (title) =>
  title
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');

snippets.run();
