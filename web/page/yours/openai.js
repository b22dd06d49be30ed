/** Answers of services that speak OpenAI's format: chat, responses, legacy completions; llama.cpp's own too. */

import { partial } from './partial.js';
import { problem, quoted } from './problem.js';

/** @returns {boolean} whether a JSON value looks like such an answer, or the logprobs out of one */
export const isAnswer = (json) =>
  json instanceof Object && (KEYS.some((key) => Object.hasOwn(json, key)) || isListOfTokens(json));

const KEYS = ['choices', 'output', 'completion_probabilities', 'content', 'top_logprobs', 'token_logprobs'];
const isListOfTokens = (json) => Array.isArray(json) && json.length > 0 && typeof json[0]?.token === 'string';

/**
 * The reported tokens of each step, of the first choice.
 *
 * @param {object} json the whole answer, or its `logprobs`, or the list in that
 * @returns {import('./partial.js').Partial}
 * @throws {FileProblem}
 */
export function answerSteps(json) {
  const logprobs = logprobsOf(json);
  if (isListOfTokens(logprobs)) return partial(logprobs.map(chatStep));
  if (Array.isArray(logprobs?.tokens)) return partial(legacySteps(logprobs));
  throw problem(
    `An answer must have logprobs: ask for them with "logprobs": true and "top_logprobs": 20; found ${quoted(logprobs ?? undefined)} in their place.`,
  );
}

/** The list of a chat's tokens, or the object of a legacy completion. */
function logprobsOf(json) {
  if (Array.isArray(json)) return json;
  if (json.completion_probabilities !== undefined) return json.completion_probabilities;
  if (Array.isArray(json.output))
    return json.output
      .flatMap((item) => (Array.isArray(item?.content) ? item.content : []))
      .flatMap((part) => part?.logprobs ?? []);
  const found = Array.isArray(json.choices) ? json.choices[0]?.logprobs : json;
  return found?.content ?? found;
}

function chatStep(entry, step) {
  if (typeof entry?.token !== 'string')
    throw problem(`Each step must have a token; step ${step} has ${quoted(entry?.token)}.`);
  const top = entry.top_logprobs ?? [];
  if (!Array.isArray(top)) throw problem(`top_logprobs must be a list; step ${step} has ${quoted(top)}.`);
  const tokens = top.map((each, i) => reported(each, `token ${i} of step ${step}`));
  const drawn = reported(entry, `step ${step}`);
  return withDrawn(tokens, drawn);
}

function reported(entry, what) {
  if (typeof entry?.token !== 'string') throw problem(`A token must be a string; ${what} has ${quoted(entry?.token)}.`);
  return {
    text: entry.token,
    ...(isBytes(entry.bytes) && { bytes: entry.bytes }),
    ...(Number.isInteger(entry.id) && { id: entry.id }),
    logprob: entry.logprob,
  };
}

/** The drawn token need not be among the likeliest. */
function withDrawn(tokens, drawn) {
  const key = (token) => JSON.stringify([token.text, token.bytes ?? null]);
  const at = tokens.findIndex((token) => key(token) === key(drawn));
  return at >= 0 ? { tokens, drawn: at } : { tokens: [...tokens, drawn], drawn: tokens.length };
}

function legacySteps({ tokens, token_logprobs: logprobs, top_logprobs: top }) {
  return tokens.flatMap((token, step) => {
    // With `echo`, the first token of the prompt has no logprob.
    if (logprobs?.[step] === null && !top?.[step]) return [];
    const listed = top?.[step] ?? {};
    if (!(listed instanceof Object) || Array.isArray(listed))
      throw problem(`top_logprobs must be a list of objects; step ${step} has ${quoted(listed)}.`);
    const likeliest = Object.entries(listed).map(([text, logprob]) => legacyToken(text, logprob, step));
    return [withDrawn(likeliest, legacyToken(token, logprobs?.[step], step))];
  });
}

/** A piece of a letter is written `bytes:\xe2\x80`. */
function legacyToken(text, logprob, step) {
  if (typeof text !== 'string') throw problem(`A token must be a string; step ${step} has ${quoted(text)}.`);
  const [, escaped] = /^bytes:((?:\\x[\da-f]{2})+)$/i.exec(text) ?? [];
  const bytes = escaped?.match(/[\da-f]{2}/gi).map((digits) => parseInt(digits, 16));
  return { text, ...(bytes && { bytes }), logprob };
}

const isBytes = (bytes) =>
  Array.isArray(bytes) && bytes.length > 0 && bytes.every((byte) => Number.isInteger(byte) && byte >= 0 && byte < 256);
