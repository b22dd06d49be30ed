// foreign-names.js: what options of Hugging Face, transformers.js, llama.cpp, Ollama, OpenAI and vLLM are called here.
// Names are written without case and underscores: those that differ by nothing else need no line.

const ELSEWHERE = {
  maxTokens: 'maxtokens maxnewtokens maxcompletiontokens maxoutputtokens npredict numpredict',
  eosId: 'eostoken eostokenid stoptokenids',
  temperature: 'temp',
  repetitionPenalty: 'repeatpenalty',
  logprobs: 'toplogprobs nprobs',
  contextSize: 'numctx nctx',
  logitBias: 'badwordsids suppresstokens',
  onStep: 'streamer ontoken callbackfunction',
};

const WHY_NOT = {
  dosample: 'temperature 0 is greedy, any other draws',
  'stop stopstrings stopsequences': 'ids end a loop, eosId, and strings do not',
  maxlength: 'maxTokens counts new ids alone',
};

/** A name without case and punctuation. */
export const plain = (name) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** What an option of another library is here: `{ option }`, our name, or `{ why }` it has none; neither if unknown. */
export function foreignName(name) {
  const among = (names) => names.split(' ').includes(plain(name));
  return {
    option: Object.keys(ELSEWHERE).find((ours) => among(ELSEWHERE[ours])),
    why: WHY_NOT[Object.keys(WHY_NOT).find(among)],
  };
}
