// Kerning as few classes: what a font's many lookups say of pairs of glyphs, said once, rounded to what an eye sees.

/**
 * A `GPOS` table that kerns these glyphs like the one given, to within half a `step` (in the font's units), and does nothing
 * else. It has one lookup: glyphs whose pairs are all moved alike share a class.
 */
export function kernByClasses(gpos, glyphCount, kerned, step) {
  const lookups = kernLookups(gpos).map((lookup) => lookup.map((subtable) => readPairs(subtable)));
  const glyphs = Array.from({ length: glyphCount }, (_, glyph) => glyph);
  const amount = (first, second) =>
    lookups.reduce((sum, subtables) => {
      for (const pairs of subtables) {
        const found = pairs(first, second);
        if (found !== undefined) return sum + found;
      }
      return sum;
    }, 0);
  const rounded = (first, second) => (kerned.has(first) && kerned.has(second) ? Math.round(amount(first, second) / step) * step : 0);
  const rows = glyphs.map((first) => glyphs.map((second) => rounded(first, second)));
  const columns = glyphs.map((second) => rows.map((row) => row[second]));
  return writeGpos(rows, classesOf(rows), classesOf(columns));
}

/** Gives every vector a class, equal ones the same; class 0 is that of the zeros. */
function classesOf(vectors) {
  const known = new Map([[vectors[0].map(() => 0).join(), 0]]);
  return vectors.map((vector) => {
    const key = vector.join();
    if (!known.has(key)) known.set(key, known.size);
    return known.get(key);
  });
}

/** The subtables of every lookup of the `kern` feature that the default script uses. */
function kernLookups(gpos) {
  const [features, lookups] = [gpos.readUInt16BE(6), gpos.readUInt16BE(8)];
  const wanted = new Set();
  for (let index = 0; index < gpos.readUInt16BE(features); index += 1) {
    const record = features + 2 + index * 6;
    if (gpos.toString("latin1", record, record + 4) !== "kern") continue;
    const feature = features + gpos.readUInt16BE(record + 4);
    for (let at = 0; at < gpos.readUInt16BE(feature + 2); at += 1) wanted.add(gpos.readUInt16BE(feature + 4 + at * 2));
  }
  return [...wanted].sort((a, b) => a - b).map((index) => {
    const lookup = lookups + gpos.readUInt16BE(lookups + 2 + index * 2);
    const type = gpos.readUInt16BE(lookup);
    return Array.from({ length: gpos.readUInt16BE(lookup + 4) }, (_, at) => {
      const subtable = lookup + gpos.readUInt16BE(lookup + 6 + at * 2);
      const isExtension = type === 9;
      const kind = isExtension ? gpos.readUInt16BE(subtable + 2) : type;
      if (kind !== 2) throw new Error(`a lookup of kind ${kind} kerns: only pairs are known`);
      return gpos.subarray(isExtension ? subtable + gpos.readUInt32BE(subtable + 4) : subtable);
    });
  });
}

/** Says how far a subtable moves a pair; nothing when it knows none of its first glyph. */
function readPairs(table) {
  const [format, coverageAt, first, second] = [0, 2, 4, 6].map((at) => table.readUInt16BE(at));
  if (first & ~0xf4 || second & ~0xf0) throw new Error("a pair is moved otherwise than along the line");
  const size = 2 * (bits(first) + bits(second));
  const advanceAt = 2 * bits(first & 3);
  const advance = (at) => (first & 4 ? table.readInt16BE(at + advanceAt) : 0);
  const covered = readCoverage(table.subarray(coverageAt));
  if (format === 1) {
    const sets = new Map();
    for (const [glyph, index] of covered) {
      const set = table.readUInt16BE(10 + index * 2);
      const pairs = new Map();
      for (let at = 0; at < table.readUInt16BE(set); at += 1) {
        const record = set + 2 + at * (2 + size);
        pairs.set(table.readUInt16BE(record), advance(record + 2));
      }
      sets.set(glyph, pairs);
    }
    return (left, right) => sets.get(left)?.get(right);
  }
  const [lefts, rights] = [8, 10].map((at) => readClasses(table.subarray(table.readUInt16BE(at))));
  const width = table.readUInt16BE(14);
  return (left, right) => {
    if (!covered.has(left)) return undefined;
    return advance(16 + ((lefts.get(left) ?? 0) * width + (rights.get(right) ?? 0)) * size);
  };
}

const bits = (number) => number.toString(2).replaceAll("0", "").length;

/** Glyphs and their places in a coverage table. */
function readCoverage(table) {
  const count = table.readUInt16BE(2);
  if (table.readUInt16BE(0) === 1) return new Map(Array.from({ length: count }, (_, at) => [table.readUInt16BE(4 + at * 2), at]));
  return new Map(ranges(table, 4, count).flatMap(({ glyphs, value }) => glyphs.map((glyph, at) => [glyph, value + at])));
}

/** Glyphs and their classes. */
function readClasses(table) {
  if (table.readUInt16BE(0) === 2) {
    const all = ranges(table, 4, table.readUInt16BE(2));
    return new Map(all.flatMap(({ glyphs, value }) => glyphs.map((glyph) => [glyph, value])));
  }
  const start = table.readUInt16BE(2);
  const count = table.readUInt16BE(4);
  return new Map(Array.from({ length: count }, (_, at) => [start + at, table.readUInt16BE(6 + at * 2)]));
}

function ranges(table, from, count) {
  return Array.from({ length: count }, (_, index) => {
    const [start, end, value] = [0, 2, 4].map((at) => table.readUInt16BE(from + index * 6 + at));
    return { glyphs: Array.from({ length: end - start + 1 }, (_, at) => start + at), value };
  });
}

const words = (...values) => Buffer.from(values.flatMap((value) => [(value >> 8) & 0xff, value & 0xff]));

function writeClasses(classes) {
  const runs = [];
  classes.forEach((value, glyph) => {
    const last = runs.at(-1);
    if (value === 0) return;
    if (last?.value === value && last.end === glyph - 1) last.end = glyph;
    else runs.push({ start: glyph, end: glyph, value });
  });
  return words(2, runs.length, ...runs.flatMap(({ start, end, value }) => [start, end, value]));
}

/** One script, one feature, one lookup with one subtable: pairs of classes. */
function writeGpos(rows, lefts, rights) {
  const covered = lefts.flatMap((value, glyph) => (value ? [glyph] : []));
  const [height, width] = [lefts, rights].map((classes) => Math.max(...classes) + 1);
  const matrix = Array.from({ length: height }, (_, left) => {
    const row = rows[lefts.indexOf(left)];
    return Array.from({ length: width }, (_, right) => row?.[rights.indexOf(right)] ?? 0);
  });
  const values = words(...matrix.flat());
  const [coverage, first, second] = [words(1, covered.length, ...covered), writeClasses(lefts), writeClasses(rights)];
  const at = 16 + values.length;
  const [firstAt, secondAt] = [at + coverage.length, at + coverage.length + first.length];
  if (secondAt > 0xffff) throw new Error("the kerning has too many classes for one table");
  const head = words(2, at, 4, 0, firstAt, secondAt, height, width);
  const tag = (name) => Buffer.from(name, "latin1");
  // Header 10, scripts 20 (two names for one script of 4 + 8 bytes), features 14, lookups 12.
  const scripts = Buffer.concat([words(2), tag("DFLT"), words(14), tag("latn"), words(14), words(4, 0), words(0, 0xffff, 1, 0)]);
  const features = Buffer.concat([words(1), tag("kern"), words(8), words(0, 1, 0)]);
  const lookups = words(1, 4, 2, 0, 1, 8);
  const [featuresAt, lookupsAt] = [10 + scripts.length, 10 + scripts.length + features.length];
  return Buffer.concat([words(1, 0, 10, featuresAt, lookupsAt), scripts, features, lookups, head, values, coverage, first, second]);
}
