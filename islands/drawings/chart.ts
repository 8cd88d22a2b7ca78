import type { Chart } from "../generated/defs";
import { type Frame, graticule, NARROW, WIDE } from "./plate/grammar";
import { check } from "./chart/check";
import { bars, ranges, stacked, timeline } from "./chart/axes";
import * as covers from "./chart/covers";
import { core } from "./chart/core";
import type { Drawn } from "./chart/drawn";
import { access, devices, handover, trace } from "./chart/scenes";
import { flow, strata } from "./chart/schemes";
import { slope } from "./chart/slope";
import { fixed } from "./plate/paint";

interface Input {
  chart: Chart;
  /** Arranged for phones. */
  narrow?: boolean;
  /** Cut to 16 by 10, for cards. */
  cover?: boolean;
  /** The width and the height of a box that the sheet has the proportions of, with the drawing in its middle. */
  box?: [number, number];
  /** Colours by token, for a picture that knows no style sheet. */
  paint?: Record<string, string>;
}

const KINDS: { [Kind in Chart["kind"]]: (chart: Chart, frame: Frame) => Drawn } = { bars, stacked, ranges, slope, timeline, flow, strata, core, devices, access, handover, trace };

/** Kinds that are drawn anew for a card, with few and large words; the others leave theirs out. */
const COVERS: Partial<typeof KINDS> = { ...covers };

/** A text's own figures, to scale; the table beside it says the same. */
export default function chart({ chart: given, narrow = false, cover = false, box, paint }: Input): string {
  const chart = present(given) as Chart;
  check(chart);
  const id = `c${digest(JSON.stringify(chart))}`;
  const frame: Frame = { ...(narrow ? { ...NARROW, type: 22 } : WIDE), bare: cover };
  const { svg, height } = ((cover && COVERS[chart.kind]) || KINDS[chart.kind])(chart, frame);
  const sheet = { ...frame, ...(cover ? {} : size(frame.width, height, box)) };
  // A cover centres what is lower than its sheet, and draws what is higher smaller.
  const small = Math.min(1, sheet.height / height);
  const [right, down] = [Math.round((sheet.width - frame.width * small) / 2), Math.max(0, Math.round((sheet.height - height) / 2))];
  const moves = [right || down ? `translate(${right} ${down})` : "", small < 1 ? `scale(${small.toFixed(3)})` : ""].filter(Boolean).join(" ");
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${sheet.width} ${sheet.height}"><g id="${id}${narrow ? "-n" : ""}" fill="none" stroke-linecap="round" stroke-linejoin="round" font-weight="500">${cover ? "" : graticule(sheet)}<g${moves && ` transform="${moves}"`}>${svg}</g></g></svg>`;
  return paint ? fixed(drawn, paint) : drawn;
}

/** The size of the sheet of a drawing: its own, or the least with the proportions of a box. */
function size(width: number, height: number, [across, up] = [width, height]) {
  return { width: Math.round(Math.max(width, (height * across) / up)), height: Math.round(Math.max(height, (width * up) / across)) };
}

/** Without what was not given, which arrives as null or as an empty object. */
function present(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(present);
  // Where a text is broken is the drawing's to say.
  if (typeof value === "string") return value.replaceAll(/\s*\n\s*/g, " ").trim();
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).map(([name, one]) => [name, present(one)] as const);
  return Object.fromEntries(kept.filter(([, one]) => one !== null && !(typeof one === "object" && !Array.isArray(one) && Object.keys(one ?? {}).length === 0)));
}

/** A name for what a page uses, the same for the same chart. */
function digest(words: string): string {
  let hash = 0;
  for (const letter of words) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0;
  return hash.toString(36);
}
