/** What a benchmark says: on the terminal as it comes, and in the end in a file that the README can point to. */

import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

const lines = [];

/** Print a line, or several, and keep it for the file. */
export function say(text) {
  console.log(text);
  lines.push(text);
}

export const machine = () =>
  `${cpus()[0].model}, ${cpus().length} threads, ${process.platform} ${process.arch}, Node ${process.versions.node}`;

/** Write test/bench/NAME.md: all that was said. @param {string} command what wrote it */
export function writeReport(name, command) {
  const path = fileURLToPath(new URL(`${name}.md`, import.meta.url));
  writeFileSync(path, `# ${name}\n\nWritten by \`${command}\`.\n\n\`\`\`text\n${lines.join('\n').trim()}\n\`\`\`\n`);
  console.log(`\n${path} holds these lines.`);
}
