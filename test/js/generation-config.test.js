/** Settings of other libraries as options: what is taken, and that nothing is dropped in silence. */

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fromGenerationConfig } from '../../src/js/generation-config.js';
import { load } from '../../src/js/index.js';
import { refuses } from '../support/check.js';

const config = suite('fromGenerationConfig');

/** { name: why } of what was ignored. */
const reasons = ({ ignored }) => Object.fromEntries(ignored.map(({ name, why }) => [name, why]));

const cases = [
  [
    'a generation_config.json of Hugging Face',
    {
      do_sample: true,
      temperature: 0.6,
      top_k: 50,
      top_p: 0.9,
      min_p: 0.1,
      repetition_penalty: 1.1,
      eos_token_id: [2, 7],
    },
    { temperature: 0.6, topK: 50, topP: 0.9, minP: 0.1, repetitionPenalty: 1.1, eosId: [2, 7] },
    { do_sample: 'temperature' },
  ],
  [
    'what a generation_config.json holds besides',
    {
      do_sample: true,
      bos_token_id: 1,
      pad_token_id: 0,
      transformers_version: '4.57.0',
      max_length: 4096,
      num_beams: 1,
      typical_p: 1,
      no_repeat_ngram_size: 3,
      max_new_tokens: 64,
      suppress_tokens: [5, 6],
    },
    { maxTokens: 64, logitBias: { 5: -Infinity, 6: -Infinity } },
    {
      do_sample: 'temperature',
      bos_token_id: 'known',
      pad_token_id: 'known',
      transformers_version: 'known',
      max_length: 'maxTokens',
      num_beams: 'beams',
      typical_p: 'no such filter',
      no_repeat_ngram_size: 'logits',
      top_k: '50 best unless it is set',
    },
  ],
  [
    'without do_sample, Hugging Face is greedy',
    { temperature: 0.6, eos_token_id: 2, bos_token_id: 1 },
    { temperature: 0.6, eosId: 2 },
    { bos_token_id: 'known', do_sample: 'greedy unless' },
  ],
  [
    'do_sample false is greedy, whatever the temperature',
    { do_sample: false, temperature: 0.6 },
    { temperature: 0 },
    { do_sample: 'greedy', temperature: 'greedy' },
  ],
  [
    'temperature 0 with do_sample',
    { do_sample: true, temperature: 0 },
    { temperature: 0 },
    { do_sample: 'temperature', temperature: 'refuses 0 with do_sample' },
  ],
  ['top_k 0 is no limit', { top_k: 0 }, {}, { top_k: 'no limit' }],
  ['top_k -1 is no limit', { top_k: -1 }, {}, { top_k: 'no limit' }],
  ['top_p 0 keeps one id', { top_p: 0, top_k: 5 }, { topP: 5e-324, topK: 5 }, { top_p: 'likeliest' }],
  [
    'llama.cpp',
    {
      n_predict: 128,
      temp: 0.8,
      top_k: 40,
      top_p: 0.95,
      min_p: 0.05,
      repeat_penalty: 1.1,
      repeat_last_n: 64,
      seed: -1,
      mirostat: 0,
      logit_bias: [
        [15043, false],
        [5, 1.5],
      ],
      n_probs: 3,
    },
    {
      maxTokens: 128,
      temperature: 0.8,
      topK: 40,
      topP: 0.95,
      minP: 0.05,
      repetitionPenalty: 1.1,
      logitBias: { 15043: -Infinity, 5: 1.5 },
      logprobs: 3,
    },
    {
      temp: 'after the filters',
      repeat_last_n: 'whole sequence',
      repeat_penalty: 'last ids',
      seed: 'random',
      mirostat: 'no such filter',
      logit_bias: 'before the penalties',
    },
  ],
  ['llama.cpp without a limit', { n_predict: -1 }, {}, { n_predict: 'no limit' }],
  [
    'Ollama, one level down',
    { model: 'llama3', options: { num_predict: 42, num_ctx: 4096, temperature: 0.7, seed: 42, stop: ['\n'] } },
    { maxTokens: 42, temperature: 0.7, seed: 42 },
    { model: 'known', num_ctx: 'contextSize', stop: 'eosId' },
  ],
  [
    'OpenAI',
    {
      max_completion_tokens: 20,
      temperature: 1.2,
      top_p: 0.5,
      presence_penalty: 0.5,
      frequency_penalty: -0.25,
      logit_bias: { 50256: -100 },
      logprobs: true,
      top_logprobs: 5,
      n: 1,
      messages: [],
      seed: 7,
    },
    {
      maxTokens: 20,
      temperature: 1.2,
      topP: 0.5,
      presencePenalty: 0.5,
      frequencyPenalty: -0.25,
      logitBias: { 50256: -100 },
      logprobs: 5,
      seed: 7,
    },
    { n: '', messages: 'known', logit_bias: 'before the penalties' },
  ],
  ['OpenAI with logprobs alone', { logprobs: true }, { logprobs: 0 }, {}],
  [
    'vLLM',
    { max_tokens: 16, stop_token_ids: [7], top_k: -1, top_p: 0.9, min_p: 0.1, seed: null, min_tokens: 4, logprobs: 2 },
    { maxTokens: 16, eosId: 7, topP: 0.9, minP: 0.1, logprobs: 2 },
    { top_k: 'no limit', seed: 'not set', min_tokens: 'mask eosId', min_p: 'before topK and topP' },
  ],
  [
    'two names of one option',
    { max_tokens: 7, max_new_tokens: 9, do_sample: true },
    { maxTokens: 7 },
    { max_new_tokens: 'max_tokens gave maxTokens before', do_sample: 'temperature', top_k: '50 best' },
  ],
  [
    'ids that end it, from two names',
    { eos_token_id: 2, stop_token_ids: [7, 2], do_sample: true },
    { eosId: [2, 7] },
    { do_sample: '', top_k: '50 best' },
  ],
  [
    'our own names',
    { temperature: 0.5, topK: 3, minP: 0.1, maxTokens: 4, eosId: 1 },
    { temperature: 0.5, topK: 3, minP: 0.1, maxTokens: 4, eosId: 1 },
    {},
  ],
  [
    'values that cannot be meant',
    {
      temperature: -1,
      top_k: 1.5,
      top_p: 2,
      min_p: '0.1',
      repetition_penalty: 0,
      seed: 'x',
      logit_bias: { a: 1 },
      max_tokens: NaN,
    },
    {},
    {
      temperature: '>= 0',
      top_k: 'integer',
      top_p: '(0, 1]',
      min_p: '[0, 1]',
      repetition_penalty: '> 0',
      seed: 'integer',
      logit_bias: 'biases',
      max_tokens: 'integer',
    },
  ],
  ['nothing', {}, {}, {}],
  [
    'words of one id that are bad are banned, and of those of several it is said that they are not',
    { bad_words_ids: [[5], [6, 7]] },
    { logitBias: { 5: -Infinity } },
    { bad_words_ids: 'several ids' },
  ],
  ['bad words of several ids alone ban nothing', { bad_words_ids: [[6, 7]] }, {}, { bad_words_ids: 'several ids' }],
  ['bad words of one id each', { bad_words_ids: [[6], [7]] }, { logitBias: { 6: -Infinity, 7: -Infinity } }, {}],
  ['biases that are no pairs are no biases', { logit_bias: [[1, 2, 3]] }, {}, { logit_bias: 'biases by id' }],
  ['a bias of an empty name is none of id 0', { logit_bias: { '': 2 } }, {}, { logit_bias: 'biases by id' }],
  ['no biases', { logit_bias: {}, suppress_tokens: [] }, {}, { logit_bias: 'empty', suppress_tokens: 'empty' }],
  ['options that are no settings are told', { options: null }, {}, { options: 'not set' }],
  ['a list of options is told', { options: [] }, {}, { options: 'known' }],
  [
    "a setting beside Ollama's options and in them counts in them, and both are told",
    { temperature: 1, options: { temperature: 0.5 } },
    { temperature: 0.5 },
    { temperature: 'gave temperature before' },
  ],
  ['more logprobs than there are here', { logprobs: 200 }, { logprobs: 100 }, { logprobs: '100' }],
  ["llama.cpp's n_probs of 0 is off", { n_probs: 0 }, {}, { n_probs: 'off' }],
  ['a seed beyond 64 bits', { seed: 2n ** 64n }, {}, { seed: '[-2^63, 2^64)' }],
  ["llama.cpp's other random seed", { n_predict: 1, seed: 4294967295 }, { maxTokens: 1 }, { seed: 'random' }],
  ['our seeding and contextSize', { seeding: 'call', contextSize: 8 }, { seeding: 'call', contextSize: 8 }, {}],
  ['names with hyphens, as on a command line', { 'top-k': 3, 'n-predict': 4 }, { topK: 3, maxTokens: 4 }, {}],
];

for (const [what, json, options, whys] of cases) {
  config(what, () => {
    const kept = structuredClone(json);
    const result = fromGenerationConfig(json);
    assert.equal(result.options, options);
    const found = reasons(result);
    assert.equal(Object.keys(found).sort(), Object.keys(whys).sort());
    for (const [name, why] of Object.entries(whys)) assert.ok(found[name].includes(why), `${name}: ${found[name]}`);
    assert.equal(json, kept);
  });
}

config('every key is in one of the two, whatever it is called', () => {
  for (const name of [
    'temperatur',
    '__proto__',
    'constructor',
    'toString',
    'mirostat_tau',
    'abc_def',
    'signal',
    'onStep',
  ]) {
    const json = JSON.parse(`{ "${name}": 1 }`);
    const { options, ignored } = fromGenerationConfig(json);
    assert.equal(options, {}, name);
    assert.is(ignored.length, 1, name);
    assert.is(ignored[0].name, name);
    assert.is(ignored[0].value, 1);
    assert.ok(ignored[0].why.length > 5);
  }
});

config('what comes out is what generate takes', async () => {
  const nucleus = await load();
  const { options } = fromGenerationConfig({ do_sample: true, temperature: 0.6, top_p: 0, max_new_tokens: 5, seed: 3 });
  assert.equal(nucleus.generate(() => [1, 3, 2], [0], options).ids, [0, 1, 1, 1, 1, 1]);
});

config('what is no object is refused', () => {
  for (const wrong of [undefined, null, '{}', 5, [], () => {}])
    refuses(() => fromGenerationConfig(wrong), TypeError, 'json must be an object of settings');
});

config.run();
