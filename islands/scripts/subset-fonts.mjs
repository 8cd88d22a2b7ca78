// Writes public/fonts/*.woff2 from the npm packages: one weight axis each and only the glyphs that French pages need.
// Run it from islands/ after `npm install`: `node scripts/subset-fonts.mjs`. The result is committed.
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import { changeTable, glyphsOf, mapCodePoint, takeTables, unitsPerEm } from "./font-tables.mjs";
import { kernByClasses } from "./kerning.mjs";

const islands = dirname(dirname(fileURLToPath(import.meta.url)));
const output = join(islands, "..", "public", "fonts");
const resolve = createRequire(join(islands, "package.json")).resolve;

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join("");
const french = "ÀÂÄÆÇÉÈÊËÎÏÔÖŒÙÛÜŸàâäæçéèêëîïôöœùûüÿñóíáúãõºª";
const signs = "\u00a0\u2009«»‹›‘’“”…–—−-•·€°×½²³§©®™′″/+±→←";
const glyphs = ascii + french + signs;
// What stands side by side in words and figures: pairs with rarer signs are most of a font's kerning, and hardly ever seen.
const paired = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyzÀÉÈàâçéèêîôùû0123456789.,-’";
// What pages are made of; the other glyphs are a file of their own, which a page asks for only where it shows one.
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789ÀÂÇÉÈÊÎÔàâçéèêëîïôœùûü";
const first = `${letters} !#%&'()*+,-./:;=?@\u00a0\u2009«»’…–·€°©×′−`;
const rest = Array.from(glyphs).filter((glyph) => !first.includes(glyph));

const fonts = [
  { file: "bricolage-grotesque", axis: { min: 500, max: 800 }, kerned: 700 },
  { file: "instrument-sans", axis: { min: 400, max: 700 }, kerned: 500 },
];

await mkdir(output, { recursive: true });
let total = 0;
for (const { file, axis, kerned } of fonts) {
  const folder = dirname(resolve(`@fontsource-variable/${file}/package.json`));
  const source = await readFile(join(folder, "files", `${file}-latin-wght-normal.woff2`));
  const plain = await subsetFont(source, glyphs, { targetFormat: "truetype", variationAxes: { wght: axis } });
  // Kerning that varies with the weight is half of a font's bytes: that of one weight serves all, rounded to what an eye sees.
  const still = await subsetFont(source, glyphs, { targetFormat: "truetype", variationAxes: { wght: kerned } });
  const pairs = glyphsOf(still, paired);
  const step = Math.round(unitsPerEm(still) / 160);
  const kerning = changeTable(still, "GPOS", (table, count) => kernByClasses(table, count, pairs, step));
  const light = takeTables(plain, kerning, ["GPOS"]);
  // Neither font has U+202F, the narrow space of French punctuation and figures: it borrows the space's glyph, since headings
  // are set so tightly that a thin space could not be seen.
  const complete = mapCodePoint(light, 0x202f, 0x0020);
  for (const [name, part] of [[file, `${first}\u202f`], [`${file}-more`, rest.join("")]]) {
    const result = await subsetFont(complete, part, { targetFormat: "woff2" });
    await writeFile(join(output, `${name}.woff2`), result);
    total += result.length;
    console.log(`${name}.woff2 ${result.length} bytes`);
  }
  await copyFile(join(folder, "LICENSE"), join(output, `${file}.OFL.txt`));
}
console.log(`unicode-range: ${ranges(rest)}`);
if (total > 70 * 1024) throw new Error(`the fonts weigh ${total} bytes, more than 70 KB: take glyphs away`);

/** Characters as tokens.css names them, in as few runs as leave out what comes first. */
function ranges(characters) {
  const codes = characters.map((character) => character.codePointAt(0)).sort((a, b) => a - b);
  const taken = Array.from(first, (character) => character.codePointAt(0));
  const runs = [];
  for (const code of codes) {
    const last = runs.at(-1);
    if (last && !taken.some((one) => one > last[1] && one < code)) last[1] = code;
    else runs.push([code, code]);
  }
  const hex = (code) => code.toString(16);
  return runs.map(([start, end]) => `U+${hex(start)}${start === end ? "" : `-${hex(end)}`}`).join(", ");
}
