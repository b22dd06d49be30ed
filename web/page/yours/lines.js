/** A list that somebody typed or copied: a token and its probability on each line. */

import { MOST_STEPS } from './layout.js';
import { MOST_TOKENS, partial } from './partial.js';
import { count, problem, quoted } from './problem.js';

const NUMBER = /^-?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,4})?$/i;
const LONGEST_LINE = 2000;
const SEPARATORS = ' \t\u00a0:,=';

/**
 * One step a paragraph: an empty line begins the next. A token with spaces at its ends stands in double quotes, as in
 * JSON. Numbers are probabilities (`Paris 0.77`, `Paris 77 %`), or logprobs where none of a step's is above 0 and one
 * is below.
 *
 * @param {string} text
 * @returns {import('./partial.js').Partial} without a drawn token
 * @throws {FileProblem} with the line
 */
export function lineSteps(text) {
  const paragraphs = [[]];
  let number = 0;
  for (const line of linesOf(text)) {
    number++;
    const paragraph = paragraphs.at(-1);
    if (line.trim() !== '') paragraph.push(parseLine(line, number));
    else if (paragraph.length > 0) paragraphs.push([]);
    // Said before the rest of a long text is looked at.
    if (paragraphs.length > MOST_STEPS + 1)
      throw problem(`A text may have ${count(MOST_STEPS)} steps here; this one has more.`);
    if (paragraph.length > MOST_TOKENS)
      throw problem(`A step may list ${count(MOST_TOKENS)} tokens here; line ${count(number)} is one more.`);
  }
  return partial(paragraphs.filter(({ length }) => length > 0).map(stepOf));
}

function* linesOf(text) {
  const end = /\r\n|\r|\n/g;
  for (let start = 0; start <= text.length; start = end.lastIndex) {
    const found = end.exec(text);
    yield text.slice(start, found?.index ?? text.length);
    if (found === null) return;
  }
}

function parseLine(line, number) {
  const body = line.length <= LONGEST_LINE ? line.trim() : '';
  const isPercent = body.endsWith('%');
  const fields = isPercent ? body.slice(0, -1).trimEnd() : body;
  const start = startOfLastField(fields);
  const digits = fields.slice(start);
  if (start === 0 || !NUMBER.test(digits))
    throw problem(
      `Each line must be a token and its probability, such as Paris 0.77; line ${count(number)} is ${quoted(line)}.`,
    );
  return { text: tokenOf(fields.slice(0, start)), value: isPercent ? Number(digits) / 100 : Number(digits), number };
}

/** Where what follows the last separator begins. */
function startOfLastField(text) {
  let start = text.length;
  while (start > 0 && !SEPARATORS.includes(text[start - 1])) start--;
  return start;
}

/** What stands before the number, without what separates the two; a token that is nothing else stays. */
function tokenOf(text) {
  let end = text.length;
  while (end > 0 && SEPARATORS.includes(text[end - 1])) end--;
  return unquoted(end > 0 ? text.slice(0, end) : text.trimEnd());
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
