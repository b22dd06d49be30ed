/** The few helpers that stand between the page's parts and the document. */

/**
 * Make an element. Attributes starting with "on" are listeners, false and undefined ones are left out, true ones are
 * empty. Children are elements or strings.
 */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else setAttribute(node, name, value);
  }
  node.append(...children);
  return node;
}

/** The same for what an SVG drawing is made of; without listeners. */
export function svgElement(tag, attributes = {}, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** Set, change or remove an attribute; touches the document only where something differs. */
export function setAttribute(node, name, value) {
  if (value === false || value === undefined || value === null) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
    return;
  }
  const text = value === true ? '' : String(value);
  if (node.getAttribute(name) !== text) node.setAttribute(name, text);
}

/** What was said last in an element. Its nodes may not tell: a translator puts others in their place. */
const said = new WeakMap();

/**
 * Set the text of an element that holds nothing else. Where the browser's translator, or anybody, has put something in
 * the place of its text, that stays until there is something new to say. Otherwise the text node stays: a new one would
 * be laid out from scratch.
 */
export function setText(node, text) {
  if (said.get(node) === text) return;
  said.set(node, text);
  const { firstChild } = node;
  if (firstChild?.nodeType === Node.TEXT_NODE && firstChild === node.lastChild) firstChild.data = text;
  else node.textContent = text;
}

// From letter to letter, where a digit or a “token” stands between: of " 0.80 → 1.50, " a translator could make
// something else.
const KEPT = /((?:[^\p{L}\d„“”]*(?:“[^”]*”|„[^“]*“|\d))+[^\p{L}\d„“”]*)/u;

/**
 * Set the text of an element that holds nothing else, where tokens and numbers stand among words: these are marked not
 * to be translated.
 *
 * @param {string} token one that stands there without quotes
 */
export function setWords(node, text, token = '') {
  if (said.get(node) === text) return;
  said.set(node, text);
  const parts = token === '' ? text.split(KEPT) : around(text, token);
  if (node.children.length !== parts.length || node.childNodes.length !== parts.length)
    node.replaceChildren(...parts.map((_, i) => element('span', { translate: i % 2 === 1 && 'no' })));
  parts.forEach((part, i) => setText(node.children[i], part));
}

/** What stands before a part of a text, the part, and what follows it. */
function around(text, part) {
  const at = text.indexOf(part);
  return at < 0 ? [text] : [text.slice(0, at), part, text.slice(at + part.length)];
}

/**
 * A setter of the text of an element that is made, and put in its place, with its first text: an empty one is laid out
 * like any other.
 */
export function whenNeeded(make, set = setText) {
  let node;
  return (text) => {
    if (text !== '' || node) set((node ??= make()), text);
  };
}

export function setChildren(node, children) {
  node.replaceChildren(...children);
}

/**
 * Make these nodes the children, in this order, moving as few as possible: what stays in place keeps its style, layout
 * and focus.
 */
export function arrangeChildren(node, children) {
  const wanted = new Set(children);
  for (const child of [...node.children]) if (!wanted.has(child)) child.remove();
  children.forEach((child, i) => {
    if (node.children[i] === child) return;
    if (!child.contains(document.activeElement)) node.insertBefore(child, node.children[i] ?? null);
    // To take the one in focus out would take its focus: what stands in its place goes to the end instead.
    else while (node.children[i] !== child) node.append(node.children[i]);
  });
}

/** A mark's place in a picture, in percent of its width. Goes through the CSSOM, which the page's policy allows. */
export function place(node, left, width) {
  node.style.left = `${left.toFixed(3)}%`;
  if (width !== undefined) node.style.width = `${Math.max(0, width).toFixed(3)}%`;
}

/** Where a line of words begins, in percent of its width. */
export function indent(node, start) {
  const text = start === 0 ? '' : `${start.toFixed(1)}%`;
  if (node.style.textIndent !== text) node.style.textIndent = text;
}

/** Run `draw` only when one of its arguments is another than last time: for parts that seldom change. */
export function whenChanged(draw) {
  let last;
  return (...now) => {
    if (last && now.every((value, i) => value === last[i])) return;
    last = now;
    draw(...now);
  };
}
