/** What developers paste or export as text: answers of services, lists, arrays, names, settings. */

import { openAsBlob, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { load } from '../../src/js/index.js';
import { createNames } from '../../web/page/words/names.js';
import { openFiles } from '../../web/page/yours/open.js';
import { blobOf, refusal } from './support/yours.js';

const path = (url) => fileURLToPath(new URL(url, import.meta.url));
const fixture = (name) => openAsBlob(path(`../fixtures/yours/${name}`));
const paste = (given) => openFiles([new Blob([typeof given === 'string' ? given : JSON.stringify(given)])]);
const close = (a, b) => Math.abs(a - b) <= 1e-9;

const CHAT = {
  id: 'chatcmpl-1',
  object: 'chat.completion',
  choices: [
    {
      index: 0,
      message: { role: 'assistant', content: 'Paris…' },
      logprobs: {
        content: [
          {
            token: 'Paris',
            logprob: -0.25,
            bytes: [80, 97, 114, 105, 115],
            top_logprobs: [
              { token: 'Paris', logprob: -0.25, bytes: [80, 97, 114, 105, 115] },
              { token: ' the', logprob: -2.5, bytes: [32, 116, 104, 101] },
            ],
          },
          {
            token: '\\xe2\\x80',
            logprob: -6,
            bytes: [226, 128],
            top_logprobs: [
              { token: '.', logprob: -0.1, bytes: [46] },
              { token: '<|end|>', logprob: -9999, bytes: null },
            ],
          },
        ],
        refusal: null,
      },
      finish_reason: 'stop',
    },
  ],
};

const answers = suite('page: answers with top_logprobs');

answers('a chat’s steps have their tokens, the drawn one, and the rest that was not reported', async () => {
  const { scores, record } = await paste(CHAT);
  assert.is(scores.kind, 'partial');
  assert.is(record, undefined, 'there is no seed to speak of');
  const [first, second] = scores.steps;
  assert.equal(
    first.tokens.map(({ text }) => text),
    ['Paris', ' the'],
  );
  assert.is(first.drawn, 0);
  assert.ok(close(first.reported, Math.exp(-0.25) + Math.exp(-2.5)));
  assert.ok(close(first.rest, 1 - first.reported));
  assert.equal(first.scores, Float32Array.of(-0.25, -2.5));
  assert.is(second.drawn, 2, 'drawn, though not among the likeliest');
  assert.equal(second.tokens[2].bytes, [226, 128]);
});

answers('its logprobs alone are enough, and so is the list in them', async () => {
  const whole = await paste(CHAT);
  assert.equal(await paste(CHAT.choices[0].logprobs), whole);
  assert.equal(await paste(CHAT.choices[0].logprobs.content), whole);
  assert.equal(await paste({ completion_probabilities: CHAT.choices[0].logprobs.content }), whole);
  assert.equal(await paste({ output: [{ content: [{ logprobs: CHAT.choices[0].logprobs.content }] }] }), whole);
});

answers('a legacy completion', async () => {
  const logprobs = {
    tokens: ['Once', ' upon', 'bytes:\\xe2\\x80'],
    token_logprobs: [null, -0.5, -1],
    top_logprobs: [null, { ' upon': -0.5, ' more': -1.5 }, { 'bytes:\\xe2\\x80': -1 }],
    text_offset: [0, 4, 9],
  };
  const { scores } = await paste({ object: 'text_completion', choices: [{ text: 'Once upon', logprobs }] });
  assert.is(scores.steps.length, 2, 'the prompt’s first token has no probability');
  assert.equal(
    scores.steps[0].tokens.map(({ text }) => text),
    [' upon', ' more'],
  );
  assert.equal(scores.steps[1].tokens[0].bytes, [0xe2, 0x80]);
});

answers('without logprobs one is told how to ask for them', async () => {
  const sentence = await refusal(paste({ choices: [{ message: { content: 'Paris' }, logprobs: null }] }));
  assert.is(
    sentence,
    'An answer must have logprobs: ask for them with "logprobs": true and "top_logprobs": 20; found nothing in their place.',
  );
});

answers('shares that add to more than 1 are no shares', async () => {
  const entry = {
    token: 'a',
    logprob: -0.1,
    top_logprobs: [
      { token: 'a', logprob: -0.1 },
      { token: 'b', logprob: -0.1 },
    ],
  };
  assert.is(await refusal(paste([entry])), 'Shares may add to 1 at most; those of step 0 add to 1.810.');
});

answers('a logprob that is no logprob is named', async () => {
  for (const [logprob, found] of [
    ['-1', '"-1"'],
    [2, '2'],
    [null, 'null'],
    [undefined, 'nothing'],
  ])
    assert.is(
      await refusal(paste([{ token: 'a', logprob: -1, top_logprobs: [{ token: 'b', logprob }] }])),
      `A logprob must be a number of at most 0; token 0 of step 0 has ${found}.`,
    );
});

answers('steps of this package, by id', async () => {
  const step = {
    ...{ id: 7, step: 0, probability: 0.1, rank: 3, kept: 5, keptMass: 0.9, entropyBits: 1.5, logprob: -3 },
    top: [
      { id: 2, logprob: -0.5, probability: 0.8 },
      { id: 4, logprob: -Infinity, probability: 0 },
    ],
  };
  for (const given of [[step, step], step]) {
    const { scores } = await paste(given);
    assert.equal(
      scores.steps[0].tokens.map(({ id }) => id),
      [2, 4, 7],
    );
    assert.is(scores.steps[0].drawn, 2);
    assert.equal(scores.steps[0].scores, Float32Array.of(-0.5, -Infinity, -3));
  }
});

answers('what onStep of this package tells with logprobs opens as it was told', async () => {
  const nucleus = await load();
  const told = [];
  const row = Float32Array.of(1, 2, -Infinity, 0.5);
  nucleus.generate(() => row, [0], { maxTokens: 3, seed: 1, logprobs: 4, onStep: (step) => told.push(step) });
  const { scores } = await paste(told);
  assert.is(scores.steps.length, 3);
  scores.steps.forEach(({ tokens, drawn, reported }, step) => {
    assert.equal(
      tokens.map(({ id, logprob }) => [id, logprob]),
      told[step].top.map(({ id, logprob }) => [id, logprob]),
    );
    assert.is(tokens[drawn].id, told[step].id);
    assert.ok(Math.abs(reported - 1) <= 1e-6);
  });
});

answers.run();

const lists = suite('page: lists of tokens');

lists('a token and its probability on each line', async () => {
  const { scores } = await paste('Paris 0.77\n" the" 0.06\nNew York\t1.5 %\nit: 2e-3\r\n, 0.01\n');
  const [{ tokens, shares, rest, drawn }] = scores.steps;
  assert.equal(
    tokens.map(({ text }) => text),
    ['Paris', ' the', 'New York', 'it', ','],
  );
  [0.77, 0.06, 0.015, 0.002, 0.01].forEach((share, i) => assert.ok(close(shares[i], share), `${shares[i]}`));
  assert.ok(close(rest, 1 - 0.857));
  assert.is(drawn, -1);
});

lists('numbers of which none is above 0 are logprobs', async () => {
  const { scores } = await paste('Paris -0.25\nLondon -3');
  assert.equal(scores.steps[0].scores, Float32Array.of(-0.25, -3));
});

lists('an empty line begins the next step', async () => {
  const { scores } = await paste('\na 0.5\nb 0.5\n\n\nc 1\n');
  assert.equal(
    scores.steps.map(({ tokens }) => tokens.length),
    [2, 1],
  );
  assert.is(scores.steps[0].rest, 0);
});

lists('what does not fit is said with its line', async () => {
  assert.is(
    await refusal(paste('Paris 0.77\nLondon much\n')),
    'Each line must be a token and its probability, such as Paris 0.77; line 2 is "London much".',
  );
  assert.is(await refusal(paste('Paris 7.7')), 'A probability must be from 0 to 1; line 1 has 7.7.');
  assert.is(await refusal(paste('a 0.9\nb -0.1')), 'A probability must be from 0 to 1; line 2 has -0.1.');
});

lists.run();

const scores = suite('page: scores as JSON');

scores('an array is one step, arrays are as many', async () => {
  for (const [given, rows] of [
    [[1, 2.5, -3], [[1, 2.5, -3]]],
    [
      [
        [1, 2],
        [3, 4],
      ],
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      [
        [
          [1, 2],
          [3, 4],
        ],
      ],
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [
      [[[1, 2]], [[3, 4]]],
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [[null, 0], [[-Infinity, 0]]],
  ]) {
    const opened = await paste(given);
    assert.equal(
      opened.scores.rows.map((row) => Array.from(row)),
      rows,
      JSON.stringify(given),
    );
    assert.is(opened.record.seed, 1337);
  }
});

scores('what transformers.js gives opens as its scores', async () => {
  const both = [
    [0.5, -1.25, 3, -Infinity],
    [1, 2, 3, 4],
  ];
  const files = { output: both, tensor: both, tolist: both, data: both.slice(0, 1) };
  for (const [name, rows] of Object.entries(files)) {
    const opened = await openFiles([await fixture(`transformers-js-${name}.json`)]);
    assert.equal(
      opened.scores.rows.map((row) => Array.from(row)),
      rows,
      name,
    );
  }
});

scores('a list of tensors is a step each', async () => {
  const tensor = (data) => ({ dims: [1, 3], type: 'float32', data });
  const { scores: opened } = await paste([tensor([1, 2, 3]), tensor([4, 5, 6])]);
  assert.equal(
    opened.rows.map((row) => Array.from(row)),
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
  );
});

const badScores = {
  'A score must be a number; row 0 has "1.5" at id 0.': ['1.5', '2'],
  'A score must be a number; row 0 has "2" at id 1.': [1.5, '2'],
  'A score must be a number; row 1 has true at id 0.': [[1], [true]],
  'All steps must have as many scores; row 1 has 1, row 0 2.': [[1, 2], [3]],
  'A step must be an array of scores; step 1 is 5.': [[1, 2], 5],
  'A step must be an array of scores; step 0 is empty.': [],
  'A score must be a finite number or -Infinity; row 0 has Infinity at id 1.': '[1, 1e300]',
  'A row needs at least one finite score; row 0 has -Infinity everywhere.': [null, null],
  'Scores must be one array, or one array a step; found 2 arrays of arrays.': [
    [[1], [2]],
    [[3], [4]],
  ],
  'The dims of a tensor must be those of its 3 numbers, [steps, vocabulary] at most; found [1,4].': {
    dims: [1, 4],
    data: [1, 2, 3],
  },
  'The dims of a tensor must be those of its 1 numbers, [steps, vocabulary] at most; found [-1,-1].': {
    dims: [-1, -1],
    data: [1],
  },
  'This is not whole JSON: line 2, character 4 does not fit, found "NaN]".': '[1,\n 2,NaN]'.replace('2,', '2,'),
  'This is not whole JSON: line 1, character 5 does not fit, the text ends there.': '[1,2',
};
for (const [sentence, given] of Object.entries(badScores))
  scores(`refused: ${sentence}`, async () => assert.is(await refusal(paste(given)), sentence));

scores.run();

const names = suite('page: files with names');

names('a tokenizer.json with bytes', async () => {
  const { names: found } = await openFiles([await fixture('bytes.tokenizer.json')]);
  const { vocab } = JSON.parse(readFileSync(path('../fixtures/yours/bytes.tokenizer.json'), 'utf8')).model;
  assert.is(found.alphabet, 'bytes');
  assert.equal(found.controls, [0]);
  for (const [token, id] of Object.entries(vocab)) assert.is(found.tokens[id], token);
  const named = createNames(found.tokens, { ...found, controls: new Set(found.controls) });
  assert.is(named.visible(0), '<|endoftext|>');
  assert.is(named.visible(vocab['Ġt']), '·t');
});

names('tokenizer.json with pieces and with whole words', async () => {
  const pieces = (await openFiles([await fixture('pieces.tokenizer.json')])).names;
  assert.is(pieces.alphabet, 'pieces');
  assert.equal(pieces.tokens.slice(0, 4), ['<unk>', '▁the', '▁', 'best']);
  assert.equal(pieces.controls, [4]);
  const words = (await openFiles([await fixture('words.tokenizer.json')])).names;
  assert.equal(words, { tokens: ['[UNK]', 'the', 'best'], alphabet: 'text', controls: [0] });
});

names('a list of tokens, and the ids of tokens', async () => {
  assert.equal((await paste(['Ġa', 'b'])).names, { tokens: ['Ġa', 'b'], alphabet: 'bytes', controls: undefined });
  // Words such as these are keys of other files too.
  const words = ['content', 'ids', 'seed', 'prompt', 'output', 'choices', 'logits', 'data', 'temperature', '__proto__'];
  const vocab = `{${words.map((word, id) => `"${word}":${id}`)},"last":12}`;
  const { tokens } = (await paste(vocab)).names;
  assert.equal(tokens, [...words, undefined, undefined, 'last']);
});

names('an id out of reach is refused before anything is made of it', async () => {
  for (const id of [-1, 4e9, 1.5, '7', null]) {
    const sentence = await refusal(paste({ model: { vocab: { a: id } } }));
    assert.match(sentence, /^An id must be a whole number from 0 to 524,287; "a" has /);
  }
});

names.run();

const beside = suite('page: a text’s settings beside its scores');
const logits = blobOf('{"logits":{"dtype":"F32","shape":[2,4],"data_offsets":[0,32]}}', new Float32Array(8));
const openBoth = (record) => openFiles([logits, new File([JSON.stringify(record)], 'text.json')]);

beside('without them T is 1, top-p 1, the seed 1337, and the page draws', async () => {
  const { record } = await openFiles([logits]);
  const unset = { prompt: '', promptIds: [], drawn: undefined, temperature: 1, topP: 1, topK: 0, seed: 1337 };
  assert.equal(record, unset);
  assert.equal((await openBoth({ seed: 7 })).record, { ...unset, seed: 7 });
});

beside('those of a recorded text', async () => {
  const given = {
    prompt: 'Once',
    promptIds: [9, 8],
    ids: [9, 8, 1, 2],
    temperature: 0.8,
    top_p: 0.9,
    seed: 5,
    steps: [],
  };
  const read = { prompt: 'Once', promptIds: [9, 8], drawn: [1, 2], temperature: 0.8, topP: 0.9, topK: 0, seed: 5 };
  assert.equal((await openBoth(given)).record, read);
  assert.equal(
    (await openBoth({ ...given, promptIds: undefined })).record,
    read,
    'what exceeds the steps is the prompt',
  );
});

const wrong = {
  'temperature must be a finite number of at least 0; the JSON has "0.8".': { temperature: '0.8' },
  'topP must be above 0 and at most 1; the JSON has 0.': { topP: 0 },
  'topK must be a whole number, 0 for off; the JSON has 1.5.': { topK: 1.5 },
  'seed must be a whole number within the safe range; the JSON has 0.5.': { seed: 0.5 },
  'ids must be a list of ids; the JSON has [-1].': { ids: [-1] },
  'prompt must be a text; the JSON has a list of 1.': { prompt: ['x'] },
  'ids must be the prompt’s and then one for each of the 2 steps; after the prompt there are 1.': { ids: [1] },
  'ids must begin with promptIds; they differ.': { promptIds: [3], ids: [4, 1, 1] },
  'A drawn id must be below 4, the number of scores; step 1 drew 4.': { ids: [1, 4] },
};
for (const [sentence, record] of Object.entries(wrong))
  beside(`refused: ${sentence}`, async () => assert.is(await refusal(openBoth(record)), `"text.json": ${sentence}`));

beside('alone they are no step', async () => {
  const sentence = 'These are the settings of a text: open the file with its scores together with them.';
  assert.is(await refusal(paste({ prompt: 'x', seed: 1 })), sentence);
  assert.is(await refusal(openFiles([logits, logits])), 'Open one file with scores at a time; these are 2.');
});

beside.run();
