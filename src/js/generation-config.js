// generation-config.js: the settings of other libraries as options of `generate`; see generation-config.d.ts.
import { foreignName, plain } from './foreign-names.js';

const OWN =
  'temperature topK topP minP repetitionPenalty presencePenalty frequencyPenalty logitBias maxTokens eosId seed seeding ' +
  'contextSize logprobs';
const PENALTIES = ['repetitionPenalty', 'presencePenalty', 'frequencyPenalty'];

/** Names that only one library has, which tells whose settings these are. */
const TELLTALES = {
  'Hugging Face': /^(do_sample|max_new_tokens|transformers_version|_from_model_config|(bos|eos|pad)_token_id)$/,
  'llama.cpp': /^(n_predict|n_probs|n_ctx|samplers|temp|typ_p|(dry|xtc)_.*)$/,
  Ollama: /^num_(predict|ctx|keep)$/,
  vLLM: /^(stop_token_ids|min_tokens|prompt_logprobs|skip_special_tokens)$/,
};

/** Why a name has nothing here that it could become: the first pattern that fits. */
const NO_COUNTERPART = [
  [/^(num_)?beam|^length_penalty|^early_stopping|^best_of|^diversity/, 'beams are not searched here'],
  [/^(sequence_bias|no_repeat|encoder_|forced_|begin_|guidance|grammar|json_|response_)/, 'change the row in logits'],
  [/^min_(length|new_tokens|tokens)/, 'mask eosId in logits until then'],
  [/^(typ|tfs|mirostat|xtc|dry|epsilon_|eta_|penalty_alpha|dynatemp|top_)/, 'there is no such filter here'],
  [/^repeat_last_n/, 'penalties look at the whole sequence here'],
  [/^sampler/, 'the order here is temperature, topK, topP, minP'],
];

const { isSafeInteger: isInteger, isFinite } = Number;
const number = (rule, holds) => (value) =>
  typeof value === 'number' && holds(value) ? { value } : { why: `is not ${rule}, and was left out` };
const OFF = { why: 'is off' };
const finite = number('a finite number', isFinite);
const count = number('an integer >= 0', (x) => isInteger(x) && x >= 0);

/** What our options take: `{ value }` to be used, `{ why }` it is not, or both where the meaning differs. */
const TAKES = {
  __proto__: null,
  temperature: number('a number >= 0', (x) => x >= 0 && isFinite(x)),
  topK: (k) =>
    k === 0 || k === -1
      ? { why: 'means no limit, and was left out' }
      : number('an integer >= 1', (x) => isInteger(x) && x >= 1)(k),
  topP: (p) =>
    p === 0
      ? { value: Number.MIN_VALUE, why: 'keeps the likeliest id alone: so does the least topP there is' }
      : number('in (0, 1]', (x) => x > 0 && x <= 1)(p),
  minP: number('in [0, 1]', (x) => x >= 0 && x <= 1),
  repetitionPenalty: number('a finite number > 0', (x) => x > 0 && isFinite(x)),
  presencePenalty: finite,
  frequencyPenalty: finite,
  logitBias: biases,
  maxTokens: (n) => (n < 0 ? { why: 'means no limit: maxTokens has to be given' } : count(n)),
  eosId(ids) {
    const value = [ids].flat();
    return value.every(isInteger) ? { value } : { why: 'is not ids: strings are found where ids become text' };
  },
  seed: (value) =>
    isInteger(value) || (typeof value === 'bigint' && value >= -(2n ** 63n) && value < 2n ** 64n)
      ? { value }
      : { why: 'is not an integer in [-2^63, 2^64), and was left out' },
  seeding: (value) => (['step', 'call'].includes(value) ? { value } : { why: "is not 'step' or 'call'" }),
  logprobs: (n) =>
    n === true
      ? { value: 0 }
      : n === false
        ? OFF
        : n > 100
          ? { value: 100, why: 'is more than the 100 told here' }
          : count(n),
  contextSize: () => ({ why: 'is how much the model can read: contextSize crops what logits sees' }),
};

/** What single names take in place of what their option does. */
const TAKES_BY_NAME = {
  __proto__: null,
  do_sample: (does) => ({
    why: does === false ? 'is greedy: given as temperature 0' : 'is so at any temperature but 0',
  }),
  suppress_tokens: (ids) => banned(ids),
  bad_words_ids(words) {
    const ids = [words].flat().map((word) => (Array.isArray(word) && word.length === 1 ? word[0] : word));
    const single = ids.filter((id) => !Array.isArray(id));
    if (single.length === ids.length) return banned(ids);
    const why = 'has words of several ids, which are for logits to mask: those of one id are banned';
    return single.length ? { why, ...banned(single) } : { why };
  },
  contextSize: number('an integer >= 1', (x) => isInteger(x) && x >= 1),
  n_probs: (n) => (n === 0 ? OFF : TAKES.logprobs(n)),
};

const banned = (ids) => biases([ids].flat().map((id) => [id, -Infinity]));

/** {id: bias} or pairs, false being llama.cpp's -Infinity. */
function biases(given) {
  const pairs = Array.isArray(given) ? given : Object.entries(Object(given));
  const isId = (id) => /^\d+$/.test(id) && isInteger(Number(id));
  const isBias = (bias) => bias === false || (typeof bias === 'number' && bias < Infinity);
  if (!pairs.every((pair) => Array.isArray(pair) && pair.length === 2 && isId(pair[0]) && isBias(pair[1])))
    return { why: 'is not finite biases by id, and was left out' };
  if (pairs.length === 0) return { why: 'is empty' };
  return { value: Object.fromEntries(pairs.map(([id, bias]) => [id, bias === false ? -Infinity : bias])) };
}

/** See generation-config.d.ts. */
export function fromGenerationConfig(json) {
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new TypeError(`json must be an object of settings, got ${String(JSON.stringify(json)).slice(0, 40)}`);
  const { options: nested, ...flat } = json;
  const isNested = typeof nested === 'object' && nested !== null && !Array.isArray(nested); // Ollama's, one level down
  const entries = isNested ? [...Object.entries(nested), ...Object.entries(flat)] : Object.entries(json);
  const settings = isNested ? { ...flat, ...nested } : { ...json };
  const names = Object.keys(settings);
  const source = Object.keys(TELLTALES).find((library) => names.some((name) => TELLTALES[library].test(name)));
  const told = { options: {}, ignored: [], from: {} };
  const saysHowMany = settings.logprobs === true && isInteger(settings.top_logprobs);
  for (const [name, value] of entries)
    if (name !== 'logprobs' || !saysHowMany) tell(told, name, value, translate(name, value, source));
  const { options, ignored, from } = told;
  if (settings.do_sample === false) {
    if (options.temperature > 0) ignored.push(about(settings, from.temperature, 'do_sample is false: greedy'));
    options.temperature = 0;
  }
  if (options.eosId?.length === 1) [options.eosId] = options.eosId;
  const differences = differencesOf(options, settings, source);
  ignored.push(...differences.map(([name, why]) => about(settings, from[name] ?? name, why)));
  return { options, ignored };
}

const about = (settings, name, why) => ({ name, value: settings[name], why });

/** `{ option, value, why }` of a setting. */
function translate(name, value, source) {
  if (value === null || value === undefined) return { why: 'is not set' };
  const own = OWN.split(' ').find((option) => plain(option) === plain(name));
  const foreign = foreignName(name);
  const option = own ?? foreign.option;
  if (option === 'seed' && (value === -1 || value === 2 ** 32 - 1) && /llama/i.test(source))
    return { why: 'means a random seed, and was left out' };
  const takes = TAKES_BY_NAME[name] ?? TAKES[option];
  if (takes) return { option, ...takes(value) };
  const why = option ? `give ${option} yourself` : NO_COUNTERPART.find(([pattern]) => pattern.test(name))?.[1];
  return { why: why ?? foreign.why ?? 'is no setting of a sampler that is known here' };
}

/** Takes a translation in. Lists of ids and biases add up; of two names of one option the first counts. */
function tell({ options, ignored, from }, name, setting, { option, value, why }) {
  const note = (why) => ignored.push({ name, value: setting, why });
  if (why) note(why);
  if (value === undefined) return;
  const before = options[option];
  if (before === undefined) options[option] = value;
  else if (option === 'eosId') options.eosId = [...new Set([...before, ...value])];
  else if (option === 'logitBias') Object.assign(before, value);
  else note(`${from[option]} gave ${option} before`);
  from[option] ??= name;
}

/** What was translated and does not mean quite the same there: [option, why]. */
function differencesOf(options, settings, source) {
  const penalised = PENALTIES.filter((name) => name in options);
  const isLlama = /llama/i.test(source);
  const rules = [
    [
      'do_sample',
      source === 'Hugging Face' && settings.do_sample === undefined && options.temperature !== 0,
      'Hugging Face is greedy unless it is true: these options draw',
    ],
    [
      'top_k',
      settings.do_sample === true && options.temperature !== 0 && !('top_k' in settings || 'topK' in options),
      'Hugging Face keeps the 50 best unless it is set: here topK 50 does',
    ],
    [
      'temperature',
      settings.do_sample === true && options.temperature === 0,
      'Hugging Face refuses 0 with do_sample: here it is greedy',
    ],
    [
      'temperature',
      source === 'llama.cpp' && options.temperature > 0 && ('topP' in options || 'minP' in options),
      'llama.cpp divides by it after the filters, here it is before them',
    ],
    [
      'minP',
      source === 'vLLM' && ('topP' in options || 'topK' in options) && options.minP > 0,
      'vLLM applies it before topK and topP, here it comes last',
    ],
    [
      'logitBias',
      settings.logit_bias && penalised.length > 0,
      'others add it before the penalties, here it comes last',
    ],
    ...penalised.map((name) => [name, isLlama, `${source} looks at the last ids alone, those of the prompt included`]),
  ];
  return rules.filter(([, differs]) => differs).map(([name, , why]) => [name, why]);
}
