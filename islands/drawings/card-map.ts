import { path } from "./map/path";
import { FRAME, map, TOLERANCE } from "./map/sheet";

/** What a social card says of its map: the size of the card in pixels, and colours as `#rrggbb`. */
interface Input {
  seed: string;
  width: number;
  height: number;
  paper: string;
  ink: string;
  font: string;
}

const SCALE = 0.8;

/** The map of a seed with its summit in the right third, fading into the paper where the words are. */
export default function cardMap({ seed, width, height, paper, ink, font }: Input): string {
  const sheet = map(seed)(TOLERANCE);
  const x = Math.max(950 - sheet.summit.x * SCALE, width - FRAME.width * SCALE);
  const y = Math.min(Math.max(250 - sheet.summit.y * SCALE, height - FRAME.height * SCALE), 0);
  const levels = sheet.levels.map(({ index, curves }) => `<path stroke-width="${index ? 2.9 : 1.5}" stroke-opacity="${index ? 1 : 0.6}" d="${path(curves)}"/>`);
  // Opaque as far as the map's own left edge, which nobody should see.
  const from = Math.max(x + 12, 300);
  const to = Math.max(from + 180, 780);
  const [markX, markY] = [x + sheet.summit.x * SCALE, y + sheet.summit.y * SCALE];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><linearGradient id="fade" gradientUnits="userSpaceOnUse" x1="${from}" x2="${to}" y1="0" y2="0">\
<stop stop-color="${paper}"/><stop offset=".45" stop-color="${paper}" stop-opacity=".72"/><stop offset="1" stop-color="${paper}" stop-opacity="0"/></linearGradient>\
<g transform="translate(${x} ${y}) scale(${SCALE})" fill="${ink}" fill-rule="evenodd" fill-opacity=".03" stroke="${ink}" stroke-linejoin="round">${levels.join("")}</g>\
<path fill="url(#fade)" d="M0 0h${width}v${height}H0z"/><g transform="translate(${markX} ${markY})" fill="${ink}"><path d="M-44 9l10-18 10 18z"/>\
<text x="-17" y="9" font-family="${font}" font-weight="600" font-size="26" stroke="${paper}" stroke-width="6" stroke-linejoin="round" paint-order="stroke">${sheet.height}</text></g></svg>`;
}
