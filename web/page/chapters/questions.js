/**
 * The chapters' questions, by key: the choices that stand to choose, which of them is true, and what the explanation
 * needs. Everything is read off views of the page, whose numbers are the core's; nothing is known beforehand.
 *
 * `at(fields)` is the view of a state (list.js). A question that cannot be worked out yet, because scores are still on
 * their way, gives undefined.
 */

import { figures, fixed2, percent, spoken, thousands } from '../format.js';

const OPENING = 'scene=words&n=9&step=8';
/** How many letters after the one that was put there are compared. */
const FOLLOWING = 12;
const RACERS = 3;
const FIRST = 10;

export const questions = {
  /** How large is the share of the likeliest token? */
  shares(at, { asks }) {
    const view = at(asks);
    if (view.isPending) return undefined;
    const { plain, order, letters } = view;
    const [top, , third] = order;
    const share = plain.softmax[top];
    const even = 1 / letters.length;
    return {
      choices: ['all', 'most', 'even'],
      truth: share > 0.995 ? 'all' : share < 2 * even ? 'even' : 'most',
      facts: {
        top: spoken(letters[top]),
        share: percent(share),
        count: thousands(letters.length),
        others: thousands(letters.length - 1),
        third: spoken(letters[third]),
        thirdShare: percent(plain.softmax[third]),
      },
    };
  },

  /** How many tokens can be drawn at a higher temperature, with nothing cut? */
  temperature(at, { asks, proves }) {
    const [before, after] = [at(asks), at(proves)];
    if (before.isPending || after.isPending) return undefined;
    const [some, then] = [before.keptIds.length, after.keptIds.length];
    const [top, second] = before.order;
    const share = ({ now }, id) => percent(now.softmax[id]);
    return {
      choices: ['more', 'same', 'fewer'],
      truth: then > some ? 'more' : then < some ? 'fewer' : 'same',
      facts: {
        count: thousands(some),
        after: thousands(then),
        top: spoken(before.letters[top]),
        second: spoken(before.letters[second]),
        shares: [share(before, top), share(after, top)],
        seconds: [share(before, second), share(after, second)],
      },
    };
  },

  /** How many tokens does the same top-p keep at another step? */
  cut(at, { asks }) {
    const [view, opening] = [at(asks), at(OPENING)];
    if (view.isPending || opening.isPending) return undefined;
    const { topP } = view.state.settings;
    const [kept, before] = [view.keptIds.length, opening.keptIds.length];
    const ofAll = Math.round(topP * view.letters.length);
    return {
      choices: ['same', 'part', 'more'],
      truth:
        kept === before ? 'same' : Math.abs(kept - ofAll) < 0.1 * ofAll ? 'part' : kept > before ? 'more' : 'fewer',
      facts: {
        kept: thousands(kept),
        before: thousands(before),
        part: thousands(ofAll),
        topP: fixed2(topP),
        percent: percent(topP),
        first: FIRST,
        held: heldBy(at(manyOf(asks))),
        heldBefore: heldBy(at(manyOf(OPENING))),
      },
    };
  },

  /** Who wins a race whose chances and pushes are told? */
  draw(at, { asks }) {
    const view = at(asks);
    if (view.isPending) return undefined;
    const { now, order, letters } = view;
    const racers = [...new Set([...order.slice(0, RACERS), now.id])];
    const told = (id) => ({
      name: spoken(letters[id]),
      chance: percent(now.probabilities[id]),
      push: figures(1 / now.luck[id]),
      score: figures(now.scores[id]),
    });
    return {
      choices: racers.map(String),
      truth: String(now.id),
      facts: {
        racers: Object.fromEntries(racers.map((id) => [id, told(id)])),
        winner: told(now.id),
        top: told(order[0]),
        isTop: now.id === order[0],
      },
    };
  },

  /** What follows when another letter is put in the text? */
  writing(at, { asks, proves }) {
    const [asked, proven] = [at(asks), at(proves)];
    const [drawn, forced] = [asked.path, proven.paths[1]];
    if (asked.isPending || forced === undefined) return undefined;
    const from = asked.path.promptLength + asked.step;
    const there = drawn.ids[from];
    const [old, fresh] = [drawn, forced].map(({ ids }) => ids.slice(from + 1, from + 1 + FOLLOWING));
    const facts = { drawn: spoken(asked.letters[there]), put: spoken(asked.letters[asked.order[0]]) };
    if (old.length < FOLLOWING || fresh.length < FOLLOWING) return { choices: WRITING, facts };
    const differs = old.findIndex((id, i) => id !== fresh[i]);
    const text = (ids) =>
      ids
        .map((id) => asked.letters[id])
        .join('')
        .replaceAll('\n', ' ');
    return {
      choices: WRITING,
      truth: differs < 0 ? 'planned' : differs === 0 && isShifted(old, fresh) ? 'shifted' : 'another',
      facts: { ...facts, old: text(old), fresh: text(fresh), differs: differs + 1 },
    };
  },

  /** Does the same beginning at T = 1 give the same text with another seed? */
  yours(at, { asks, proves }) {
    const view = at(proves);
    const facts = { seeds: [1337, 7] };
    const choices = ['same', 'order', 'another'];
    const length = at(asks).state.length;
    if (view.isPending || view.paths.some(({ steps }) => steps.length < length)) return { choices, facts };
    const [a, b] = view.paths.map(({ ids, promptLength }) => ids.slice(promptLength, promptLength + length));
    const text = (ids) =>
      ids
        .map((id) => view.letters[id])
        .join('')
        .replaceAll('\n', ' ');
    const sorted = (ids) => [...ids].sort((x, y) => x - y).join();
    return {
      choices,
      truth: a.join() === b.join() ? 'same' : sorted(a) === sorted(b) ? 'order' : 'another',
      facts: { ...facts, texts: [text(a), text(b)] },
    };
  },
};

/** The same state with more than the likeliest few. */
const manyOf = (fields) => `${fields}&all=1`;
/** What the likeliest ten hold together. */
const heldBy = ({ cut, order }) => percent(cut.segment(order[FIRST - 1]).to);

const WRITING = ['planned', 'shifted', 'another'];

/** Whether a text is the other one, a place later. */
const isShifted = (old, fresh) => old.slice(0, -1).join() === fresh.slice(1).join();
