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
import { held } from "./plate/reach";
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

/** Says where a mistake is: drawings are made for many pages, and a page that shows one is seldom the study's own. */
const mistake = (slug: string, key: string, cause: unknown) => new Error(`content/case-studies/${slug}.md, under \`plate.${key}\`: ${cause instanceof Error ? cause.message : cause}`, { cause });

/** What the one kind in a study's `draw` shows. */
function drawing(slug: string, draw: Draw, frame: Frame): string {
  const kinds = Object.keys(DRAWERS) as (keyof Draw)[];
  // What the front matter does not name arrives as an empty object.
  const [kind, ...others] = kinds.filter((name) => Object.keys(draw[name] ?? {}).length > 0);
  // The schema, which asks for one, has said so at its line.
  if (!kind) return "";
  if (others.length > 0) throw mistake(slug, "draw", `only one kind of drawing; keep one of ${[kind, ...others].join(", ")}`);
  try {
    // Roads run off their sheet.
    return held((DRAWERS[kind] as (data: unknown, frame: Frame) => string)(draw[kind], frame), frame, kind === "dispatch");
  } catch (cause) {
    const isPart = cause instanceof TypeError;
    throw mistake(slug, `draw.${kind}`, isPart ? `it lacks something that its schema asks for (${cause.message})` : cause);
  }
}

/** The part that a cover shows, which must be on the sheet. */
function cover(slug: string, view: number[] | null | undefined): number[] {
  if (!view || view.length === 0) return [];
  const [x = 0, y = 0, width = 0] = view;
  const isSeen = width >= 320 && Math.min(x, y) >= -OFF && x + width <= WIDE.width + OFF && y + width / 1.6 <= WIDE.height + OFF;
  if (!isSeen) throw mistake(slug, "cover", `[${view.join(", ")}] is not on the sheet of ${WIDE.width} by ${WIDE.height}: give x, y and a width of 320 or more; its height is the width divided by 1.6, and at most ${OFF} lie outside`);
  return view;
}

/** How far a cover may reach beyond the sheet. */
const OFF = 120;

/** The plate of a study: what its product does, from the study's own facts. */
export default function plate({ slug, draw, narrow = false, view, paint }: Input): string {
  const frame = narrow ? NARROW : WIDE;
  const [x = 0, y = 0, width = 0] = cover(slug, view);
  const drawn = drawing(slug, draw, frame);
  const seen = width ? `${x} ${y} ${width} ${width / 1.6}` : `0 0 ${frame.width} ${frame.height}`;
  // A cover is a file of its own; what stands in a page is told apart there.
  const id = view ? "m" : `${slug}${narrow ? "-n" : ""}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${seen}"><g id="${id}" fill="none" stroke-linecap="round" stroke-linejoin="round" font-weight="500">${spoken(graticule(frame))}${drawn}</g></svg>`;
  return paint ? fixed(svg, paint) : svg;
}
