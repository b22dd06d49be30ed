/**
 * The examples in the comments of the .d.ts files, each as a TypeScript module, and the right and wrong uses of
 * test/everywhere, for the compiler to judge.
 */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project.mjs';

const folder = join(root, 'build/types');
const names = ['transformers', 'web-llm', 'generation-config'];
const declarations = ['index', 'gpt/index', ...names].map((name) => `src/js/${name}.d.ts`);

/** What examples speak of without saying where it comes from. */
const given = `
import type { AsyncLogits, Generator, Logits, Nucleus } from 'nucleus-sampling';
import type { Gpt } from 'nucleus-sampling/gpt';

export { load } from 'nucleus-sampling';
export { loadGpt } from 'nucleus-sampling/gpt';
export const nucleus: Nucleus;
export const gpt: Gpt;
export const model: Logits;
export const logits: Logits;
export const askServer: AsyncLogits;
export const generator: Generator;
export const prompt: number[];
export const ids: number[];
export const row: Float32Array;
export const signal: AbortSignal;
export const gpt2: any; // of transformers.js
export const tokenizer: any;
export const CreateMLCEngine: any; // of WebLLM
export const modelId: string;
export function show(id: number): void;
export function readFile(path: string | URL): Promise<Uint8Array<ArrayBuffer>>;
`;

const options = {
  compilerOptions: {
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    paths: {
      'nucleus-sampling': ['../../src/js/index.d.ts'],
      'nucleus-sampling/gpt': ['../../src/js/gpt/index.d.ts'],
      'nucleus-sampling/nucleus.wasm': ['../../src/js/module.d.ts'],
      ...Object.fromEntries(names.map((name) => [`nucleus-sampling/${name}`, [`../../src/js/${name}.d.ts`]])),
    },
  },
  include: ['*.ts', ...[...declarations, 'test/everywhere/uses.ts'].map((path) => `../../${path}`)],
};

/** Writes them below build/. @returns {string} the path of the tsconfig.json that names them all */
export function writeExamples() {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const path of declarations) {
    for (const { line, text } of examplesIn(readFileSync(join(root, path), 'utf8')))
      writeFileSync(join(folder, `${path.replaceAll(/\W/g, '-')}-line-${line}.ts`), asModule(text));
  }
  writeFileSync(join(folder, 'given.d.ts'), given);
  const project = join(folder, 'tsconfig.json');
  writeFileSync(project, JSON.stringify(options, null, 2));
  return project;
}

/** The example, with an import of what it uses and does not declare. */
function asModule(text) {
  const names = [...given.matchAll(/^export (?:const |function |\{ )(\w+)/gm)].map(([, name]) => name);
  const isUsed = (name) => new RegExp(`(?<!\\.)\\b${name}\\b(?!:)`).test(text);
  const isDeclared = (name) => new RegExp(`(const|import)[^=;]*\\b${name}\\b[^=;]*(=|from)`).test(text);
  const imported = names.filter((name) => isUsed(name) && !isDeclared(name));
  return `import { ${imported.join(', ')} } from './given.js';\n${text}\nexport {};\n`;
}

/** [{ line, text }]: what follows each @example, up to the next tag or the end of the comment. */
export function examplesIn(text) {
  const lines = text.split('\n').map((line) => line.replace(/\s*\*\/\s*$/, ' */'));
  return lines.flatMap((start, first) => {
    if (!/^\s*(\/\*)?\*+ @example\b/.test(start)) return [];
    const found = [start.replace(/^.*@example ?/, '')];
    for (let i = first; !lines[i].endsWith('*/');) {
      if (/^\s*\* @\w/.test(lines[++i])) break;
      found.push(lines[i].replace(/^\s*\* ?/, ''));
    }
    return [
      {
        line: first + 1,
        text: found
          .join('\n')
          .replace(/\s*\*?\/\s*$/, '')
          .trim(),
      },
    ];
  });
}
