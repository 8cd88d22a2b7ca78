import { brotliCompressSync } from "node:zlib";
import { path } from "./map/path";
import { FRAME, map, type Sheet, TOLERANCE } from "./map/sheet";

/** What a cover may weigh, compressed with brotli. */
export const BUDGET = 6 * 1024;

/**
 * The contour map of a seed, simplified until it fits its budget.
 *
 * Lines and mark take `currentColor`. No style sheet reaches into an external `<use>`, but custom properties are
 * inherited by it: `--contour-width` and `--contour-index-width` (in pixels), `--contour-line` (the colour of ordinary
 * lines), `--contour-opacity`, `--contour-tint` (the fill of each level, 0 to 1), `--contour-graticule` (the opacity of
 * the crosses), `--contour-label` (the font size of the summit's height) and `--contour-mark` (the `display` of mark
 * and height: `none` hides them, since no browser draws a font of size 0).
 */
export default function cover({ seed }: { seed: string }): string {
  const draw = map(seed);
  for (let tolerance = TOLERANCE; ; tolerance *= 1.3) {
    const drawn = svg(draw(tolerance));
    if (brotliCompressSync(drawn).length <= BUDGET || tolerance > 20) return drawn;
  }
}

function svg(sheet: Sheet): string {
  const levels = sheet.levels.map(({ index, curves }) => `<path ${index ? INDEX_LINE : LINE} vector-effect="non-scaling-stroke" d="${path(curves)}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${FRAME.width} ${FRAME.height}"><g id="m">\
<g fill="currentColor" fill-rule="evenodd" fill-opacity="var(--contour-tint,0)" stroke="currentColor" stroke-linejoin="round">${levels.join("")}</g>\
${graticule(sheet)}${mark(sheet)}</g></svg>`;
}

const INDEX_LINE = 'class="index" stroke-width="var(--contour-index-width,1.8)"';
const LINE =
  'class="line" stroke="var(--contour-line,currentColor)" stroke-width="var(--contour-width,1)" stroke-opacity="var(--contour-opacity,.6)"';

/** The crosses of a grid, as on a sheet of a survey, except under the summit's mark. */
function graticule({ summit }: Sheet): string {
  const [distance, arm] = [250, 9];
  const [columns, rows] = [Math.floor(FRAME.width / distance), Math.floor(FRAME.height / distance)];
  const shift = (FRAME.width - columns * distance) / 2;
  let crosses = "";
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column <= columns; column++) {
      const [x, y] = [shift + column * distance, row * distance + distance / 2];
      if (Math.abs(x - summit.x) < 130 && Math.abs(y - summit.y) < 50) continue;
      crosses += `M${x - arm} ${y}h${2 * arm}m-${arm}-${arm}v${2 * arm}`;
    }
  }
  return `<path class="graticule" fill="none" stroke="currentColor" stroke-opacity="var(--contour-graticule,.5)" vector-effect="non-scaling-stroke" d="${crosses}"/>`;
}

/** A triangle and the height, in a coordinate system one `em` wide: the page's font size steers both. */
function mark({ summit, height }: Sheet): string {
  // Triangle, gap and digits are centred together; a digit is about 6 units wide.
  const half = (9.6 + 6 * `${height}`.length) / 2;
  return `<g fill="currentColor" display="var(--contour-mark,inline)" font-size="var(--contour-label,40px)" font-weight="600">\
<svg x="${Math.round(summit.x)}" y="${Math.round(summit.y)}" width="1em" height="1em" viewBox="0 0 10 10" overflow="visible">\
<path d="M${-half} 3.3l3.8-6.8 3.8 6.8z"/><text x="${9.6 - half}" y="3.4" font-size="10">${height}</text></svg></g>`;
}
