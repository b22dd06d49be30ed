/** The Python of the developers' guide, run as it stands with tiny random models; its files opened as on the page. */

import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { openAsBlob, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/build/project.mjs';
import { createNames } from '../../web/page/words/names.js';
import { visibleText } from '../../web/page/words/token.js';
import { openFiles, rowOf } from '../../web/page/yours/open.js';

const guide = readFileSync(join(root, 'web/guide/developers.md'), 'utf8');
const blocks = Array.from(guide.matchAll(/```python\n([\s\S]*?)```/g), ([, code]) => code);

/** What the guide's program holds in its hands, to compare with what the page makes of the files. */
const TOLD = `
import json as _json
print(_json.dumps({"logits": logits.tolist(), "ids": ids, "prompt": "The capital of France is"}))
`;

export async function check({ folder, run }) {
  const seen = [];
  for (const kind of ['gpt2', 'llama']) {
    run([join(root, 'test/torch/tiny_model.py'), kind, kind]);
    writeFileSync(join(folder, 'guide.py'), blocks.join('\n').replace(/^name = .*$/m, `name = "${kind}"`) + TOLD);
    const told = JSON.parse(run(['guide.py']).trim().split('\n').at(-1));
    await compare(folder, told, kind);
    seen.push(`${kind} ${told.logits.length} steps`);
  }
  return `the guide's files open as what its program held: ${seen.join(', ')}`;
}

async function compare(folder, told, kind) {
  const names = ['steps.safetensors', 'steps.json', 'tokenizer/tokenizer.json'];
  const opened = await openFiles(await Promise.all(names.map((name) => openAsBlob(join(folder, name)))));
  strictEqual(opened.scores.steps, told.logits.length, kind);
  for (let step = 0; step < opened.scores.steps; step++)
    deepStrictEqual(Array.from(await rowOf(opened.scores, step)), told.logits[step], `${kind}, step ${step}`);
  deepStrictEqual([...opened.record.promptIds, ...opened.record.drawn], told.ids, kind);
  strictEqual(opened.record.prompt, told.prompt, kind);
  const { tokens, alphabet, controls } = opened.names;
  const named = createNames(tokens, { alphabet, controls: new Set(controls) });
  strictEqual(visibleText(named.sentence(opened.record.promptIds)), told.prompt.replaceAll(' ', '·'), kind);
  ok(named.isControl(0), kind);
}
