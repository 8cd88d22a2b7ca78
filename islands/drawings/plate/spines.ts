import type { Spines } from "../../generated/case-studies";
import { ACCENT, agree, caps, chance, dimension, EDGE, FAR, type Frame, french, from, INK, LAVA, line, n, NEAR, PAPER, path, type Point, QUIET, rect, text, times, until, within } from "./grammar";

/** Every text that a review kept, a stroke each, as high as the text is long; one is lifted out with its notes. */
export function spines(review: Spines, { narrow, type }: Frame): string {
  const [left, top, w, shelves, tall] = narrow ? [NEAR, 60, FAR - NEAR, 8, 32] : [48, 76, 560, 10, 38];
  const each = Math.ceil(review.count / shelves);
  const step = w / each;
  const place = (i: number) => ({ x: left + (i % each) * step + step / 2, y: top + (Math.floor(i / each) + 1) * (tall + 12) });
  const { shortest, longest } = review.words;
  within(review.pulled, "pulled", { length: review.count }, "count");
  agree(shortest <= review.words.pulled && review.words.pulled <= longest, `\`words.pulled\` is ${review.words.pulled}: give a length from ${shortest} to ${longest}, the shortest and the longest`);
  agree(review.weight[1] < review.weight[0], `\`weight\` goes from ${review.weight.join(" to ")}: give less after the cleaning`);
  const high = (words: number) => (tall * words) / longest;
  const height = (i: number) => high(shortest + (longest - shortest) * chance(i * 1.7) ** 1.4);
  const strokes = times(review.count, (i) => i).filter((i) => i !== review.pulled);
  const pulled = place(review.pulled);
  const long = high(review.words.pulled);
  const lift = tall + 6 - long;
  const d = strokes.map((i) => `M${place(i).x.toFixed(1)} ${place(i).y}v-${height(i).toFixed(0)}`);
  return [
    caps([left, top - 26], review.labels.count, { size: type - 1 }),
    path(times(shelves, (i) => `M${left} ${top + (i + 1) * (tall + 12) + 2}h${w}`).join(""), { stroke: EDGE, width: 1 }),
    path(d.join(""), { stroke: ACCENT, width: narrow ? 3 : 4 }),
    until(1, path(`M${pulled.x.toFixed(1)} ${pulled.y}v-${n(long)}`, { stroke: ACCENT, width: narrow ? 3 : 4 })),
    from(2, path(`M${pulled.x.toFixed(1)} ${n(pulled.y - lift)}v-${n(long)}`, { stroke: LAVA, width: narrow ? 4 : 5 })),
    from(2, path(`M${pulled.x.toFixed(0)} ${n(pulled.y - lift + 8)}V${pulled.y + 7}`, { stroke: LAVA, width: 3 })),
    sheet(review, [pulled.x, pulled.y + 7], narrow ? { x: NEAR, y: 452, w: 186, h: 156 } : { x: 670, y: 70, w: 240, h: 300 }, type, narrow),
    weights(review, narrow, type),
  ].join("");
}

/** Where on phones the words beside the text begin. */
const BESIDE = 246;

/** The text that was pulled out, on a thread that runs between the shelves: its lines, its calls, its notes below, and the line back. */
function sheet({ notes, labels }: Spines, from0: Point, { x, y, w, h }: { x: number; y: number; w: number; h: number }, type: number, narrow: boolean): string {
  const lines = narrow ? 8 : 15;
  const gap = (h * 0.62) / lines;
  const rows = times(lines, (i) => `M${x + 20} ${(y + 22 + i * gap).toFixed(1)}h${((w - 40) * (i % 5 === 4 ? 0.6 : 0.94)).toFixed(0)}`);
  const row = (i: number) => Math.floor((i * lines) / notes);
  // Numbered as they are read.
  const calls = times(notes, (i): Point => [x + 26 + (w - 40) * (row(i) % 5 === 4 ? 0.5 : 0.84) * chance(i * 2.3), y + 16 + row(i) * gap]).sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  const back = times(notes, (i): Point => [x + 24 + ((w - 48) * (i % 14)) / 13, y + h * 0.76 + Math.floor(i / 14) * (narrow ? 13 : 16)]);
  return from(
    2,
    path(`M${from0[0].toFixed(0)} ${from0[1].toFixed(0)}${narrow ? `H456Q468 ${from0[1]} 468 ${from0[1] + 12}V420Q468 432 456 432H${x + w / 2 + 12}Q${x + w / 2} 432 ${x + w / 2} 444V${y}` : `H616C652 ${from0[1]} 632 ${y + 40} ${x} ${y + 40}`}`, { stroke: LAVA, width: 3 }),
    rect({ x, y, w, h }, { width: 2.5, fill: PAPER }),
    path(rows.join(""), { stroke: EDGE, width: 2.5 }),
    line([[x + 20, y + h * 0.69], [x + w * 0.4, y + h * 0.69]], { width: 1.5 }),
    from(3, ...calls.map((p, i) => (i % 18 === 2 ? path(`M${p[0].toFixed(0)} ${p[1].toFixed(0)}L${back[i]?.map(Math.round).join(" ")}`, { stroke: LAVA, width: 1.5 }) : ""))),
    path(calls.map((p) => `M${p[0].toFixed(0)} ${p[1].toFixed(0)}h.1`).join(""), { stroke: LAVA, width: narrow ? 4 : 6 }),
    path(back.map((p) => `M${p[0].toFixed(0)} ${p[1].toFixed(0)}h.1`).join(""), { stroke: INK, width: narrow ? 5 : 7 }),
    text([narrow ? BESIDE : x, narrow ? y + 22 : y + h + 30], labels.pulled, { weight: 700, fill: LAVA, size: type }),
  );
}

/** What the cleaner takes away, to scale. */
function weights({ weight, labels }: Spines, narrow: boolean, type: number): string {
  const [x, y, w, h] = narrow ? [BESIDE, 520, FAR - BESIDE, 26] : [670, 452, 240, 34];
  const kept = (w * weight[1]) / weight[0];
  return [
    until(2, from(2, rect({ x, y, w, h }, { stroke: "none", fill: EDGE }))),
    from(2, rect({ x, y, w, h }, { stroke: EDGE, dash: "4 6" }), text([x + w, y - 12], `${french(weight[0])} Ko`, { anchor: "end", size: type, fill: QUIET })),
    from(3, rect({ x, y, w: kept, h }, { stroke: "none", fill: INK }), text([x, y - 12], `${french(weight[1])} Ko`, { weight: 800, size: type + 2 }), dimension([x + kept, y + h + 16], [x + w, y + h + 16], { stroke: QUIET }), text([x + w, y + h + 16 + type * 1.2], labels.cleaned, { anchor: "end", size: type - 2, fill: QUIET })),
  ].join("");
}
