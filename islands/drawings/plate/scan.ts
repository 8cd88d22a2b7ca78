import type { Scan } from "../../generated/case-studies";
import { ACCENT, agree, caps, chance, dimension, EDGE, FAR, type Frame, french, from, INK, LAVA, line, NEAR, PANEL, PAPER, path, type Point, QUIET, rect, spoken, text, times, until, within } from "./grammar";

/** A page at the speed of a modem: the words are there at once, the picture comes line by line; what was refused, to the same scale. */
export function scan(page: Scan, { narrow, type }: Frame): string {
  agreed(page);
  const screen = narrow ? { x: NEAR, y: 44, w: FAR - NEAR, h: 384 } : { x: 52, y: 98, w: 520, h: 392 };
  const top = screen.y + (narrow ? 166 : 160);
  const photo = { x: screen.x + 26, y: top, w: screen.w - 52, h: screen.y + screen.h - top - (narrow ? 26 : 22) };
  const half = photo.w / photo.h / 2;
  const rows = 30;
  const step = photo.h / rows;
  const columns = 120;
  const row = (r: number, isInk: (p: Point) => boolean) => {
    let d = "";
    let start = -1;
    for (let c = 0; c <= columns; c++) {
      const isOn = c < columns && isInk([((c + 0.5) / columns - 0.5) * 2 * half, (r + 0.5) / rows]);
      if (isOn && start < 0) start = c;
      if (!isOn && start >= 0) {
        d += `M${(photo.x + (start * photo.w) / columns).toFixed(0)} ${(photo.y + (r + 0.5) * step).toFixed(0)}h${(((c - start) * photo.w) / columns).toFixed(0)}`;
        start = -1;
      }
    }
    return d;
  };
  /** Lines as they come: the night thin, figures thick. */
  const lines = (first: number, last: number) => {
    const all = times(last - first, (i) => first + i);
    return path(all.map((r) => row(r, isNight)).join(""), { stroke: ACCENT, width: step * 0.26 }) + path(all.map((r) => row(r, isFigure)).join(""), { stroke: ACCENT, width: step * 0.82 });
  };
  // A fourth date stands above the picture too.
  const pitch = Math.min(narrow ? 36 : 42, (top - screen.y - 62) / Math.max(page.dates.length - 1, 1));
  const now = 11;
  const head = photo.y + now * step;
  return [
    rect(screen, { width: 4, fill: PAPER }, 16),
    path(`M${screen.x + screen.w * 0.36} ${screen.y + screen.h + 4}v14h${screen.w * 0.28}v-14`, { width: 4 }),
    ...page.dates.map((date, i) => {
      const y = screen.y + 50 + i * pitch;
      const style0 = { size: type + (narrow ? 0 : 6), weight: 600, always: true } as const;
      const place: Point = [screen.x + (narrow ? 178 : 222), y];
      const name = page.heads[i] ?? "";
      const head = i === page.changed ? until(1, text(place, name, style0)) + from(2, text(place, name, { ...style0, fill: QUIET, struck: true }), text([screen.x + screen.w - 26, y], page.correction, { ...style0, fill: LAVA, weight: 700, anchor: "end" })) : text(place, name, style0);
      return text([screen.x + 26, y], date, style0) + head;
    }),
    rect(photo, { stroke: EDGE, width: 1.2, dash: "2 6" }),
    from(2, lines(0, now)),
    from(3, lines(now, rows)),
    from(2, until(2, line([[photo.x - 14, head], [photo.x + photo.w + 14, head]], { stroke: LAVA, width: 4 }))),
    spoken(ruler(page, narrow, type)),
  ].join("");
}

function agreed({ dates, heads, changed, correction, loads, seconds }: Scan): void {
  agree(heads.length === dates.length, `\`heads\` holds ${heads.length} names and \`dates\` ${dates.length}: give one name a date`);
  agree(seconds.length === loads.length, `\`seconds\` holds ${seconds.length} values and \`loads\` ${loads.length}: give one value a load`);
  within(changed, "changed", dates, "dates");
  const both = (heads[changed]?.length ?? 0) + correction.length;
  agree(both <= 22, `\`correction\` and the head that it corrects have ${both} characters together: leave 22 at most`);
}

/** The photograph, as high as 1, from its middle to the sides. Limbs, each from one point to another and as thick as it is: a singer on stage, an arm up, and a crowd with its hands in the air. */
const SINGER: [Point, Point, number][] = [[[0, 0.24], [0, 0.24], 0.075], [[-0.02, 0.4], [0.01, 0.56], 0.075], [[0.05, 0.37], [0.24, 0.1], 0.03], [[-0.07, 0.38], [-0.17, 0.48], 0.03], [[-0.17, 0.48], [-0.07, 0.3], 0.028], [[-0.03, 0.56], [-0.1, 0.9], 0.045], [[0.04, 0.56], [0.12, 0.9], 0.045]];
const CROWD: [Point, Point, number][] = [-0.84, -0.53, -0.24, 0.1, 0.4, 0.73, 1.03, -1.14].flatMap((u, i): [Point, Point, number][] => {
  const v = 0.76 + 0.06 * chance(i * 5);
  const hand: [Point, Point, number][] = i % 2 && i < 6 ? [[[u + 0.11, v + 0.14], [u + 0.14, v - 0.24], 0.026]] : [];
  return [[[u, v], [u, v], 0.075], [[u - 0.06, v + 0.21], [u + 0.06, v + 0.21], 0.1], ...hand];
});

function isNear([u, v]: Point, [[x, y], [x1, y1], thick]: [Point, Point, number]): boolean {
  const [dx, dy] = [x1 - x, y1 - y];
  const t = Math.min(1, Math.max(0, ((u - x) * dx + (v - y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(u - x - t * dx, v - y - t * dy) < thick;
}

const isFigure = (p: Point) => [...SINGER, ...CROWD].some((limb) => isNear(p, limb));
/** Outside the light of the stage. */
const isNight = ([u, v]: Point) => Math.abs(u - 0.03) > 0.2 + v * 0.45 && !isFigure([u, v]);

/** What each thing weighs, in seconds of modem. */
function ruler({ loads, seconds, labels }: Scan, narrow: boolean, type: number): string {
  const [x, y, w, step] = narrow ? [NEAR, 466, FAR - NEAR, 56] : [628, 170, 280, 104];
  const most = Math.max(...seconds);
  return [
    narrow ? "" : caps([x, 104], labels.title, { size: type - 1 }),
    ...loads.map((load, i) => {
      const [top, long, isRefused] = [y + i * step, (w * (seconds[i] ?? 0)) / most, i === loads.length - 1];
      const drawn = rect({ x, y: top, w: Math.max(long, 4), h: narrow ? 18 : 26 }, isRefused ? { stroke: EDGE, dash: "5 5", fill: PANEL } : { stroke: "none", fill: i ? INK : ACCENT });
      const words = text([x, top + (narrow ? 18 : 26) + type * 1.15], load, { size: type - (narrow ? 3 : 1), struck: isRefused, fill: isRefused ? QUIET : INK }) + text([x + w, top + (narrow ? 18 : 26) + type * 1.15], `${french(seconds[i] ?? 0)} s`, { anchor: "end", weight: 700, size: type - (narrow ? 2 : 0) });
      return isRefused ? from(3, drawn, words) : drawn + words;
    }),
    narrow ? "" : dimension([x, y + loads.length * step - 10], [x + w, y + loads.length * step - 10], { stroke: INK }) + text([x + w / 2, y + loads.length * step + 20], labels.scale, { anchor: "middle", size: type - 2, fill: QUIET }),
  ].join("");
}
