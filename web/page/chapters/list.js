/**
 * The six chapters: what each shows, where its question stands, and what proves the answer. The page, the teachers'
 * guide and the print sheet are made from this list; their words are in strings.js, under the same keys, and every
 * answer is worked out by the core (questions.js).
 *
 * - `pictures`: how many of the three are shown, from the left
 * - `sliders`: how far the controls are open: none, T, T and p, the luck too, or all with the steps
 * - `hides`: the first picture that waits for the answer, see data-hides in style.css; 4 hides no picture
 * - `asks`, `proves`: states as links write them: the question's own, and the one shown with the answer
 * - `mistake`: something that people believe, with the state that shows it wrong; `draws`: after a thousand draws
 */

const words = (step, more = '') => `scene=words&n=${step + 1}&step=${step}${more}`;
const letters = (length, step, more = '') => `prompt=ROMEO%3A%0A&n=${length}&step=${step}${more}`;

// Where the draw wrote "w": the letter that the question puts there instead, t, and the text that it makes.
const FORCED = 58;
const FORCED_STEP = 21;
const AS_DRAWN = '0:0.8,0.9,0,1337';
// The same beginning twice, at T = 1, with two seeds.
const TWICE = 'prompt=JULIET%3A%0A&n=24&T=1&p=1';
const twoSeeds = (step) => `${TWICE}&step=${step}&a=0:1,1,0,1337&b=0:1,1,0,7&compare=1`;

export const chapters = [
  {
    key: 'shares',
    pictures: 1,
    sliders: 'none',
    hides: 1,
    asks: words(0, '&T=1&p=1'),
    proves: words(0, '&T=1&p=1'),
    mistake: { key: 'true', shows: words(16, '&track=cold&T=1&p=1') },
  },
  {
    key: 'temperature',
    pictures: 1,
    sliders: 'temperature',
    hides: 4,
    asks: words(13, '&T=1&p=1'),
    proves: words(13, '&T=2&p=1'),
    mistake: { key: 'accurate', shows: words(23, '&track=cold') },
  },
  {
    key: 'cut',
    pictures: 2,
    sliders: 'cuts',
    hides: 2,
    asks: words(5, '&T=0.8&p=0.9&stage=2'),
    proves: words(5, '&T=0.8&p=0.9&stage=2'),
    mistake: { key: 'after', shows: words(8, '&T=0.8&p=0.5&stage=2') },
  },
  {
    key: 'draw',
    pictures: 3,
    sliders: 'luck',
    hides: 3,
    asks: words(8, '&T=0.8&p=0.9&seed=17&stage=3'),
    proves: words(8, '&T=0.8&p=0.9&seed=17&stage=3'),
    mistake: { key: 'likeliest', shows: words(8, '&T=0.8&p=0.9&seed=17&stage=3'), draws: true },
  },
  {
    key: 'writing',
    pictures: 3,
    sliders: 'all',
    hides: 4,
    asks: letters(FORCED_STEP + 13, FORCED_STEP),
    proves: letters(FORCED_STEP + 13, FORCED_STEP + 12, `&b=${AS_DRAWN}~${FORCED_STEP}!${FORCED}&compare=1`),
    mistake: { key: 'creative', shows: words(23, '&track=hot') },
  },
  {
    key: 'yours',
    pictures: 3,
    sliders: 'all',
    hides: 4,
    asks: `${TWICE}&step=23&a=0:1,1,0,1337`,
    proves: twoSeeds(23),
    mistake: { key: 'learns', shows: twoSeeds(0) },
  },
];

/** More that people believe, for the guide: each with a state that shows it wrong. */
export const beliefs = [
  { key: 'options', shows: words(13, '&T=2&p=1') },
  { key: 'few', shows: words(8, '&T=1.4&p=1') },
  { key: 'plans', shows: chapters[4].proves },
  { key: 'same', shows: twoSeeds(23) },
  { key: 'nothing', shows: words(3, '&T=1.4&p=0.9') },
  { key: 'letters', shows: words(8) },
];

export const CHAPTERS = chapters.length;

/** A state of the list as a link's hash. */
export const hashOf = (fields) => `#v=1&${fields}`;
