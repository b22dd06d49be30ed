/** Every word the page says, but for why it could not start (start-strings.js). */

import { spoken, thousands } from './format.js';

/** A text that is not the page's own, among its words. */
export const quote = (text) => `“${text}”`;

/** What a world draws: one, several. */
export const units = { letter: ['letter', 'letters'], token: ['token', 'tokens'] };
const counted = (count, [one, many]) => `${thousands(count)} ${count === 1 ? one : many}`;

/** How numbers are written. */
export const numbers = { decimal: '.', thousands: ',', endless: 'endlessly ×', vast: 'over a million ×' };

/** What a screen reader is to say for signs and for what cannot be seen. */
export const speech = {
  capital: (letter) => `capital ${letter}`,
  byte: (digits) => `byte ${digits}`,
  character: (code) => `character ${code}`,
  control: (name) => `control token ${name}`,
  number: (id) => `token number ${id}`,
  times: (count, word) => `${count} times ${word}`,
  marks: {
    ' ': 'space',
    '\n': 'new line',
    '·': 'space',
    '⏎': 'new line',
    '␍': 'carriage return',
    '⇥': 'tab',
    3: 'three',
  },
  signs: {
    '.': 'full stop',
    ',': 'comma',
    ':': 'colon',
    ';': 'semicolon',
    '!': 'exclamation mark',
    '?': 'question mark',
    '-': 'hyphen',
    '–': 'dash',
    '—': 'long dash',
    _: 'underscore',
    '"': 'quotation mark',
    '“': 'opening quotation mark',
    '”': 'closing quotation mark',
    "'": 'apostrophe',
    '’': 'apostrophe',
    '`': 'backtick',
    '(': 'opening bracket',
    ')': 'closing bracket',
    '[': 'opening square bracket',
    ']': 'closing square bracket',
    '{': 'opening brace',
    '}': 'closing brace',
    '<': 'less than',
    '>': 'greater than',
    '/': 'slash',
    '\\': 'backslash',
    '|': 'bar',
    '*': 'asterisk',
    '#': 'hash',
    '&': 'ampersand',
    '%': 'percent',
    '@': 'at',
    '=': 'equals',
    '+': 'plus',
    '~': 'tilde',
    '^': 'caret',
    $: 'dollar sign',
  },
};

export const header = {
  title: (token) => `Why did it write ${token}?`,
  wordTitle: (word) => `Why did it say ${word}?`,
  openTitle: 'What does it write next?',
  scene: {
    hand: 'How do weights become a choice?',
    yours: 'Why did your model write this?',
    order: 'Which cut comes first?',
    tree: 'Does the likeliest step pay off?',
  },
  lead: (count, unit) =>
    count === 0
      ? ''
      : `A language model gives each of its ${counted(count, unit)} a share, keeps the likely ones, and draws one by lot.`,
  move: (count) => (count === 0 ? '' : ' Move the sliders: same scores, same luck.'),
  start: 'Start: six short chapters',
  openLab: 'Open the whole lab',
  closeLab: 'Close the lab',
  leave: 'Leave',
  menu: 'Menu',
  copyLink: 'Copy link',
  copyFrame: 'Copy as a frame',
  copyProgram: 'Copy as PyTorch',
  copyNode: 'Copy as JavaScript',
  saveScores: 'Save the scores',
  print: { questions: 'Print the questions', slips: 'Print slips for dice', step: 'Print this step' },
  lesson: 'Lesson & quiz',
  // The other language, by its own name.
  other: { name: 'Deutsch', lang: 'de', address: 'de.html?lang=de' },
  theme: { auto: 'Theme: as the device', light: 'Theme: light', dark: 'Theme: dark' },
};

export const lab = {
  title: 'The lab',
  worlds: 'What to look at',
  world: {
    words: 'Words',
    model: 'Letters',
    yours: 'Your own step',
    hand: 'Weights 4 2 1 1',
    order: 'Order of the cuts',
    tree: 'Two-step tree',
  },
  compare: 'Compare two texts',
  compareTitle: 'From here on, let one thing differ:',
  compareBy: { temperature: 'temperature 1.50', topP: 'no cut (top-p 1)', luck: 'another luck' },
  uncompare: 'One text again',
  progress: 'loading the model',
  badge: {
    waiting: 'recorded steps',
    loading: 'recorded steps',
    ready: 'the model runs here',
    failed: 'recorded steps · no model',
    blocked: 'recorded steps · no model',
  },
};

/** Words that open where they stand. */
export const terms = {
  logit: {
    word: 'Score',
    more: 'What the model says of each candidate, also called a logit: any number, higher is likelier. Temperature divides it. Nothing on this page changes it.',
  },
  softmax: {
    word: 'Share',
    more: 'Softmax turns scores into shares that add to 100 %: e to the power of score ÷ T, divided by the sum of all of them.',
  },
  mass: {
    word: 'Running total',
    more: 'The shares added from the top down; what a group holds together is also called its mass. The cut keeps the fewest that reach top-p, the one that crosses it included.',
  },
  after: {
    word: 'After the cut',
    more: 'The share after the cut. What was cut has none. The others are divided by their total, so that they add to 100 % again. This is the chance in the draw.',
  },
  push: {
    word: 'Chance × push',
    more: 'The draw is a race. Luck gives each candidate a push, 1 ÷ a random number. The largest chance × push wins. A long arrow to the right is a strong push. The sliders never change it.',
  },
  bits: {
    word: 'bits',
    more: 'Entropy says how open the choice is. 1 bit is a fair choice between 2, 2 bits among 4, 3 bits among 8.',
  },
  seed: {
    word: 'Seed',
    more: 'The number from which the luck of every step is made: the same seed, the same luck. Step n uses seed + n.',
  },
};

export const text = {
  title: 'Text',
  track: ['A', 'B'],
  trackTitle: (name) => `look at track ${name}`,
  title_: (step) => `go to step ${step}`,
  would: 'the sliders would write',
  promptChange: 'Write your own beginning',
  promptLabel: 'Prompt: what the text starts with',
  promptApply: 'Start from this prompt',
  promptEmpty: 'None of these signs is known to the model.',
  promptHint: 'The model knows 65 signs: letters, space, new line and some punctuation. Others are left out.',
  waiting: (status) =>
    ({
      failed:
        'This text needs the real model, and it could not be loaded. Reload the page to try again; the recorded steps work without it.',
      blocked:
        'This text needs the real model, which cannot run here: the browser or the frame lets the page have no worker. The recorded steps, the scenes and the lesson work without it.',
    })[status] ?? 'This text needs the real model, which is still on its way.',
  forced: (step) => `Step ${step} was put here by hand.`,
  rowWaiting: (isVain) =>
    isVain
      ? 'The scores of this step could not be fetched. Reload the page to try again.'
      : 'The scores of this step are on their way.',
  source:
    'Recorded: SmolLM2-135M-Instruct by Hugging Face (Apache-2.0), quantised to Q4_1, scores rounded to one byte.',
  context: (seen, all) => `The model reads the last ${seen} of ${all} letters before it.`,
  scenes: {
    hand: 'Four letters with weights 4, 2, 1, 1. Their scores are the logarithms of the weights, the same at every step.',
    order: 'Three letters with chances 0.60, 0.25 and 0.15: does it matter which cut comes first?',
    tree: 'Two letters, one after the other. A leads at first, but what can follow A is less sure than what can follow B.',
  },
  weights: (now, temperature) => `Temperature ${temperature} makes of the weights 4 2 1 1: ${now.join(' ')}.`,
};

export const yours = {
  title: 'Your own step',
  lead: 'Open a step of your own model. Nothing leaves this device, and a link carries the settings alone.',
  box: 'Paste the logprobs of an answer, lines of a token and its probability, or a JSON array of scores',
  example: ' Paris 0.41\n Lyon 0.07',
  paste: 'Open what is pasted',
  files: 'or open files: safetensors, .npy or JSON, and a tokenizer.json beside it',
  reading: 'reading',
  cancel: 'Cancel',
  cancelled: 'Cancelled.',
  blocked: 'Files cannot be opened here: the browser or the frame lets the page have no worker.',
  namesAlone: 'These are names of tokens: open them together with a file of scores.',
  empty: 'Nothing is open yet.',
  partial: (count, rest, isOfAll) =>
    `Only ${count} tokens were reported; the rest held ${rest}. ${isOfAll ? 'At T = 1 shares are of all tokens' : 'At this T shares are among what was reported'}, and nothing can be said of the luck.`,
  recorded:
    'The sliders draw another token here than stands in this text: later scores belong to the text as it was recorded.',
};

export const futures = {
  title: 'How it may go on, with the same luck',
  lines: {
    cold: () => 'Cold 0.20',
    yours: (temperature) => `Yours ${temperature}`,
    hot: () => 'Hot 1.80',
  },
  recorded: { drawn: 'As drawn 0.80', cold: 'Cold 0.00', hot: 'Hot 1.40' },
  choose: (name) => `${name}: write this and go on from it`,
  chooseRecorded: (name) => `${name}: look at this recorded text`,
  fork: 'from here on it differs from what was drawn',
  waiting: (status) => (status === 'failed' ? 'not without the model' : 'waiting for the model'),
};

export const controls = {
  title: 'Sliders and steps',
  temperature: { label: 'Temperature', hint: 'divides the scores' },
  topP: { label: 'Top-p', hint: 'keeps this much' },
  topK: { label: 'Top-k', hint: 'keeps this many' },
  off: 'off',
  one: 'T = 1',
  oneTitle: 'Set the temperature to 1, the model’s own shares',
  more: 'top-k',
  moreTitle: 'Show the slider for top-k',
  back: 'Back',
  step: 'Step',
  play: 'Play',
  pause: 'Pause',
  seed: 'Seed',
  again: 'Draw again',
  againTitle: 'One race with new luck',
  repeat: (times) => `${thousands(times)} draws`,
  consequence: (name, value, kept, unit, token) =>
    `${name.toLowerCase()} ${value}, ${counted(kept, unit)} kept, pick ${spoken(token)}`,
  value: (name, value) => `${name.toLowerCase()} ${value}`,
};

export const ribbon = {
  caption: 'this luck picks',
  summary: (segments) =>
    segments.length === 1
      ? `With this luck, every position picks “${spoken(segments[0].letter)}”.`
      : `With this luck: ${segments.map(({ letter, from, to }) => `“${spoken(letter)}” from ${from} to ${to}`).join(', ')}.`,
};

export const table = {
  letter: ([one]) => one[0].toUpperCase() + one.slice(1),
  stages: 'Which picture to show',
  stageNames: ['1 Temperature', '2 Cut', '3 Draw'],
  heads: [
    (temperature) => (temperature === '0.00' ? ', all on the top one' : ` at T ${temperature}`),
    (temperature, topP, k) =>
      `${k === 0 || temperature === '0.00' ? '' : ` of the best ${k}`}${topP === '1.00' ? ', no cut' : `, cut at ${topP}`}`,
    (temperature, isRepeated) => (isRepeated ? ': wins' : temperature === '0.00' ? ': no draw' : ''),
  ],
  baseline: 'outline: as drawn',
  pinned: 'outline: pinned',
  raceAxis: 'tick: chance, arrow: push',
  winsAxis: (per) => `bar: expected, dot: ${per === 1 ? 'a win' : `${per} wins`}`,
  caption: ({ step, state, letters, unit: [, many] }) =>
    `Step ${step}: ${thousands(letters.length)} ${many}, score ÷ T → share → sort → cut → rescale → draw with seed ${state.settings.seed} + ${step}`,
  row: (name) => `${name}: compare it, or put it in the text`,
  rowTitle: 'compare it, or put it in the text',
  pick: '★ pick',
  forced: '⚑ by hand',
  won: (times) => thousands(times),
  expected: (times) => `exp. ${thousands(times)}`,
  gap: (count, [one, many]) => `… ${thousands(count)} ${count === 1 ? one : many}`,
  rest: 'the rest, not reported',
  noTotal: '–',
  noScore: '–',
  behind: 'behind',
  notRacing: 'not racing',
  greedyPick: 'no draw',
  pushed: (push) => `push ${push}, chance × push`,
  // What stands in picture 2; the second part only where there is room.
  cutStates: { kept: [''], crossing: ['keep', ', it crosses p'], out: ['cut'], 'top-k': ['cut', ' by top-k'] },
  all: (count, [, many]) => `Show all ${thousands(count)} ${many}`,
  fewer: ([, many]) => `Show fewer ${many}`,
  search: 'Find a token',
  axis: 'Share axis',
  axes: { fit: 'magnified for this step', full: '0 to 100 %', log: 'logarithmic' },
  force: (name) => `Put ${name} in the text`,
  repeated: (token, won, times, expected) =>
    `${token} won ${thousands(won)} of ${thousands(times)} draws, expected ${thousands(expected)}.`,
};

export const changed = {
  title: 'In words',
  pin: 'Compare with this',
  unpin: 'Compare with as drawn',
  restore: 'Back to as drawn',
  nothingMoved: 'Nothing moved yet.',
  seed: 'seed',
  sameLuck: 'same scores, same luck',
  newLuck: 'same scores, new luck',
  top: ([one]) => `Top ${one} `,
  has: ' has ',
  stays: ' stays at ',
  count: (count, [one, many]) => (count === 1 ? ` ${one}` : ` ${many}`),
  entropy: 'Entropy',
  bits: { term: 'bits' },
  effective: ([, many]) => ` effective ${many}`,
  kept: 'Kept ',
  asBefore: (count, [one, many]) => (count === 1 ? ` ${one}, the same one` : ` ${many}, the same ones`),
  keptBecause: {
    temperature: (isMore) =>
      isMore
        ? ' (top-p keeps more, because T flattened the shares)'
        : ' (top-p keeps fewer, because T sharpened the shares)',
    greedy: (isMore) => (isMore ? ' (above T = 0 others have a chance)' : ' (T = 0 takes the top one alone)'),
    topP: (isMore) => (isMore ? ' (a higher top-p keeps more)' : ' (a lower top-p keeps fewer)'),
    topK: (isMore) => (isMore ? ' (a higher top-k keeps more)' : ' (a lower top-k keeps fewer)'),
  },
  holding: ', mass ',
  added: ': added ',
  dropped: ': dropped ',
  more: (count) => ` and ${thousands(count)} more`,
  pick: 'Pick ',
  unchanged: 'Pick unchanged: ',
  drawn: '',
  greedy: ([one]) => ` has the highest score: T = 0 takes that ${one}. `,
  chance: ' won: chance ',
  times: ' × push ',
  beat: ', more than ',
  with: ', ',
  because: ', because ',
  becauseLuck: ', because the luck is new',
  becauseGreedy: ([one]) => `, because T = 0 takes the top ${one}`,
  becauseRace: ([, many]) => `, because above T = 0 the ${many} race, and `,
  becauseRaceEnd: ' wins',
  isCut: ' is no longer kept',
  isKept: ' is kept now, and wins',
  leadBeats: '’s lead now beats ',
  luckBeats: '’s luck now beats ',
  leadEnd: '’s lead',
  luckEnd: '’s luck',
  flipsAt: (name) => `The pick flips at ${name} = `,
  then: ' and ',
  wouldFlip: 'It would flip ',
  above: 'above T = ',
  below: 'below T = ',
  or: ' or ',
  noFlip: 'No temperature on the slider would flip it.',
};

export const ratio = {
  focusHint: ([one]) => `Choose a ${one} in the table to compare it with the top one. The sign · is a space.`,
  isTop: (top) => `“${top}” has the highest score: it leads at every temperature.`,
  noRatio: (letter) => `“${letter}” has no chance here.`,
  ratio: (top, other, flat, now, temperature) =>
    temperature === '1.00'
      ? `“${top}” is ${now} as likely as “${other}” at T = 1. Halving T would square that.`
      : `“${top}” is ${flat} as likely as “${other}” at T = 1, and ${now} at T = ${temperature}.`,
};

export const timeline = {
  title: 'Timeline',
  hint: ([one, many]) =>
    `Bar: how open the choice was. Number: ${many} kept. ◆: the pick was not the top one. ⚑: put there by hand. The thicker the line under a ${one} of the text, the less expected it was.`,
  label: 'Step to look at',
  key: 'bar: how open, number: kept, ◆: not the likeliest',
  many: '1k+',
  notTop: '◆',
  forced: '⚑',
  only: (step) => `step ${step}`,
  at: (step, letter, entropy, kept, note) => `step ${step}, ${letter}, ${entropy} bits, ${kept} kept${note}`,
  isForced: ', put there by hand',
  isNotTop: ', not the top one',
};

export const foot = {
  offline: {
    waiting: '',
    kept: 'Kept for offline: words, letters and lesson work without a network now.',
    impossible: 'Not kept for offline use here.',
  },
};

export const status = {
  copied: 'Link copied.',
  nodeCopied: 'JavaScript program copied: it reads the file that “Save the scores” gives.',
  saved: (file, steps) => `${file}: the scores of ${steps} ${steps === 1 ? 'step' : 'steps'}.`,
  programCopied: 'PyTorch program copied.',
  copyFailed: 'Copying is not allowed here. The text is in the box: copy it by hand.',
  copyTitle: 'Copy this by hand',
  close: 'Close',
  theme: (name) => `Theme: ${name}.`,
  found: (count) => (count === 0 ? 'No such token.' : `${count} ${count === 1 ? 'token' : 'tokens'} found.`),
  notYet: 'Not before the real model is there.',
  notHere:
    'These words were recorded: the model that wrote them is not here, and cannot go on from another word. In Letters a model writes live.',
  branched: (step) => `Track B goes on from step ${step} with the sliders as they are.`,
  repeated: (times) => `${thousands(times)} draws made.`,
  playing: 'Playing.',
  paused: 'Paused.',
  prompt: 'A new text starts from your prompt.',
};

/** The chapters' frame, which comes with the page. */
export const chapter = {
  title: (number, count, key) => `${number} of ${count}: ${chapterTitles[key]}`,
  place: 'Chapters',
  titles: () => chapterTitles,
  goOn: (number) => `Go on: chapter ${number}`,
  loading: 'On its way.',
  failed: 'The chapters could not be fetched: please reload.',
};

const chapterTitles = {
  shares: 'Shares',
  temperature: 'Temperature',
  cut: 'The cut',
  draw: 'The draw',
  writing: 'Writing',
  yours: 'Your own words',
};

/** What the chapters say, ask and explain (chapters/). */
export const chapters = {
  link: (number, title, isDone) => `Chapter ${number}: ${title}${isDone ? ', done' : ''}`,
  question: 'Predict first: ',
  right: 'Right. ',
  wrong: 'Not this time. ',
  waiting: (status, isCutShort) =>
    isCutShort
      ? 'The scores for this question could not be fetched: reload the page to try again.'
      : ['failed', 'blocked'].includes(status)
        ? 'This question needs the real model, which is not here: read on, or come back with a network.'
        : 'The scores for this question are on their way.',
  saying: 'People say: ',
  show: 'Show me',
  back: 'Back to the question',
  next: (title) => `Next: ${title}`,
  again: 'Start again',
  score: (right, count) => `You predicted ${right} of ${count} rightly.`,
  unanswered: (count) => ` ${count} ${count === 1 ? 'question is' : 'questions are'} still open.`,
  whole: 'Open the whole lab',
  own: 'Open a step of your own model',
  text: {
    shares:
      'After each word a language model scores every token it knows, and makes shares of the scores. They add to 100 %. The text so far is all it has to go by.',
    temperature:
      'Temperature divides the scores before they become shares. Below 1 the likely tokens gain; above 1 the shares draw closer. The scores themselves stay as they are.',
    cut: 'Top-p adds the shares from the top and stops when they reach p. What lies beyond is cut. The token that crosses p stays.',
    draw: 'What is kept races. Luck gives each token a push, and the largest chance × push wins. The seed decides the luck, and no slider changes it.',
    writing:
      'The winner joins the text, and the model scores again. This smaller model writes letters, right here. So each draw changes what is asked next.',
    yours: 'Write any beginning, choose the temperature, and let it write. At T = 1 the shares are the model’s own.',
  },
  ask: {
    shares: ({ top }) => `After “The capital of France is”, how large is the share of ${top}?`,
    temperature: ({ count }) =>
      `At T = 1, with nothing cut, each of the ${count} tokens can be drawn. How many can at T = 2?`,
    cut: ({ before, topP }) => `Where it drew London, top-p ${topP} kept ${before} tokens. How many does it keep here?`,
    draw: () => 'Chance × push: who wins this race?',
    writing: ({ drawn, put }) =>
      `Here the draw wrote “${drawn}”. Put “${put}” in its place, with the same sliders and luck. What follows?`,
    yours: () => 'The same beginning, twice at T = 1, the second time with another seed. What does it write?',
  },
  choice: {
    shares: {
      all: () => '100 %: it knows the answer',
      most: () => 'Most, but not all',
      even: ({ count }) => `1 in ${count}, like every token`,
    },
    temperature: {
      more: () => 'More: heat gives more options',
      same: () => 'As many as before',
      fewer: () => 'Fewer',
    },
    cut: {
      same: ({ before }) => `${before} again: p has not changed`,
      part: ({ part, percent }) => `${part}: ${percent} of all tokens`,
      more: ({ before }) => `More than ${before}: here it is less sure`,
    },
    draw: (id, { racers }) => `${racers[id].name}: ${racers[id].chance} × ${racers[id].push}`,
    writing: {
      planned: () => 'The same letters: the text was planned',
      shifted: () => 'The same letters, one place later',
      another: () => 'Other letters: each step reads what is written',
    },
    yours: {
      same: () => 'The same text: T = 1 is neutral',
      order: () => 'The same letters in another order',
      another: () => 'Another text',
    },
  },
  explain: {
    shares: ({ top, share, others, third, thirdShare }) =>
      `${top} has ${share}. The other ${others} tokens have the rest, and ${third} ${thirdShare}. It scores what usually comes next; it looks nothing up.`,
    temperature: ({ after, top, second, shares, seconds }) =>
      `${after} both times: heat adds no token. ${top} falls from ${shares[0]} to ${shares[1]}, ${second} from ${seconds[0]} to ${seconds[1]}: closer, and still in the same order.`,
    cut: ({ kept, first, held, heldBefore, topP }) =>
      `${kept}. Here the ${first} likeliest hold ${held}, and there ${heldBefore}: it takes more tokens to reach ${topP}. Top-p keeps few where the model is sure, and many where it is not.`,
    draw: ({ winner, top, isTop }) =>
      `${winner.name}: ${winner.chance} × ${winner.push} = ${winner.score}${isTop ? '' : `, and ${top.name} has ${top.score}`}. A likely token has a head start, no more.`,
    writing: ({ put, old, fresh }) =>
      `As drawn it went on “${old}”, and after “${put}” it goes on “${fresh}”. Nothing was planned: every letter is drawn from what stands before it.`,
    yours: ({ seeds, texts }) =>
      `Seed ${seeds[0]} writes “${texts[0]}”, seed ${seeds[1]} “${texts[1]}”. T = 1 leaves the shares alone; the luck still draws.`,
  },
  mistake: {
    true: [
      'A large share means that it is true.',
      'In this date, which answers nothing, the hyphen has nearly all: usual is not true.',
    ],
    accurate: ['T = 0 gives the right answer.', 'At T = 0 it took the likeliest token every time, and wrote a date.'],
    after: [
      'The share is the chance in the draw.',
      'Only without a cut. After the cut the kept shares are divided by their total: see the last column.',
    ],
    likeliest: ['The likeliest token must win.', 'Of 1,000 draws it wins about its chance: all the others win too.'],
    creative: ['A hot model is creative.', 'At T 1.4 with nothing cut it wrote this. Rare is not new.'],
    learns: [
      'It learns from what it writes.',
      'Two texts were written, and the first step’s scores are what they were. Only the text before a step counts.',
    ],
  },
};

/** What stands on paper alone (print/). */
export const sheets = {
  questions: 'Six questions: predict first',
  answers: 'Answers',
  name: 'Name',
  because: 'I think so because',
  slipsTitle: 'Slips for a die with ten sides',
  slipsHow:
    'Cut along the dashed lines. The text is “The capital of France is”. Roll: the token whose slip has that number is written. Roll again with the colder and the hotter slips: the order never changes. Leave out the last slips: that is the cut, and other numbers are rolled again.',
  slips: {
    plain: 'To begin with',
    cold: 'Colder',
    hot: 'Hotter',
    blank: 'For the next token: write your own',
  },
  sides: (from, to) => (from === to ? `rolls ${from}` : `rolls ${from} to ${to}`),
  sidesBlank: 'rolls ___ to ___',
};

/** What else learners believe, for the guide. */
export const beliefs = {
  options: [
    'A higher temperature gives more options.',
    'Every token had a share all along. The same number, with other shares; a cut can let more of them through.',
  ],
  few: [
    'It chooses among a few words.',
    'With nothing cut all 49,152 tokens race, most of them with shares far below 0.1 %.',
  ],
  plans: ['It has the whole sentence in mind.', 'One letter put by hand, and the rest of the text is another.'],
  same: ['T = 1 writes the same each time.', 'Two seeds, two texts. Only T = 0, or the same seed, repeats.'],
  nothing: [
    'I moved the slider and nothing happened.',
    'The shares moved. One token has nearly all of it here, so no temperature changes the pick.',
  ],
  letters: [
    'ChatGPT works with letters.',
    'Large models draw tokens, whole words or pieces of them, as here. The steps are the same.',
  ],
};

export const lesson = {
  title: 'Lesson',
  intro:
    'A language model gives every letter a score. Three steps turn the scores into one letter: temperature makes shares of them, the cut leaves the likely ones, and a draw picks one. Then the letter joins the text, and the model scores the next.',
  scenesTitle: 'Small scenes to check by hand',
  scenes: {
    weights: 'Weights 4, 2, 1, 1',
    tree: 'The two-step tree',
    topP: 'Which cut first?',
    recorded: 'The recorded text',
  },
  questionsTitle: 'Questions people ask',
  questions: [
    {
      ask: 'Why was the likeliest letter not picked?',
      answer:
        'Because a letter is drawn, not chosen. A letter with 35 % loses 65 times in 100. Picture 3 shows how this draw went: the blue tick is the chance, a head start; the arrow is the luck, and a long one to the right can beat the best head start.',
      show: { unlikely: 'Show me such a step' },
    },
    {
      ask: 'I move the temperature and nothing happens. Is it broken?',
      answer:
        'The shares move, but the pick changes only where the ribbon under the slider changes letter. With top-k at 1, a tiny top-p, or a letter that holds nearly everything, no temperature can change it.',
      show: { sure: 'Show me' },
    },
    {
      ask: 'What does the number on the temperature slider mean?',
      answer:
        'Every score is divided by it before softmax. At 1 the shares are the model’s own. At 0.5 each ratio between two letters is squared, at 2 it becomes its square root. At 0 the top letter is taken.',
      show: { colder: 'Show me 0.5', hotter: 'Show me 2' },
    },
    {
      ask: 'Is a low temperature more truthful, and a high one more creative?',
      answer:
        'Neither. Cold is not true and hot is not creative: the slider knows nothing of truth or of ideas. It only decides how much the likely letters gain over the others.',
    },
    {
      ask: 'What is the difference between top-k and top-p?',
      answer:
        'Top-k keeps a fixed number of letters. Top-p keeps as many as it takes to hold a share p: few where the model is sure, many where it is not. When both are on, top-k comes first.',
      show: { keepsFew: 'A sure step', keepsMany: 'An open step' },
    },
    {
      ask: 'What are entropy and effective letters?',
      answer:
        'Entropy measures in bits how open the choice is. 3 bits are as open as a fair choice among 8 letters, so we say 8 effective letters. It measures spread and not quality.',
    },
    {
      ask: 'Do chatbots work like this?',
      answer:
        'The steps are the same, the pieces are not. Large models draw tokens, word pieces from a list of around 100,000, while this small model draws one of 65 letters. It has read Shakespeare only, and it continues text: it answers nothing.',
    },
    {
      ask: 'Would PyTorch draw the same letters?',
      answer:
        'Yes, on the CPU: the recipe here is PyTorch’s, with 32-bit numbers and a fresh generator seeded with seed + step. Checked with the x86-64 wheels 2.7.1, 2.8.0, 2.10.0, 2.13.0 and 2.14.1. GPUs and some older wheels draw otherwise. Copy as PyTorch gives you the program.',
    },
  ],
  alwaysTitle: 'What always holds',
  always: [
    'Temperature never changes the order of the letters.',
    'A higher temperature never lowers the entropy, and never lowers the number of kept letters.',
    'A higher top-p never lowers the number of kept letters.',
    'The luck of a step is the same whatever the sliders say: only Step and a new seed change it.',
  ],
  quizTitle: 'Check yourself',
  quizHint: 'Answer in your head, then open.',
  quiz: [
    {
      ask: 'A model returns scores for every position of the text, a column per letter. Which of them draw the next letter?',
      answer:
        'The row of the last position, logits[:, -1, :]. It was computed from everything before it. The earlier rows predict letters that the text already has.',
    },
    {
      ask: 'You lower the temperature, but not to zero. What moves, and what stays?',
      answer:
        'The shares move: the top letter gains and the entropy falls. The scores, the order of the letters, the luck and the model’s weights stay.',
      show: { cold: 'Show me' },
    },
    {
      ask: 'Top-k is 1. What is left to chance?',
      answer:
        'Nothing. Only the best score stays, and of equal ones the lower id. Temperature and seed no longer matter: it is the letter that T = 0 takes.',
      show: { topOne: 'Show me' },
    },
    {
      ask: 'The running total passes p in the middle of a letter. Is that letter kept?',
      answer:
        'Yes. The kept letters have to reach p, and without that one they fall short. Where the first letter alone passes p, dropping it would leave nothing.',
      show: { crossing: 'Show me' },
    },
    {
      ask: 'Weights 4, 2, 1 and 1: what are the chances at T = 0.5?',
      answer: 'Half the temperature squares the weights: 16, 4, 1 and 1 of 22. That makes 73 %, 18 %, 4.5 % and 4.5 %.',
      show: { colder: 'Show me' },
    },
    {
      ask: 'A prompt of 130 letters, a model that reads at most 128, two new letters: how much does it read, and how long is the text?',
      answer:
        'It reads 128 letters both times, and the text has 132 in the end. Cropping shortens what the model reads and never the text.',
      show: { long: 'Show me (needs the real model)' },
    },
    {
      ask: 'Why can taking the likeliest letter every time miss the likeliest text?',
      answer:
        'It never looks ahead. In the tree A leads with 0.600, but its best end has 0.510: together 0.306. B has only 0.400, but then 0.990: together 0.396.',
      show: { tree: 'Show me' },
    },
    {
      ask: 'How do you compare two ways of drawing fairly?',
      answer:
        'Keep the model fixed and use the same prompts. Draw many texts with several seeds, and measure what you settled on beforehand. One lovely sample proves nothing, and none of this is training.',
    },
    {
      ask: 'Why call eval() and also use inference mode?',
      answer:
        'They do different things. eval() makes layers such as dropout behave as they should outside training. Inference mode keeps no record for gradients. Neither does the other’s work, and neither changes a weight.',
    },
    {
      ask: 'Chances 0.60, 0.25 and 0.15. What does top-p 0.7 keep alone, and what after top-k 2?',
      answer:
        'Alone two letters, since 0.60 is not enough. After top-k 2 the remaining two are rescaled to 0.706 and 0.294, and the first alone reaches 0.7: one letter.',
      show: { topP: 'Top-p alone', topKFirst: 'Top-k first' },
    },
  ],
  mistakesTitle: 'Six common mistakes',
  mistakes: [
    [
      'Temperature changes what the model knows.',
      'It reshapes the chances of a draw. The weights, all the model knows, are the same before and after.',
    ],
    [
      'Top-k removes nonsense.',
      'It removes low ranks. A rare right letter can go and a popular wrong one stay, for the ranking is the model’s own.',
    ],
    [
      'Softmax is taken of the ids.',
      'An id only names a column. Softmax is taken of the scores; taken of ids it would favour large numbers for no reason.',
    ],
    [
      'The model learns from what it writes.',
      'What it wrote becomes context, so the next scores differ. No weight changes: that would be training.',
    ],
    [
      'The same seed gives the same text everywhere.',
      'Only with the same scores, settings, recipe and random generator. Another device or version may draw otherwise.',
    ],
    [
      'The budget of new letters is the length of the text.',
      'It counts new letters only. The prompt comes on top, and a sign for the end can stop the text earlier.',
    ],
  ],
};

export const tree = {
  title: 'The tree of both letters',
  path: (first, second, a, b, product) => `${first} then ${second}: ${a} × ${b} = ${product}`,
  greedy: 'where greedy ends',
  best: 'the likeliest pair',
};
