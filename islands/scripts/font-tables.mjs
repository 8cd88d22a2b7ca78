// What the fonts of this site have changed in their tables.

/** Returns a new font buffer in which `codePoint` shows the donor's glyph; the font itself when it has the code point. */
export function mapCodePoint(font, codePoint, donor) {
  const tables = readTables(font);
  const cmap = tables.find((table) => table.tag === "cmap");
  const map = readMap(cmap.data);
  if (map.has(codePoint)) return font;
  if (!map.has(donor)) throw new Error(`no glyph stands for U+${codePoint.toString(16)}`);
  map.set(codePoint, map.get(donor));
  cmap.data = writeMap([...map].sort((a, b) => a[0] - b[0]));
  return writeTables(font.readUInt32BE(0), tables);
}

/** Returns a new font buffer that has the tables of another font named in `tags`. */
export function takeTables(font, other, tags) {
  const given = readTables(other).filter(({ tag }) => tags.includes(tag));
  const kept = readTables(font).filter(({ tag }) => !tags.includes(tag));
  const tables = [...kept, ...given].sort((a, b) => (a.tag < b.tag ? -1 : 1));
  return writeTables(font.readUInt32BE(0), tables);
}

/** Returns a new font buffer with another text for one of its tables, which `change` makes of that and of the count of its glyphs. */
export function changeTable(font, tag, change) {
  const tables = readTables(font);
  const glyphCount = tables.find((table) => table.tag === "maxp").data.readUInt16BE(4);
  const changed = tables.map((table) => (table.tag === tag ? { tag, data: change(table.data, glyphCount) } : table));
  return writeTables(font.readUInt32BE(0), changed);
}

/** The glyphs that a font shows these characters by. */
export function glyphsOf(font, characters) {
  const map = readMap(readTables(font).find((table) => table.tag === "cmap").data);
  return new Set(Array.from(characters, (character) => map.get(character.codePointAt(0))).filter((glyph) => glyph !== undefined));
}

/** How many of a font's units are one em. */
export function unitsPerEm(font) {
  return readTables(font).find((table) => table.tag === "head").data.readUInt16BE(18);
}

function readTables(font) {
  return Array.from({ length: font.readUInt16BE(4) }, (_, index) => {
    const at = 12 + index * 16;
    const offset = font.readUInt32BE(at + 8);
    return { tag: font.toString("latin1", at, at + 4), data: font.subarray(offset, offset + font.readUInt32BE(at + 12)) };
  });
}

/** The Unicode map of a `cmap` table in format 4, the one that every font of the basic plane has. */
function readMap(cmap) {
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const table = cmap.subarray(cmap.readUInt32BE(4 + index * 8 + 4));
    if (table.readUInt16BE(0) !== 4) continue;
    const segments = table.readUInt16BE(6) / 2;
    const map = new Map();
    for (let segment = 0; segment < segments; segment += 1) {
      const end = table.readUInt16BE(14 + segment * 2);
      const start = table.readUInt16BE(16 + segments * 2 + segment * 2);
      const delta = table.readUInt16BE(16 + segments * 4 + segment * 2);
      const rangeAt = 16 + segments * 6 + segment * 2;
      const range = table.readUInt16BE(rangeAt);
      for (let code = start; code <= end && code !== 0xffff; code += 1) {
        const raw = range === 0 ? code : table.readUInt16BE(rangeAt + range + (code - start) * 2);
        const glyph = raw === 0 ? 0 : (raw + delta) & 0xffff;
        if (glyph !== 0) map.set(code, glyph);
      }
    }
    return map;
  }
  throw new Error("the font has no character map of format 4");
}

/** A `cmap` table with one subtable of format 4, a segment a code point run. */
function writeMap(entries) {
  const runs = [];
  for (const [code, glyph] of entries) {
    const last = runs.at(-1);
    if (last && code === last.end + 1 && glyph - code === last.delta) last.end = code;
    else runs.push({ start: code, end: code, delta: glyph - code });
  }
  runs.push({ start: 0xffff, end: 0xffff, delta: 1 });
  const count = runs.length;
  const length = 16 + count * 8;
  const table = Buffer.alloc(12 + length);
  table.writeUInt16BE(1, 2);
  table.writeUInt16BE(3, 4);
  table.writeUInt16BE(1, 6);
  table.writeUInt32BE(12, 8);
  const power = 2 ** Math.floor(Math.log2(count));
  [4, length, 0, count * 2, power * 2, Math.log2(power), (count - power) * 2].forEach((value, index) => {
    table.writeUInt16BE(value, 12 + index * 2);
  });
  runs.forEach(({ start, end, delta }, index) => {
    table.writeUInt16BE(end, 26 + index * 2);
    table.writeUInt16BE(start, 28 + (count + index) * 2);
    table.writeUInt16BE((delta + 0x10000) & 0xffff, 28 + (count * 2 + index) * 2);
  });
  return table;
}

function writeTables(version, tables) {
  const padded = (length) => (length + 3) & ~3;
  const header = Buffer.alloc(12 + tables.length * 16);
  const power = 2 ** Math.floor(Math.log2(tables.length));
  header.writeUInt32BE(version, 0);
  [tables.length, power * 16, Math.log2(power), (tables.length - power) * 16].forEach((value, index) => {
    header.writeUInt16BE(value, 4 + index * 2);
  });
  let offset = header.length;
  const bodies = tables.map(({ tag, data }, index) => {
    const body = Buffer.alloc(padded(data.length));
    data.copy(body);
    let sum = 0;
    for (let at = 0; at < body.length; at += 4) sum = (sum + body.readUInt32BE(at)) >>> 0;
    const at = 12 + index * 16;
    header.write(tag, at, "latin1");
    header.writeUInt32BE(sum, at + 4);
    header.writeUInt32BE(offset, at + 8);
    header.writeUInt32BE(data.length, at + 12);
    offset += body.length;
    return body;
  });
  return Buffer.concat([header, ...bodies]);
}
