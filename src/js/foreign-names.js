// foreign-names.js: what options of Hugging Face, transformers.js, llama.cpp, Ollama, OpenAI and vLLM are called here.

/** Our options with their names elsewhere, beyond case and underscores. */
const ELSEWHERE = {
  maxTokens: 'max_new_tokens max_completion_tokens max_output_tokens n_predict num_predict',
  eosId: 'eos_token_id stop_token_ids',
  temperature: 'temp',
  topP: 'nucleus',
  repetitionPenalty: 'repeat_penalty',
  presencePenalty: 'alpha_presence',
  frequencyPenalty: 'alpha_frequency',
  logprobs: 'top_logprobs n_probs output_scores',
  contextSize: 'num_ctx n_ctx max_model_len',
  seed: 'random_seed rng_seed random_state',
  onStep: 'callback_function streamer',
  signal: 'abort_signal stopping_criteria',
};

const NOT_HERE = 'there is nothing like it here';
const IDS_END = 'strings do not end a loop here, ids do: eosId';
const BAN = 'a logitBias of -Infinity bans an id';

/** Options of others that have no name here, and what to do instead. */
const WITHOUT = {
  do_sample: 'temperature 0 is greedy, any other draws',
  stop: IDS_END,
  stop_strings: IDS_END,
  stop_sequences: IDS_END,
  max_length: 'maxTokens is how many new ids there may be, the prompt not counted',
  suppress_tokens: BAN,
  bad_words_ids: BAN,
  ignore_eos: 'leave eosId out',
};
const MISSING =
  'min_tokens min_new_tokens min_length typical_p top_a tfs_z mirostat mirostat_tau mirostat_eta num_beams best_of n ' +
  'num_return_sequences no_repeat_ngram_size epsilon_cutoff eta_cutoff penalty_alpha guidance_scale repeat_last_n ' +
  'dry_multiplier xtc_probability length_penalty early_stopping';

const plain = (name) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
const names = (list) => list.split(' ').map(plain);

/** What an option of another library is here: `{ option }`, our name, or `{ why }` it has none; neither if it is unknown. */
export function foreignName(name) {
  const wanted = plain(name);
  const option = Object.keys(ELSEWHERE).find((ours) => names(ELSEWHERE[ours]).includes(wanted));
  if (option) return { option };
  const other = Object.keys(WITHOUT).find((theirs) => plain(theirs) === wanted);
  return { why: other ? WITHOUT[other] : names(MISSING).includes(wanted) ? NOT_HERE : undefined };
}
