// Writes public/fonts/*.woff2 from the npm packages: one weight axis each and only the glyphs that French pages need.
// Run it from islands/ after `npm install`: `node scripts/subset-fonts.mjs`. The result is committed.
import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import { mapCodePoint, takeTables } from "./font-tables.mjs";

const islands = dirname(dirname(fileURLToPath(import.meta.url)));
const output = join(islands, "..", "public", "fonts");
const resolve = createRequire(join(islands, "package.json")).resolve;

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join("");
const french = "ÀÂÄÆÇÉÈÊËÎÏÔÖŒÙÛÜŸàâäæçéèêëîïôöœùûüÿñóíáúãõºª";
const signs = "\u00a0\u2009«»‹›‘’“”…–—−-•·€°×½²³§©®™′″/+±→←";
const glyphs = ascii + french + signs;

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
  // Kerning that varies with the weight is half of a font's bytes: that of one weight serves all.
  const still = await subsetFont(source, glyphs, { targetFormat: "truetype", variationAxes: { wght: kerned } });
  const light = takeTables(plain, still, ["GPOS"]);
  // Neither font has U+202F, the narrow space of French punctuation: it borrows the thin space's glyph (else the space's).
  const complete = mapCodePoint(light, 0x202f, [0x2009, 0x0020]);
  const result = await subsetFont(complete, `${glyphs}\u202f`, { targetFormat: "woff2" });
  await writeFile(join(output, `${file}.woff2`), result);
  await copyFile(join(folder, "LICENSE"), join(output, `${file}.OFL.txt`));
  total += result.length;
  console.log(`${file}.woff2 ${result.length} bytes`);
}
if (total > 70 * 1024) throw new Error(`the fonts weigh ${total} bytes, more than 70 KB: take glyphs away`);
