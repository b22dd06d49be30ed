/** A list that somebody typed or copied: a token and its probability on each line. */

import { partial } from './partial.js';
import { count, problem, quoted } from './problem.js';

const LINE = /^\s*(.*?)[\s:,=]*[\s:,=](-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,4})?)\s*(%?)\s*$/i;
const LONGEST_LINE = 2000;

/**
 * One step a paragraph: an empty line begins the next. A token with spaces at its ends stands in double quotes, as in JSON.
 * Numbers are probabilities (`Paris 0.77`, `Paris 77 %`), or logprobs where none of a step's is above 0 and one is below.
 *
 * @param {string} text
 * @returns {import('./partial.js').Partial} without a drawn token
 * @throws {FileProblem} with the line
 */
export function lineSteps(text) {
  const paragraphs = [[]];
  text.split(/\r\n|\r|\n/).forEach((line, i) => {
    if (line.trim() !== '') paragraphs.at(-1).push(parseLine(line, i + 1));
    else if (paragraphs.at(-1).length > 0) paragraphs.push([]);
  });
  return partial(paragraphs.filter(({ length }) => length > 0).map(stepOf));
}

function parseLine(line, number) {
  const match = line.length <= LONGEST_LINE ? LINE.exec(line) : null;
  if (match === null)
    throw problem(
      `Each line must be a token and its probability, such as Paris 0.77; line ${count(number)} is ${quoted(line)}.`,
    );
  const [, token, digits, percent] = match;
  return { text: unquoted(token), value: percent ? Number(digits) / 100 : Number(digits), number };
}

function unquoted(token) {
  if (!/^".*"$/.test(token)) return token;
  try {
    return JSON.parse(token);
  } catch {
    return token;
  }
}

function stepOf(lines) {
  const areLogprobs = lines.every(({ value }) => value <= 0) && lines.some(({ value }) => value < 0);
  const tokens = lines.map(({ text, value, number }) => {
    if (areLogprobs) return { text, logprob: value };
    if (!(value >= 0 && value <= 1))
      throw problem(`A probability must be from 0 to 1; line ${count(number)} has ${value}.`);
    return { text, logprob: Math.log(value) };
  });
  return { tokens, drawn: -1 };
}
