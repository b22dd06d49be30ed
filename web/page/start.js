/**
 * Watches the page's start from outside the page's program, and says what is missing when it fails: the program itself
 * may be what is missing. A script of its own, in plain words for old engines. Where even this one does not run, the
 * text in index.html stands, which needs no script.
 */

import { files } from './files.js';
import { isEmbed } from './frame/asked.js';
import { explain, isRunning, isStarted, showProblem } from './problem.js';
import { start as words } from './start-strings.js';
import { trusted } from './trusted.js';
import { fetchFile } from './verified.js';

/** After so long the reader wants to know what the page is waiting for. */
const LATE = 4000;
const PROBE = 3000;
const STILL = 300;

// In another page's frame, which may fetch nothing, the page's program says itself what it misses.
const needed = () => (isInFrame ? [] : [files.page, files.core, files.opening, files.steps]);
const isInFrame = isEmbed();
let isDiagnosing = false;

// A script or a style that could not be fetched tells only itself: it is heard on its way down.
addEventListener(
  'error',
  ({ target, message }) => {
    if (target === window) diagnose(message);
    else if (isInFrame) return;
    else if (target === element('style')) mendStyle();
    else if (target === element('page')) mendProgram();
  },
  true,
);
addEventListener('unhandledrejection', ({ reason }) => diagnose(String(reason)));
setTimeout(() => {
  if (isInFrame || hasStyle()) return;
  mendStyle();
  // Firefox holds a program that is there back, for a style that is no longer asked for.
  setTimeout(() => hasCome(files.page) && !isRunning() && stop(), STILL);
}, PROBE);
setTimeout(() => diagnose(), LATE);
chooseLanguage();
if (!isModern()) showProblem(words.old);
else if (isInFrame) whenParsed(startInFrame);

/**
 * Go to the page in the language that the address asks for (?lang=de), or else the browser. An address that says none
 * but leads to one is what it is.
 */
function chooseLanguage() {
  const { pathname, search, hash } = location;
  const isGerman = pathname.endsWith('/de.html');
  const [, asked] = /[?&]lang=(\w+)/.exec(search) || [];
  const wanted = asked || (isGerman ? 'de' : navigator.language.slice(0, 2));
  if (wanted === 'de' && !isGerman) location.replace(`de.html${search}${hash}`);
  if (wanted === 'en' && isGerman) location.replace(`./${search}${hash}`);
}

function element(id) {
  return document.getElementById(id);
}

/** What the page cannot do without, of the last things that browsers learned: see README.md, The repository. */
function isModern() {
  return Boolean(
    window.ResizeObserver &&
    window.CSSStyleSheet &&
    'replaceSync' in CSSStyleSheet.prototype &&
    'adoptedStyleSheets' in document &&
    'inert' in HTMLElement.prototype &&
    CSS.supports('container-type', 'inline-size') &&
    AbortSignal.timeout &&
    Object.hasOwn,
  );
}

/** Say what is missing; with nothing missing, what `message` says. */
async function diagnose(message) {
  if (isStarted() || isDiagnosing) return;
  isDiagnosing = true;
  if (location.protocol === 'file:') return showProblem(words.fromDisk);
  if (!isModern()) return showProblem(words.old);
  const problems = await Promise.all(needed().map(probe));
  const found = problems.find(Boolean) ?? (message && words.stopped(message));
  isDiagnosing = false;
  if (isStarted()) return;
  if (found) {
    showProblem(found);
    renewIfOutdated();
  }
  // All is there, and the program has not begun: it failed before this script could hear it.
  else if (!isRunning()) isInFrame ? showProblem(words.late(files.frame.name)) : mendProgram();
}

/** Fetches a file once more, past a wrong answer in the browser's own cache: then a reload helps. */
async function probe(file) {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), PROBE);
  try {
    await fetchFile(file, { signal: silence.signal });
    return undefined;
  } catch (error) {
    return silence.signal.aborted ? words.late(file.name) : explain(error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A page out of the browser's own cache may be of a release whose files are gone. Then the one that stands on the
 * server names another program, and takes its place. Once: it may be the server that cannot make up its mind.
 */
async function renewIfOutdated() {
  const [{ type } = {}] = performance.getEntriesByType('navigation');
  if (type === 'reload') return;
  const newest = await fetch(location.href, { cache: 'reload' }).then(textOf, () => '');
  if (/<\/html>\s*$/i.test(newest) && /id="start-problem"/.test(newest) && newest.indexOf(files.page.name) < 0)
    location.reload();
}

const textOf = (response) => (response.ok ? response.text() : '');

/**
 * A program that was wrong, and is right by now, starts after all: under another address, for the old one keeps its
 * answer.
 */
async function mendProgram() {
  const { name } = files.page;
  const old = element('page');
  if (location.protocol === 'file:' || (await probe(files.page)) || isAgain(old.src))
    return diagnose(words.cannotRun(name));
  const script = document.createElement('script');
  Object.assign(script, { id: old.id, type: 'module', integrity: old.integrity, src: trusted(again(name)) });
  old.replaceWith(script);
}

const again = (name) => `${name}?again`;
const isAgain = (url) => url.endsWith('?again');

// ------------------------------------------------------------------------------------------------
// In another page's frame
// ------------------------------------------------------------------------------------------------

/**
 * Frames that are sandboxed without same-origin get no module and no checked style from most hosts. A classic script
 * and an unchecked style come to all.
 */
function startInFrame() {
  const style = document.createElement('link');
  Object.assign(style, { rel: 'stylesheet', href: files.style.name });
  style.addEventListener('error', () => showPlain(words.unreachable(files.style.name)));
  element('style').replaceWith(style);
  const script = document.createElement('script');
  script.addEventListener('error', () => showProblem(words.unreachable(files.frame.name)));
  script.src = trusted(files.frame.name);
  document.head.append(script);
}

function whenParsed(start) {
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start);
  else start();
}

// ------------------------------------------------------------------------------------------------
// The style: without it the page works, and looks plain
// ------------------------------------------------------------------------------------------------

/** A style that was wrong may be right by now. */
async function mendStyle() {
  const link = element('style');
  if (!link) return;
  // One that does not come holds everything up, the page's program too: without it they go on.
  link.remove();
  const problem = await probe(files.style);
  if (problem || isAgain(link.href)) return showPlain(problem ?? words.cannotRun(files.style.name));
  const next = link.cloneNode();
  next.href = again(files.style.name);
  document.head.append(next);
}

/** Whether a file has come whole, whatever it is. */
const hasCome = ({ name }) => performance.getEntriesByType('resource').some((entry) => entry.name.endsWith(name));

function hasStyle() {
  try {
    return element('style').sheet.cssRules.length > 0;
  } catch {
    return false;
  }
}

function showPlain(problem) {
  if (element('plain')) return;
  const note = document.createElement('p');
  note.id = 'plain';
  note.textContent = words.plain(problem);
  document.body.prepend(note);
}
