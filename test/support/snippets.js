/** The code that documents show: taken out of them, to be run as their reader would. */

import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { examplesIn } from '../../src/build/examples.mjs';
import { filesUnder, root } from '../../src/build/project.mjs';

/** [{ name, language, title, text }]: the fenced blocks of a document; a comment that begins one is its title. */
export function snippetsOf(path) {
  const document = readFileSync(join(root, path), 'utf8');
  const lineAt = (index) => document.slice(0, index).split('\n').length;
  const blocks = document.matchAll(/^```(\w+)\n((?:\/\/ (.*)\n)?[\s\S]*?)^```$/gm);
  return Array.from(blocks, ({ index, 1: language, 2: text, 3: title = '' }) => ({
    name: `${path}:${lineAt(index)}`,
    language,
    title,
    text,
  }));
}

/** The same of the examples in the comments of all types. */
export function examplesOfTypes() {
  const paths = filesUnder(join(root, 'src/js'), ['.d.ts']).map((path) => relative(root, path));
  return paths.flatMap((path) =>
    examplesIn(readFileSync(join(root, path), 'utf8')).map(({ line, text }) => ({ name: `${path}:${line}`, text })),
  );
}

/** What a snippet says that it prints: the comments at the end of lines that print. */
export const promised = (text) =>
  Array.from(text.matchAll(/^\s*console\.log\(.*\); \/\/ (.*)$/gm), ([, comment]) => comment);

/** As a module: what it uses and does not declare comes from `given`; calls give what is said beside them. */
export function asModule(text, given, names) {
  const code = text.replace(/^((?:await )?[\w.]+\(.*\));? \/\/ (['[\d].*)$/gm, (line, call, value) =>
    call.startsWith('console.') ? line : `is(${call}, ${value});`,
  );
  const isUsed = (name) => new RegExp(`(?<![\\w']|(?<!\\.\\.)\\.)${name}\\b(?!:)`).test(code);
  const declarations = code.matchAll(/\b(?:const|let|function|import)\s+(\{[^}]*\}|\[[^\]]*\]|\w+)/g);
  const declared = Array.from(declarations, ([, names]) => names.match(/\w+/g)).flat();
  const imported = names.filter((name) => isUsed(name) && !declared.includes(name));
  return `import { ${imported.join(', ')} } from '${given}';\n${code}`;
}
