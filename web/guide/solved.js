/** The chapters with their questions solved, outside the page: bundled by make.mjs, which Node then runs. */

import { beliefs, chapters, hashOf } from '../page/chapters/list.js';
import { questions } from '../page/chapters/questions.js';
import { chapterState } from '../page/hash.js';
import { loadSampler } from '../page/sampler.js';
import { beliefs as beliefWords, chapter as frameWords, chapters as words } from '../page/strings.js';
import { createView } from '../page/view.js';
import { createWords } from '../page/words/world.js';
import { createWorlds } from '../page/worlds.js';

/**
 * @param {object} files the page's own: core, opening, rows, vocabulary and steps, as bytes
 * @param {(ids: number[]) => Float32Array} logits the network
 * @returns {Promise<{ chapters: object[], beliefs: object[] }>} in words
 */
export async function solve({ core, opening, rows, vocabulary, steps }, logits) {
  const recorded = await createWords(opening.buffer, () => undefined);
  await recorded.hearVocabulary(vocabulary.buffer);
  await recorded.hearRows(rows.buffer, () => undefined);
  const worlds = createWorlds(recorded, { name: 'yours' }, { row: logits });
  worlds.model.hearSteps(steps.buffer);
  const viewOf = createView(await loadSampler(core), worlds);
  const at = (fields) => viewOf({ ...chapterState(undefined, fields), model: { status: 'ready', progress: 1 } });
  const belief = ([claim, truth], shows) => ({ claim, truth, link: hashOf(shows) });
  return {
    chapters: chapters.map((one, i) => {
      const { key, mistake } = one;
      const { choices, truth, facts } = questions[key](at, one);
      const labels = words.choice[key];
      return {
        number: i + 1,
        title: frameWords.titles()[key],
        text: words.text[key],
        ask: words.ask[key](facts),
        choices: choices.map((choice) => ({
          label: typeof labels === 'function' ? labels(choice, facts) : labels[choice](facts),
          isTrue: choice === truth,
        })),
        explain: words.explain[key](facts),
        mistake: belief(words.mistake[mistake.key], mistake.shows),
      };
    }),
    beliefs: beliefs.map(({ key, shows }) => belief(beliefWords[key], shows)),
  };
}
