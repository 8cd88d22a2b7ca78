import type { Tokens } from "../../generated/case-studies";
import { ACCENT, agree, at, caps, chance, dot, EDGE, FAR, type Frame, french, from, halves, INK, LAVA, line, long, NEAR, PANEL, PAPER, path, type Point, QUIET, rect, ring, text, times, until } from "./grammar";

/** A wine label cut into fields; below, pairs by likeness: merged, read by a person, or told apart by one word. */
export function tokens(wine: Tokens, { narrow, type }: Frame): string {
  const { low, high, exception } = wine;
  agree(low + 10 <= high, `\`low\` is ${low} and \`high\` ${high}: give \`high\` at least 10 more`);
  agree(exception.score >= high, `\`exception.score\` is ${exception.score}: it would be merged, so give ${high} or more`);
  return label(wine, narrow, type) + scores(wine, narrow, type);
}

/** The label, on two lines where it is narrow; each field is underlined and named. */
function label({ parts, labels }: Tokens, narrow: boolean, type: number): string {
  const [x, y, w, h] = narrow ? [NEAR, 54, FAR - NEAR, 158] : [48, 78, 864, 92];
  const size = narrow ? 27 : 42;
  const rows = narrow ? [parts.slice(0, 2), parts.slice(2)] : [parts];
  const pieces = rows.flatMap((row, r) => {
    const widths = row.map((part) => long(part.text, size * 1.06) + 8);
    const gap = (w - 36 - widths.reduce((sum, width) => sum + width, 0)) / Math.max(1, row.length - 1);
    let left = x + 18 - gap;
    let width = 0;
    return row.map((part, i) => {
      left += width + gap;
      width = widths[i] ?? 0;
      const [centre, foot] = [left + width / 2, narrow ? y + 40 + r * 72 : y + h / 2 + size * 0.35];
      const rule = narrow ? foot + 10 : y + h - 6;
      const name = part.field ? text([centre, narrow ? rule + 22 : y + h + 44], part.field, { anchor: "middle", size: type - 1, fill: ACCENT, weight: 600 }) : "";
      const stem = narrow ? "" : `M${centre.toFixed(1)} ${rule}V${y + h + 44 - type}`;
      const word = { always: true, size, weight: 700, anchor: "middle" } as const;
      // What is no field is struck when the label is cut.
      const words = part.field ? text([centre, foot], part.text, { ...word, fill: INK }) : until(1, text([centre, foot], part.text, { ...word, fill: INK })) + from(2, text([centre, foot], part.text, { ...word, fill: QUIET, struck: true }));
      return words + (part.field ? from(2, path(`M${left.toFixed(1)} ${rule}h${width.toFixed(1)}${stem}`, { stroke: ACCENT, width: 3 }), name) : "");
    });
  });
  return rect({ x, y, w, h }, { width: 2.5, fill: PAPER }) + rect({ x: x + 6, y: y + 6, w: w - 12, h: h - 12 }, { width: 1, stroke: EDGE }) + caps([x, y - 18], labels.title, { size: type - 1 }) + pieces.join("");
}

/** Likeness from 40 to 100; the band between the two thresholds is a person's. */
function scores({ pairs, low, high, exception, labels }: Tokens, narrow: boolean, type: number): string {
  const [left, right, base, tall] = narrow ? [NEAR, FAR, 590, 320] : [48, 912, 520, 236];
  const first = 40;
  const x = (score: number) => left + ((right - left) * (score - first)) / (100 - first);
  const special: Point = [x(exception.score), base - tall + (narrow ? 78 : 34)];
  // The exception stands above all others, so that its way across the band and its words cover none.
  const cloud = narrow ? 164 : 152;
  const isOnThreshold = ([dx]: Point) => Math.min(Math.abs(dx - x(low)), Math.abs(dx - x(high))) < 9;
  const dots = times(narrow ? Math.round(pairs * 0.7) : pairs, (i) => {
    const score = first + 60 * Math.sqrt(chance(i * 3.7));
    return { score, p: [x(score), base - 16 - cloud * chance(i + 0.5)] as Point };
  }).filter(({ p }) => p[0] < right - 6 && !isOnThreshold(p));
  return [
    from(2, rect({ x: x(low), y: base - tall, w: x(high) - x(low), h: tall }, { stroke: "none", fill: PANEL })),
    path(dots.filter(({ score }) => score < low).map(({ p }) => `M${at(p)}h.1`).join(""), { stroke: EDGE, width: narrow ? 5 : 6 }),
    path(dots.filter(({ score }) => score >= low && score < high).map(({ p }) => `M${at(p)}h.1`).join(""), { stroke: INK, width: narrow ? 7 : 8 }),
    path(dots.filter(({ score }) => score >= high).map(({ p }) => `M${at(p)}h.1`).join(""), { stroke: ACCENT, width: narrow ? 8 : 10 }),
    line([[left, base], [right, base]], { width: 2.5 }),
    ...[low, high].map((score) => from(2, line([[x(score), base + 8], [x(score), base - tall - 8]], { width: 2.5 }))),
    ...(narrow ? [low, high] : [low, high, 100]).map((score) => text([x(score), base + 30], french(score), { anchor: score === 100 ? "end" : "middle", weight: 800, size: type + 4 })),
    text([left, base + 30], labels.axis, { size: type - 2, fill: QUIET }),
    from(2, text([(x(low) + x(high)) / 2, base - tall + (narrow ? 26 : -12)], narrow ? halves(labels.human) : labels.human, { anchor: "middle", weight: 700, size: type })),
    from(2, text([right, base - tall - (narrow ? 16 : 12)], labels.automatic, { anchor: "end", weight: 700, size: type, fill: ACCENT })),
    until(2, ring(special, 9, ACCENT)),
    from(3, path(`M${at([special[0] - 14, special[1]])}H${(x(high) - (narrow ? 16 : 26)).toFixed(0)}m9 -8l-10 8l10 8`, { stroke: LAVA, width: 4 }), dot(special, 12, { fill: LAVA }), narrow ? text([(x(low) + x(high)) / 2, special[1] + 28], halves(exception.label), { anchor: "middle", fill: LAVA, weight: 700, size: type - 1 }) : text([x(high) - 36, special[1] + 6], exception.label, { anchor: "end", fill: LAVA, weight: 700, size: type + 1 })),
  ].join("");
}
