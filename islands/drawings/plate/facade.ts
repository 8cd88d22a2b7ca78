import type { Facade } from "../../generated/case-studies";
import { ACCENT, agree, type Box, caps, chance, dimension, EDGE, FAR, type Frame, french, from, INK, LAVA, line, NEAR, PANEL, PAPER, path, QUIET, rect, spoken, text, times, until } from "./grammar";

/** An old front, surveyed: what stands stays, a scaffold of tests goes up, one stone is replaced. */
export function facade(site: Facade, { narrow, type }: Frame): string {
  const box = narrow ? { x: 98, y: 56, w: 326, h: 296 } : { x: 90, y: 96, w: 470, h: 400 };
  const beside = box.x - (narrow ? 44 : 52);
  const course = box.h / site.courses;
  const stones = times(site.courses, (row) => {
    const count = 5 + (row % 2);
    const start = row % 2 ? -0.5 : 0;
    return times(count, (i) => {
      const edge = (j: number) => Math.min(1, Math.max(0, (start + j + (j > 0 && j < 5 ? 0.16 * (chance(row * 9 + j) - 0.5) : 0)) / 5));
      return { row, i, x: box.x + box.w * edge(i), w: box.w * (edge(i + 1) - edge(i)), y: box.y + box.h - (row + 1) * course, h: course };
    });
  }).flat().filter(({ w }) => w > 2);
  const isOpening = (x: number, y: number, w: number, h: number) => openings(box).some((o) => x < o.x + o.w && o.x < x + w && y < o.y + o.h && o.y < y + h);
  const whole = stones.filter(({ x, y, w, h }) => !isOpening(x, y, w, h));
  const doubt = whole.find(({ row, i }) => row === site.doubt[0] && i === site.doubt[1]);
  const near = whole.toSorted((a, b) => Math.abs(a.row - site.doubt[0]) - Math.abs(b.row - site.doubt[0])).slice(0, 3);
  agree(doubt !== undefined, `\`doubt\` is [${site.doubt.join(", ")}], where no whole stone stands: give one beside the windows, such as ${near.map(({ row, i }) => `[${row}, ${i}]`).join(", ")}`);
  return [
    path(`M${box.x - 30} ${box.y + box.h}h${box.w + 60}`, { width: 4 }),
    path(stones.map(outlined).join(""), { stroke: EDGE, width: 1.5, fill: PANEL }),
    path(stones.filter(({ x, y, w, h, row, i }) => (row * 7 + i * 3) % 4 === 0 && !isOpening(x, y, w, h)).map(({ x, y, w, h }) => `M${(x + w * 0.2).toFixed(0)} ${(y + h * 0.7).toFixed(0)}l${(w * 0.2).toFixed(0)} -${(h * 0.3).toFixed(0)}`).join(""), { stroke: EDGE, width: 1.2 }),
    ...openings(box).map((o) => rect(o, { fill: PAPER, width: 2.5 }) + line([[o.x + o.w / 2, o.y], [o.x + o.w / 2, o.y + o.h]], { width: 1.5 })),
    path(`M${box.x - 14} ${box.y}h${box.w + 28}v-16h-${box.w + 28}z`, { width: 2.5, fill: PAPER }),
    from(2, until(2, rect(doubt, { stroke: LAVA, width: 4, dash: "7 5", fill: PAPER })), text([doubt.x + doubt.w / 2, doubt.y + doubt.h / 2 + 8], "?", { anchor: "middle", weight: 800, size: type + 6, fill: LAVA })),
    from(3, rect(doubt, { stroke: LAVA, width: 4, fill: LAVA })),
    from(2, scaffold(box, site.courses)),
    spoken(dimension([beside, box.y], [beside, box.y + box.h], { stroke: QUIET })),
    text([beside - 10, box.y + box.h / 2], site.labels.kept, { anchor: "middle", turn: -90, size: type - 2, fill: QUIET }),
    from(2, text(narrow ? [box.x, 381] : [90, 542], site.labels.tests, { size: type, weight: 600, fill: ACCENT })),
    from(3, text(narrow ? [box.x, 408] : [330, 542], site.labels.replaced, { size: type, weight: 700, fill: LAVA })),
    from(3, text(narrow ? [box.x, 431] : [330, 566], site.labels.stone, { size: type - 2, weight: 600, fill: LAVA })),
    seconds(site, narrow, type),
  ].join("");
}

function openings({ x, y, w, h }: { x: number; y: number; w: number; h: number }) {
  const window = (i: number, row: number) => ({ x: x + w * (0.14 + i * 0.31), y: y + h * (0.14 + row * 0.4), w: w * 0.11, h: h * 0.2 });
  return [window(0, 0), window(1, 0), window(2, 0), window(0, 1), window(2, 1), { x: x + w * 0.44, y: y + h * 0.62, w: w * 0.13, h: h * 0.38 }];
}

/** Its poles stand beside the front and in the bays between its windows. */
function scaffold({ x, y, w, h }: { x: number; y: number; w: number; h: number }, courses: number): string {
  const feet = [x - 12, x + w * 0.345, x + w * 0.665, x + w + 12];
  const poles = feet.map((foot) => `M${foot.toFixed(0)} ${y + h}V${y - 34}`);
  const decks = times(Math.floor(courses / 3), (i) => `M${x - 24} ${(y + h - ((i + 1) * h) / Math.floor(courses / 3) + 12).toFixed(0)}h${w + 48}`);
  const braces = feet.slice(1).map((foot, i) => `M${(feet[i] ?? foot).toFixed(0)} ${y + h}L${foot.toFixed(0)} ${(y + (h * 2) / 3).toFixed(0)}`);
  return path(poles.join("") + decks.join(""), { stroke: ACCENT, width: 3.5 }) + path(braces.join(""), { stroke: ACCENT, width: 1.5 });
}

/** Seconds before the first article, to scale, without a new front. */
function seconds({ seconds, labels }: Facade, narrow: boolean, type: number): string {
  const most = Math.max(...seconds);
  const [x, y, w, step] = narrow ? [NEAR, 500, FAR - NEAR, 66] : [634, 220, 270, 120];
  const bar = (value: number, i: number) => {
    const words = `${french(value)} s`;
    return rect({ x, y: y + i * step, w: (w * value) / most, h: narrow ? 28 : 44 }, { stroke: "none", fill: i ? LAVA : EDGE }) + text([x, y + i * step + (narrow ? 52 : 80)], words, { weight: 800, size: narrow ? type + 2 : 30, fill: i ? LAVA : INK });
  };
  return caps([x, y - 22], labels.seconds, { size: type - 1 }) + bar(seconds[0], 0) + from(3, bar(seconds[1], 1), narrow ? "" : text([x, y + 2 * step + 20], labels.refused, { size: type - 1, fill: QUIET }));
}

/** A stone whose edges are rounded, so that it ends where the next one begins. */
function outlined({ x, y, w, h }: Box): string {
  const [left, top] = [Math.round(x), Math.round(y)];
  const [wide, tall] = [Math.round(x + w) - left, Math.round(y + h) - top];
  return `M${left} ${top}h${wide}v${tall}h-${wide}z`;
}
