/** What the page says when it cannot start. Apart from strings.js, since it has to be there when nothing else is. */

const RELOAD = 'Reload the page to try again.';

export const start = {
  unreachable: (file) => `${file} could not be fetched. ${RELOAD}`,
  refused: (file, status) => `${file} is missing: it was answered with ${status}. ${RELOAD}`,
  wrong: (file, size) =>
    `${file} is missing: something else came in its place (${size} bytes), as filters, sign-in pages and broken uploads do. ${RELOAD}`,
  late: (file) => `${file} has not arrived yet: the network accepted, and does not answer.`,
  cannotRun: (file) => `${file} is there, and this browser does not run it.`,
  stopped: (message) => `The page stopped while it started: ${message}`,
  fromDisk:
    'This page was opened as a file from a disk, where browsers let it read none of its parts. It needs a web server: npm start runs one.',
  old: 'This browser is too old for the page: it needs Chromium 109, Firefox 115, Safari 16.4 or later.',
  noWasm:
    'This browser runs no WebAssembly, in which every number of the page is computed: it may be switched off (Lockdown Mode does that). Another browser, or a setting, helps; a reload does not.',
  forbiddenWasm: (message) =>
    `A policy forbids WebAssembly here, in which every number of the page is computed (${message}). Whoever runs the site or this computer can allow it ('wasm-unsafe-eval'); a reload does not help.`,
  oldWasm:
    'This browser’s WebAssembly lacks instructions that the page computes with (SIMD): it needs Chromium 91, Firefox 89, Safari 16.4 or later on a processor that has them. A reload does not help.',
  plain: (problem) => `The page’s style is missing, so it looks plain. ${problem}`,
};

/** What index.html says before any script has run, or without one. */
export const front = {
  lang: 'en',
  title: 'Why did it say London? How a language model draws its next word',
  description: "See how temperature, top-k, top-p and luck turn a language model's scores into the next word.",
  heading: 'Why did it say London?',
  noScript: 'This page draws its pictures with JavaScript and WebAssembly. Please turn JavaScript on.',
  late: (program) =>
    `The page has not started yet. If this stays, its program (${program}) could not be fetched or cannot run here.`,
  needs: (start) =>
    `It needs JavaScript and WebAssembly, which a policy of the site may forbid; a web server, for it cannot be opened as a file from a disk (${start} runs one); and a browser no older than Chromium 109, Firefox 115 or Safari 16.4.`,
};
