import type { Scan } from "../../generated/case-studies";
import { ACCENT, caps, chance, dimension, EDGE, type Frame, from, INK, LAVA, line, PANEL, PAPER, path, QUIET, rect, text, times, until } from "./grammar";

/** A page at the speed of a modem: the words are there at once, the picture comes line by line; what was refused, to the same scale. */
export function scan(page: Scan, { narrow, type }: Frame): string {
  const screen = narrow ? { x: 24, y: 44, w: 432, h: 384 } : { x: 52, y: 62, w: 520, h: 476 };
  const top = screen.y + (narrow ? 166 : 196);
  const photo = { x: screen.x + 26, y: top, w: screen.w - 52, h: screen.y + screen.h - top - 26 };
  const rows = 30;
  const step = photo.h / rows;
  const shade = (row: number, column: number) => {
    const [u, v] = [(column / 40) * 2 - 1, (row / rows) * 2 - 1];
    const spot = Math.max(0, 1 - Math.hypot(u + 0.35, v + 0.5) * 1.6) + Math.max(0, 1 - Math.hypot(u - 0.45, v + 0.3) * 1.9);
    const isHead = times(7, (i) => i).some((i) => Math.hypot((u + 0.92 - i * 0.31) * 1.35, v - 0.34 - 0.16 * chance(i * 5)) < 0.15 || (v > 0.52 + 0.14 * chance(i * 5) && Math.abs(u + 0.92 - i * 0.31) < 0.145));
    const crowd = isHead ? 1 : 0;
    return Math.min(1, crowd + 0.12 + 0.62 * (1 - Math.min(1, spot)));
  };
  const row = (r: number) => {
    let d = "";
    let start = -1;
    for (let c = 0; c <= 40; c++) {
      const isDark = c < 40 && shade(r, c) > chance(r * 41 + c * 0.7) * 0.75 + 0.12;
      if (isDark && start < 0) start = c;
      if (!isDark && start >= 0) {
        d += `M${(photo.x + (start * photo.w) / 40).toFixed(0)} ${(photo.y + (r + 0.5) * step).toFixed(0)}h${(((c - start) * photo.w) / 40 - 4).toFixed(0)}`;
        start = -1;
      }
    }
    return d;
  };
  const now = 11;
  const style = { stroke: ACCENT, width: step * 0.62 };
  const head = photo.y + now * step;
  return [
    rect(screen, { width: 4, fill: PAPER }, 16),
    path(`M${screen.x + screen.w * 0.36} ${screen.y + screen.h + 4}v14h${screen.w * 0.28}v-14`, { width: 4 }),
    ...page.dates.map((words, i) => {
      const y = screen.y + 48 + i * (narrow ? 36 : 40);
      const style0 = { size: type + (narrow ? -1 : 2), weight: 600, always: true } as const;
      return i === page.changed ? until(1, text([screen.x + 26, y], words, style0)) + from(2, text([screen.x + 26, y], words, { ...style0, fill: QUIET, struck: true }), text([screen.x + screen.w - 26, y], page.correction, { ...style0, fill: LAVA, weight: 700, anchor: "end" })) : text([screen.x + 26, y], words, style0);
    }),
    rect(photo, { stroke: EDGE, width: 1.2, dash: "2 6" }),
    from(2, path(times(now, row).join(""), style)),
    from(3, path(times(rows - now, (i) => row(now + i)).join(""), style)),
    from(2, until(2, line([[photo.x - 14, head], [photo.x + photo.w + 14, head]], { stroke: LAVA, width: 4 }))),
    ruler(page, narrow, type),
  ].join("");
}

/** What each thing weighs, in seconds of modem. */
function ruler({ loads, seconds, labels }: Scan, narrow: boolean, type: number): string {
  const [x, y, w, step] = narrow ? [24, 466, 432, 56] : [628, 150, 280, 104];
  const most = Math.max(...seconds);
  return [
    narrow ? "" : caps([x, 84], labels.title, { size: type - 1 }),
    ...loads.map((load, i) => {
      const [top, long, isRefused] = [y + i * step, (w * (seconds[i] ?? 0)) / most, i === loads.length - 1];
      const drawn = rect({ x, y: top, w: Math.max(long, 4), h: narrow ? 18 : 26 }, isRefused ? { stroke: EDGE, dash: "5 5", fill: PANEL } : { stroke: "none", fill: i ? INK : ACCENT });
      const words = text([x, top + (narrow ? 18 : 26) + type * 1.15], load, { size: type - (narrow ? 3 : 1), struck: isRefused, fill: isRefused ? QUIET : INK }) + text([x + w, top + (narrow ? 18 : 26) + type * 1.15], `${String(seconds[i]).replace(".", ",")} s`, { anchor: "end", weight: 700, size: type - (narrow ? 2 : 0) });
      return isRefused ? from(3, drawn, words) : drawn + words;
    }),
    narrow ? "" : dimension([x, y + loads.length * step - 10], [x + w, y + loads.length * step - 10], { stroke: INK }) + text([x + w / 2, y + loads.length * step + 20], labels.scale, { anchor: "middle", size: type - 2, fill: QUIET }),
  ].join("");
}
