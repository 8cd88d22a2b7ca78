import type { Redline } from "../../generated/case-studies";
import { ACCENT, agree, arrow, type Box, caps, dot, EDGE, FAR, type Frame, from, halves, hatch, INK, LAVA, line, NEAR, PAPER, path, type Point, polar, QUIET, rect, text, times, until } from "./grammar";

/** One text, version over version: what was written, the cut that waits for consent, the dated seal, and the thread that takes it back and leaves the date alone. */
export function redline(review: Redline, { narrow, type }: Frame): string {
  const gap = narrow ? 9 : 14;
  const sheet = narrow ? { x: NEAR, y: 60, w: FAR - NEAR, h: 300 } : { x: 64, y: 76, w: 540, h: 372 };
  const lead = narrow ? 38 : 54;
  const size = narrow ? 19 : 30;
  const seal: Point = [sheet.x + sheet.w - (narrow ? 70 : 84), sheet.y + sheet.h - (narrow ? 50 : 58)];
  const end: Point = narrow ? [120, 556] : [790, 482];
  const row = (i: number) => sheet.y + lead + (narrow ? 28 : 22) + i * lead;
  const cutAt = review.lines.findIndex(({ cut }) => cut);
  const cuts = review.lines.filter(({ cut }) => cut).length;
  agree(cuts === 1, `\`lines\` holds ${cuts} with \`cut: true\`: give it to exactly one`);
  // A narrow sheet says beside the cut line that it waits, where that leaves room.
  const isBeside = narrow && (review.lines[cutAt]?.text.length ?? 0) <= 28;
  const waiting = { fill: LAVA, weight: 700 } as const;
  return [
    meanwhile(
      rect({ ...sheet, x: sheet.x + gap, y: sheet.y - gap, w: sheet.w - 2 * gap }, { stroke: EDGE, width: 1.5, fill: PAPER }),
      caps([sheet.x + sheet.w, sheet.y - gap - 10], review.labels.versions, { size: type - 2, anchor: "end" }),
    ),
    until(
      2,
      rect(sheet, { width: 3, fill: PAPER }),
      hatch({ x: sheet.x + 26, y: sheet.y + 20, w: narrow ? 70 : 130, h: 20 }, {}, 8),
      text([sheet.x + (narrow ? 106 : 172), sheet.y + 36], review.labels.author, { size: type - 2, fill: QUIET }),
    ),
    from(3, rect(sheet, { stroke: EDGE, dash: "4 6" })),
    ...review.lines.map(({ text: words, cut }, i) => {
      const p: Point = [sheet.x + 26, row(i) + 10];
      const written = text(p, words, { size, always: true });
      // What is taken back is no longer shown on the site; who looks at the drawing still reads what it was.
      const gone = from(3, text(p, words, { size, always: true, fill: QUIET, struck: true }));
      return gone + (cut ? until(1, written) + meanwhile(text(p, words, { size, always: true, fill: LAVA, struck: true })) : until(2, written));
    }),
    meanwhile(...review.lines.map(({ text: words, cut }, i) => (cut && !isBeside ? bracket(sheet.x + sheet.w, row(i) + 4, narrow, sheet.x + 44 + words.length * size * 0.48) : ""))),
    narrow ? "" : meanwhile(text([sheet.x + sheet.w + 46, row(cutAt) + 12], review.labels.waiting, { ...waiting, size: type + 1 })),
    from(2, wax(seal, narrow ? 34 : 46), text([seal[0] - (narrow ? 48 : 66), seal[1] + 9], review.date, { size, weight: 700, always: true, anchor: "end" })),
    from(3, path(narrow ? `M${seal[0]} ${seal[1] + 32}C${seal[0]} ${seal[1] + 130} 330 470 300 480S190 520 ${end[0] + 34} ${end[1]}` : `M${seal[0] + 40} ${seal[1] + 20}C${seal[0] + 120} ${seal[1] + 90} 640 470 690 476S740 462 ${end[0] - 30} ${end[1]}`, { stroke: LAVA, width: 3.5 }), scissors(end, narrow ? -1 : 1)),
    from(3, text(narrow ? [180, end[1] + 8] : [end[0] - 78, end[1] + 58], review.labels.revoked, { weight: 700, fill: LAVA, size: type + 1 })),
    from(3, text(narrow ? [180, end[1] + 40] : [end[0] - 78, end[1] + 58 + type * 1.3], review.labels.gone, { size: type - 1, fill: QUIET })),
    narrow ? meanwhile(isBeside ? text([sheet.x + sheet.w - 14, row(cutAt)], halves(review.labels.waiting), { ...waiting, size: type - 1, anchor: "end", leading: 1.15 }) : text([NEAR, 388], review.labels.waiting, { ...waiting, size: type })) : "",
    answers(review.labels, narrow ? { x: NEAR, y: 428, w: 104, h: 46 } : { x: 650, y: 76, w: 100, h: 56 }, narrow ? type : 26),
    narrow ? "" : from(3, line([[end[0] + 24, 134], [end[0] + 24, end[1] - 34]], { stroke: EDGE, dash: "4 6" })),
    narrow ? "" : meanwhile(text([64, 512], review.labels.proof, { size: type - 1, fill: QUIET }), line([[64, 484], [440, 484]], { width: 1.5, stroke: EDGE })),
  ].join("");
}

/** While a cut waits, and no longer: both versions are kept until the author answers. */
const meanwhile = (...parts: string[]) => until(2, from(2, ...parts));

/** The one link, with its two answers: equally large, and one as near as the other. */
function answers({ link, accept, refuse }: Redline["labels"], box: Box, size: number): string {
  const key = ({ x, y, w, h }: Box, words: string, [fill, stroke, paint]: [string, string, string]) =>
    rect({ x, y, w, h }, { stroke, fill }, 4) + text([x + w / 2, y + h / 2 + size * 0.36], words, { size, weight: 700, fill: paint, anchor: "middle", always: true });
  const other = { ...box, x: box.x + box.w + 14 };
  const open = (box: Box, words: string) => key(box, words, [PAPER, EDGE, INK]);
  return [
    caps([box.x, box.y - 16], link, { size: 18 }),
    until(1, open(box, accept)) + meanwhile(key(box, accept, [ACCENT, ACCENT, PAPER])) + from(3, open(box, accept)),
    until(2, open(other, refuse)) + from(3, key(other, refuse, [LAVA, LAVA, PAPER])),
  ].join("");
}

/** From what waits, beside the sheet, to the end of the words that it is about. */
const bracket = (x: number, y: number, narrow: boolean, end: number) => arrow([x + (narrow ? -16 : 40), y], [Math.min(end, x - (narrow ? 110 : 14)), y], { stroke: LAVA, width: 3 });

/** A seal of wax: a rim that ran, a ring, a tick; broken when the consent is taken back. */
function wax(centre: Point, radius: number): string {
  const rim = times(18, (i) => polar(centre, radius * (1 + 0.07 * Math.sin(i * 2.4) + 0.05 * Math.cos(i * 5)), i * 20));
  const smooth = rim.map((p, i) => {
    const q = rim[(i + 1) % rim.length] ?? p;
    return `${i ? "" : `M${((p[0] + (rim.at(-1)?.[0] ?? 0)) / 2).toFixed(1)} ${((p[1] + (rim.at(-1)?.[1] ?? 0)) / 2).toFixed(1)}`}Q${p.map((v) => v.toFixed(1)).join(" ")} ${((p[0] + q[0]) / 2).toFixed(1)} ${((p[1] + q[1]) / 2).toFixed(1)}`;
  });
  return path(`${smooth.join("")}Z`, { stroke: "none", fill: ACCENT }) + dot(centre, radius * 0.72, { fill: "none", stroke: PAPER, width: 2.5 }) + until(2, path(`M${centre[0] - radius * 0.3} ${centre[1]}l${radius * 0.22} ${radius * 0.24}l${radius * 0.4} ${-radius * 0.46}`, { stroke: PAPER, width: 5 })) + from(3, crack(centre, radius));
}

/** Across the seal, from rim to rim: beyond it, paper would rub out what it meets. */
const crack = ([x, y]: Point, radius: number) =>
  line(([[-0.22, -1.12], [0.05, -0.4], [-0.25, 0.1], [0.21, 1.12]] as const).map(([u, v]): Point => [x + radius * u, y + radius * v]), { stroke: PAPER, width: 6 });

/** Scissors with their handles to the right (1) or to the left (-1): the blades meet what they cut. */
const scissors = ([x, y]: Point, to: 1 | -1) =>
  [-1, 1].map((side) => dot([x + to * 22, y + side * 16], 10, { fill: PAPER, stroke: INK, width: 3 }) + line([[x - to * 34, y - side * 10], [x + to * 14, y + side * 11]], { width: 3.5 })).join("");
