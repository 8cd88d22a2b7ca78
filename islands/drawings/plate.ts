import type { Plate } from "../generated/case-studies";
import { board } from "./plate/board";
import { braid } from "./plate/braid";
import { bricks } from "./plate/bricks";
import { calendar } from "./plate/calendar";
import { callday } from "./plate/callday";
import { cartogram } from "./plate/cartogram";
import { disc } from "./plate/disc";
import { dispatch } from "./plate/dispatch";
import { facade } from "./plate/facade";
import { gates } from "./plate/gates";
import { type Frame, graticule, NARROW, spoken, WIDE } from "./plate/grammar";
import { metro } from "./plate/metro";
import { pallet } from "./plate/pallet";
import { fixed } from "./plate/paint";
import { patchbay } from "./plate/patchbay";
import { pattern } from "./plate/pattern";
import { redline } from "./plate/redline";
import { rings } from "./plate/rings";
import { roster } from "./plate/roster";
import { scan } from "./plate/scan";
import { slope } from "./plate/slope";
import { spines } from "./plate/spines";
import { sundial } from "./plate/sundial";
import { tokens } from "./plate/tokens";

type Draw = Plate["draw"];
type Drawers = { [Kind in keyof Draw]-?: (data: NonNullable<Draw[Kind]>, frame: Frame) => string };

/** A way to draw for each kind of plate. */
const DRAWERS: Drawers = { roster, dispatch, braid, patchbay, callday, slope, pallet, metro, board, cartogram, tokens, bricks, pattern, spines, facade, rings, gates, disc, scan, sundial, calendar, redline };

interface Input {
  /** Whose plate it is; names what stands in a page. */
  slug: string;
  /** What the study's front matter says, one kind of plate. */
  draw: Draw;
  /** Arranged for phones. */
  narrow?: boolean;
  /** Of a cover, which pages refer to: the part that is seen (x, y and width, at 16 by 10). */
  view?: number[] | null;
  /** Colours by token, for a picture that knows no style sheet. */
  paint?: Record<string, string>;
}

/** The plate of a study: what its product does, from the study's own facts. */
export default function plate({ slug, draw, narrow = false, view, paint }: Input): string {
  const frame = narrow ? NARROW : WIDE;
  const kinds = Object.keys(DRAWERS) as (keyof Draw)[];
  // What the front matter does not name arrives as an empty object.
  const kind = kinds.find((name) => Object.keys(draw[name] ?? {}).length > 0);
  if (!kind) throw new Error(`the plate of ${slug} names no drawing; there are ${kinds.join(", ")}`);
  const drawn = (DRAWERS[kind] as (data: unknown, frame: Frame) => string)(draw[kind], frame);
  const [x = 0, y = 0, width = 0] = view ?? [];
  const seen = width ? `${x} ${y} ${width} ${width / 1.6}` : `0 0 ${frame.width} ${frame.height}`;
  // A cover is a file of its own; what stands in a page is told apart there.
  const id = view ? "m" : `${slug}${narrow ? "-n" : ""}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${seen}"><g id="${id}" fill="none" stroke-linecap="round" stroke-linejoin="round" font-weight="500">${spoken(graticule(frame))}${drawn}</g></svg>`;
  return paint ? fixed(svg, paint) : svg;
}
