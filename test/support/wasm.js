/** Reads a WebAssembly module's bytes: just enough to see which functions call which, and how. */

const SECTION = { types: 1, imports: 2, functions: 3, exports: 7, elements: 9, code: 10 };

/**
 * @param {Uint8Array} bytes
 * @returns `importedFunctions` ["module.name"], in index order; `exportedFunctions` { name: index }; `types`, one
 * string per signature; `typeOf` [type index per function]; `elements`, the function indices of all element segments;
 * `bodies`, a Map from function index to its calls: { indirect, target, depth }, target being a function or a type
 * index, depth the loops around it.
 */
export function readModule(bytes) {
  const sections = readSections(bytes);
  const types = list(sections, SECTION.types, readType);
  const imports = list(sections, SECTION.imports, readImport).filter(({ kind }) => kind === 0);
  const declared = list(sections, SECTION.functions, (reader) => reader.unsigned());
  const exported = list(sections, SECTION.exports, readExport).filter(({ kind }) => kind === 0);
  const bodies = list(sections, SECTION.code, readBody);
  return {
    types,
    importedFunctions: imports.map(({ name }) => name),
    exportedFunctions: Object.fromEntries(exported.map(({ name, index }) => [name, index])),
    typeOf: [...imports.map(({ type }) => type), ...declared],
    elements: list(sections, SECTION.elements, readSegment).flat(),
    bodies: new Map(bodies.map((calls, n) => [imports.length + n, calls])),
  };
}

class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  /** LEB128. Signed immediates are read in the same way: only their length matters here. */
  unsigned() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }

  name() {
    const length = this.unsigned();
    this.at += length;
    return new TextDecoder().decode(this.bytes.subarray(this.at - length, this.at));
  }

  many(read) {
    return Array.from({ length: this.unsigned() }, () => read(this));
  }
}

function readSections(bytes) {
  const reader = new Reader(bytes, 8);
  const sections = new Map();
  while (reader.at < bytes.length) {
    const id = reader.byte();
    const length = reader.unsigned();
    sections.set(id, bytes.subarray(reader.at, reader.at + length));
    reader.at += length;
  }
  return sections;
}

function list(sections, id, read) {
  return sections.has(id) ? new Reader(sections.get(id)).many(read) : [];
}

function readType(reader) {
  reader.byte();
  const side = () =>
    reader.many(() => ({ 0x7f: 'i32', 0x7e: 'i64', 0x7d: 'f32', 0x7c: 'f64', 0x7b: 'v128' })[reader.byte()]).join(' ');
  return `${side()} -> ${side()}`;
}

function readImport(reader) {
  const name = `${reader.name()}.${reader.name()}`;
  const kind = reader.byte();
  if (kind !== 0) throw new Error(`${name}: only functions are expected to be imported`);
  return { name, kind, type: reader.unsigned() };
}

function readExport(reader) {
  return { name: reader.name(), kind: reader.byte(), index: reader.unsigned() };
}

/** An active segment of function indices for table 0: the kind that C compilers write. */
function readSegment(reader) {
  if (reader.unsigned() !== 0) throw new Error('an element segment of another kind');
  readExpression(reader);
  return reader.many(() => reader.unsigned());
}

function readBody(reader) {
  const end = reader.unsigned() + reader.at;
  reader.many(() => [reader.unsigned(), reader.byte()]);
  const calls = readExpression(reader);
  if (reader.at !== end) throw new Error('an instruction was misread');
  return calls;
}

const BLOCK = 0x02;
const LOOP = 0x03;
const IF = 0x04;
const END = 0x0b;
const CALL = 0x10;
const CALL_INDIRECT = 0x11;

/** Reads instructions to the end of the block they stand in; gives the calls among them. */
function readExpression(reader) {
  const calls = [];
  const blocks = [];
  for (;;) {
    const code = reader.byte();
    if (code === END && blocks.length === 0) return calls;
    const depth = blocks.filter((block) => block === LOOP).length;
    if (code === END) blocks.pop();
    else if (code === BLOCK || code === LOOP || code === IF) blocks.push(code);
    if (code === CALL) calls.push({ indirect: false, target: reader.unsigned(), depth });
    else if (code === CALL_INDIRECT)
      calls.push({ indirect: true, target: reader.unsigned(), depth, table: reader.unsigned() });
    else skipImmediates(reader, code);
  }
}

function skipImmediates(reader, code) {
  const numbers = (count) => {
    for (let n = 0; n < count; n++) reader.unsigned();
  };
  if (code === 0x0e || code === 0x1c) reader.many(() => reader.unsigned());
  if (code === 0x43) reader.at += 4;
  else if (code === 0x44) reader.at += 8;
  else if (code === 0xfc) numbers([0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1][reader.unsigned()]);
  else if (code === 0xfd) skipVectorImmediates(reader, reader.unsigned());
  else if (code >= 0x28 && code <= 0x3e) numbers(2);
  else if (hasOneNumber(code)) numbers(1);
}

/** Block types, branches, local, global and table indices, memory.size and grow, integer constants, references. */
function hasOneNumber(code) {
  return (
    (code >= BLOCK && code <= IF) ||
    (code >= 0x0c && code <= 0x0e) ||
    (code >= 0x20 && code <= 0x26) ||
    (code >= 0x3f && code <= 0x42) ||
    code === 0xd0 ||
    code === 0xd2
  );
}

function skipVectorImmediates(reader, code) {
  const isLoadOrStore = code <= 11 || (code >= 84 && code <= 93);
  if (isLoadOrStore) {
    reader.unsigned();
    reader.unsigned();
  }
  if (code === 12 || code === 13) reader.at += 16;
  else if ((code >= 21 && code <= 34) || (code >= 84 && code <= 91)) reader.at += 1;
}
