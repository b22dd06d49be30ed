/** One run of the reader's own, for trying out what the chapter asks. */

import { readOptions } from '../../src/build/project.mjs';
import { decimals, list, policy, quoted } from './format.mjs';
import { NEW_TOKENS, PROMPT, SEED, continueText } from './parts.mjs';

export const USAGE = `npm run lab [-- options]

Runs the six parts of the lab and their check. With any of these options one run of your own comes after them:

  --seed N          seed of the draws (${SEED})
  --temperature T   0 is greedy (1)
  --top-k K         keep the K best letters (all)
  --top-p P         keep the shortest prefix that reaches P (all)
  --prompt TEXT     what to continue; \\n is a new line ('ROMEO:\\n')
  --tokens N        how many letters to add (${NEW_TOKENS})`;

const text = { type: 'string' };
const OPTIONS = {
  seed: text,
  temperature: text,
  'top-k': text,
  'top-p': text,
  prompt: text,
  tokens: text,
  help: { type: 'boolean' },
};

/** { help } or { run }, undefined where no option was given. Throws for an option nobody knows. */
export function readArguments(args) {
  const { help, ...given } = readOptions(OPTIONS, args);
  if (help || Object.keys(given).length === 0) return { help };
  return {
    run: {
      prompt: given.prompt?.replaceAll('\\n', '\n') ?? PROMPT,
      maxTokens: number('tokens', given.tokens) ?? NEW_TOKENS,
      options: {
        seed: integer('seed', given.seed) ?? SEED,
        temperature: number('temperature', given.temperature) ?? 1,
        topK: number('top-k', given['top-k']),
        topP: number('top-p', given['top-p']),
      },
    },
  };
}

function number(name, value) {
  if (value === undefined) return undefined;
  if (value.trim() === '' || Number.isNaN(Number(value)))
    throw new RangeError(`--${name} must be a number, got ${JSON.stringify(value)}`);
  return Number(value);
}

/** Exact, as seeds may be larger than a number holds. */
function integer(name, value) {
  if (value === undefined) return undefined;
  if (!/^-?\d+$/.test(value)) throw new RangeError(`--${name} must be an integer, got ${JSON.stringify(value)}`);
  return BigInt(value);
}

/** Throws what the run would throw, before anything is printed. */
export function checkRun({ nucleus, gpt }, { prompt, maxTokens, options }) {
  if (prompt === '') throw new RangeError('--prompt must hold at least one character');
  gpt.encode(prompt);
  const oneStep = { ...options, maxTokens, eosId: 0 };
  nucleus.generate(() => [0], [], oneStep);
}

export function ownRun(lab, { prompt, maxTokens, options }, { logits }) {
  const { nucleus, gpt, print } = lab;
  const { temperature, topK, topP, seed } = options;
  const p = nucleus.probabilities(logits, { temperature, topK, topP });
  const survivors = [...p.keys()].filter((id) => p[id] > 0);
  const { ids, stopReason } = continueText(lab, gpt.encode(prompt), maxTokens, options);

  print(`\nYour run: ${policy(options)} seed=${seed}`);
  print(
    `  hand distribution p=${decimals(p)} entropy_bits=${nucleus.entropyBits(p).toFixed(6)} surviving IDs=${list(survivors)}`,
  );
  print(`  yours: ${quoted(gpt.decode(ids))}`);
  print(`    total_tokens=${ids.length} stop=${stopReason}`);
}
