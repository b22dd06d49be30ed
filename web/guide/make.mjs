/**
 * Writes teachers.md from the list of chapters, the page's own words, and the core's numbers:
 * node web/guide/make.mjs
 */

import { Buffer } from 'node:buffer';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { isMain, root } from '../../src/build/project.mjs';
import { loadGpt } from '../../src/js/gpt/index.js';
import { packSteps } from '../build.mjs';

const guide = join(root, 'web/guide/teachers.md');
const sources = {
  core: 'src/js/generated/nucleus.wasm',
  opening: 'web/model/words/opening.bin',
  rows: 'web/model/words/rows.bin',
  vocabulary: 'web/model/words/vocabulary.bin',
};
// Minutes of the lesson that each chapter takes, and of the short one; the rest is talk.
const MINUTES = [5, 6, 6, 7, 6, 5];
const SHORT = [1, 2, 3, 4];

const bytesOf = async (path) => new Uint8Array(await readFile(join(root, path)));

/** The guide's text. */
export async function makeGuide() {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'web/guide/solved.js')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    define: { __FILES__: '{}' },
    logLevel: 'error',
  });
  const { solve } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);
  const files = { steps: packSteps(await readFile(join(root, 'web/model/recorded.json'), 'utf8')) };
  for (const [key, path] of Object.entries(sources)) files[key] = await bytesOf(path);
  const gpt = await loadGpt(await bytesOf('web/model/shakespeare.gpt'));
  return textOf(await solve(files, gpt.logits));
}

function textOf({ chapters, beliefs }) {
  const mistakes = [...chapters.map(({ mistake }) => mistake), ...beliefs];
  return `# A lesson on how a language model draws its next word

For a class that knows percentages and has heard of ChatGPT. No programming. One device for two learners is best: one
presses, the other says beforehand what will happen. The page needs no account, sends nothing anywhere, and works
offline once it says that it is kept. (This guide is made from the page's own list: \`node web/guide/make.mjs\`.)

Afterwards they can say: a model gives scores, and something else turns them into one token; temperature changes how
unequal the shares are and never their order; the cut keeps as few tokens as reach p; a likely token has a head start
in the draw and can lose.

## 45 minutes

**Minutes 0 to 5: what is going on here?** Show the opening page, untouched: a model wrote that the French capital is
London. Ask whether that is a mistake, and write the answers down without judging them.

${lesson(chapters).join('\n\n')}

**Minutes 40 to 45: back to London.** Was it a mistake? A good answer has both halves: the shares were as they were, and
the draw picked by chance among what was kept. One sentence each that begins "The temperature does not".

## 20 minutes

The opening page, then chapters ${SHORT.join(', ')} with four minutes each, the class deciding by a show of hands. Stop
after the 1,000 draws of chapter 4.

## Without devices: dice and slips

The page prints the slips: *Print slips for dice* in its menu. Each group needs them and a die with ten sides, or
numbers from 1 to 10 in a bag. On the slips stands what can follow "The capital of France is", and how many of the ten
sides each token has: six Paris, two "the", one London, one "a". Roll: that token is written. That is the draw.

1. *Temperature.* Cold: Paris gets nine sides, "the" one. Hot: three, three, two, two. The order never changes.
2. *The cut.* Take the slips from the top until they hold eight sides. Roll again when another comes up.
3. *The loop.* After the token is written, new slips: what can follow *that* text?

## What learners get wrong, each with a state that shows it

The links go behind the page's address.

| they say | true is | state |
|---|---|---|
${mistakes.map(({ claim, truth, link }) => `| ${claim} | ${truth} | \`${link}\` |`).join('\n')}

## Embed, project, translate, print, hand in

- **Embed** one chapter: *Copy as a frame* in the menu gives the line,
  \`<iframe src="ADDRESS/#embed&chapter=3" width="800" height="600"></iframe>\`. It needs nothing of the page around it, and
  may be sandboxed: \`sandbox="allow-scripts"\` is enough for chapters 1 to 4. (Chapters 5 and 6 run a network in a worker, for
  which the frame needs \`allow-same-origin\` as well.) In a learning platform, a notebook or slides it is the same line; where
  a platform takes no frames, give the link. The frame tells its host by \`postMessage\` how high it is,
  \`{ source: 'nucleus-sampling', height: 584 }\`, and which chapter was done, \`{ source: 'nucleus-sampling', chapterDone: 3 }\`,
  and nothing else. It hears nothing.
- **Project**: \`#present&chapter=3\` opens a chapter in type of 24 pixels, without menu and commands; \`#present\` alone the
  opening page. Question, choices and the first row of the table are on one screen of 1024 x 768 as well. Choose light or dark
  in the menu beforehand: the page remembers it. Tab and Space choose for the class.
- **In German**: \`?lang=de\` before the \`#\`, or *Deutsch* in the menu: the page, the sheets and the slips. This guide and
  what is said of an opened file stay English.
- **Print**, from the menu, on A4 or Letter, in black and white, from a phone too: *Print the questions* gives two sheets with
  boxes to tick and a line for reasons, and the answers on a third; *Print slips for dice* one sheet to cut up; *Print this step*
  the step on the screen, as the sliders stand, with its three pictures. Wait with the questions until the page says that it is
  kept for offline use: the last two answers are written by the network.
- **Hand in**: *Copy link* in the menu keeps the text, the sliders, the seed and the step in the address. What a learner ticked
  is kept on their device alone, so ask for the sheet, or for a link and a sentence that says what it shows.

## For everybody

- **Keyboard**: Tab to a choice, Space to choose; the focus goes to the answer. Sliders move by arrow keys.
- **Screen readers**: headings, choices and the table are read out in the order in which they stand; each row of the table says
  what the pictures show in it. A move of a slider is told once, after it has come to rest. All that is read on the way
  through the six chapters stands in [path.txt](../../test/page/path.txt).
- **Colour**: nothing is said by colour alone: the pick has a star, what is cut a hatch, the true answer a tick. Light, dark and
  the system's high contrast work.
- **Motion**: nothing moves by itself. A step is told in less than a second, and with reduced motion in still frames.
- **Reading**: short sentences, at most 40 words a chapter; *share* before *softmax*, and underlined words explain themselves.
  Text at 200 % and a window of 320 pixels lose nothing. A browser's translation leaves tokens and numbers as they are.
- **Without a network or a device**: the page works offline once it says so, and the lesson with dice needs none.
`;
}

function lesson(chapters) {
  let from = 5;
  return chapters.map(({ number, title, text, ask, choices, explain, mistake }, i) => {
    const start = from;
    from += MINUTES[i];
    const boxes = choices.map(({ label, isTrue }) => `- ${isTrue ? '☑' : '☐'} ${label}`).join('\n');
    return `**Minutes ${start} to ${from}: chapter ${number}, ${title}** (\`#chapter=${number}\`). ${text}

> ${ask}

${boxes}

${explain}

Then “${mistake.claim}”, *Show me*: ${mistake.truth}`;
  });
}

if (isMain(import.meta.url)) await writeFile(guide, await makeGuide());
