/** A release after the one in web/dist: the program and the chapters changed, and with them the page and its worker. */

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { dist } from '../support.js';

export const NEW_TITLE = 'A new release';

const read = (name) => readFileSync(join(dist, name), 'utf8');
const named = (pattern) => readdirSync(dist).find((name) => pattern.test(name));
const digest = (text, form) => createHash('sha256').update(text).digest(form);
const aboutOf = (text) => [`size:${Buffer.byteLength(text)},checksum:"${digest(text, 'hex')}"`];

/** Every one of these texts must be there. */
function replaced(text, changes) {
  return changes.reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`there is no ${from.slice(0, 80)}`);
    return now.replaceAll(from, to);
  }, text);
}

/** @returns {{ files: Record<string, string>, gone: string[] }} what is new by name, and names of the last release */
export function nextRelease() {
  const gone = [named(/^main-.*\.js$/), named(/^lesson-.*\.js$/)];
  const names = gone.map((name, i) => [name, ['main-new.js', 'lesson-new.js'][i]]);
  const [program, lesson] = gone.map(read);
  const [front, worker] = ['index.html', 'service-worker.js'].map(read);
  const nextProgram = replaced(program, [names[1]]);
  const nextFront = replaced(front, [
    names[0],
    [/<title>.*<\/title>/.exec(front)[0], `<title>${NEW_TITLE}</title>`],
    [digest(program, 'base64'), digest(nextProgram, 'base64')],
  ]);
  const [, version] = /version:"(\w+)"/.exec(worker);
  const nextWorker = replaced(worker, [
    ...names,
    [version, 'newrelease'],
    ...[
      [program, nextProgram],
      [front, nextFront],
    ].map((texts) => texts.flatMap(aboutOf)),
  ]);
  const files = { 'main-new.js': nextProgram, 'lesson-new.js': lesson };
  return { files: { ...files, 'index.html': nextFront, 'service-worker.js': nextWorker }, gone };
}
