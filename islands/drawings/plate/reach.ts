/** What a plate shows, as boxes: what leaves its sheet, and words that lie over others. */
import { agree, type Frame, long } from "./grammar";

type Box = readonly [left: number, top: number, right: number, bottom: number];

interface Seen {
  box: Box;
  /** Of words. */
  words?: string;
  /** The states that show it, of three. */
  states: readonly number[];
}

/** Where a group puts what it holds, and when it is seen. */
interface Group {
  dx: number;
  dy: number;
  sx: number;
  sy: number;
  states: readonly number[];
}

const numbers = (text = "") => text.split(/[ ,]+/).map(Number);

function inner(group: Group, tag: string): Group {
  const [dx = 0, dy = 0] = numbers(/translate\(([^)]+)\)/.exec(tag)?.[1] ?? "0 0");
  const [sx = 1, sy = sx] = numbers(/scale\(([^)]+)\)/.exec(tag)?.[1] ?? "1");
  const [, side, count] = /opacity="var\(--([pq])(\d)/.exec(tag) ?? [];
  const isSeen = (state: number) => !side || (side === "p" ? state >= Number(count) : state <= Number(count));
  return { dx: group.dx + group.sx * dx, dy: group.dy + group.sy * dy, sx: group.sx * sx, sy: group.sy * sy, states: group.states.filter(isSeen) };
}

function boxOfText(tag: string, content: string): { box: Box; words: string } {
  const value = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(tag)?.[1];
  const [x, y, size, spacing] = ["x", "y", "font-size", "letter-spacing"].map((name) => Number(value(` ${name}`) ?? 0)) as [number, number, number, number];
  const lines = content.replace(/<tspan x[^>]*dy="([^"]*)">/g, "\n").replace(/<[^>]+>/g, "").replaceAll(/&\w+;/g, "&").split("\n");
  const step = Number(/dy="([^"]*)"/.exec(content)?.[1] ?? 0);
  const width = Math.max(...lines.map((line) => long(line, size) + line.length * spacing));
  const before = { end: 1, middle: 0.5 }[value("text-anchor") ?? ""] ?? 0;
  const [top, bottom] = [y - size * 0.74, y + (lines.length - 1) * step + size * 0.2];
  const lying: Box = [x - width * before, top, x + width * (1 - before), bottom];
  const upright: Box = [x - size, y - width / 2, x + size * 0.2, y + width / 2];
  return { box: value("transform") ? upright : lying, words: lines.join(" ") };
}

const STEPS: Record<string, number> = { M: 2, L: 2, Q: 4, C: 6, S: 4, H: 1, V: 1, A: 7, Z: 0 };

/** The corners of a path; of curves their ends. */
function points(d: string): [number, number][] {
  let [x, y] = [0, 0];
  return [...d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)].flatMap(([, command = "", rest = ""]) => {
    const kind = command.toUpperCase();
    const values = (rest.match(/-?[\d.]+|NaN|Infinity|undefined/g) ?? []).map(Number);
    const [of, isRelative] = [STEPS[kind] || 1, command !== kind];
    return Array.from({ length: Math.max(1, values.length / of) }, (_, i): [number, number] => {
      const part = values.slice(i * of, (i + 1) * of);
      const [u, v] = kind === "H" ? [part[0] ?? 0, isRelative ? 0 : y] : kind === "V" ? [isRelative ? 0 : x, part[0] ?? 0] : kind === "Z" ? [isRelative ? 0 : x, isRelative ? 0 : y] : (part.slice(-2) as [number, number]);
      [x, y] = isRelative ? [x + u, y + v] : [u, v];
      return [x, y];
    });
  });
}

function boxOfShape(tag: string): Box | undefined {
  const value = (name: string) => Number(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]);
  if (tag.startsWith("<rect")) return [value("x"), value("y"), value("x") + value("width"), value("y") + value("height")];
  if (tag.startsWith("<circle")) return [value("cx") - value("r"), value("cy") - value("r"), value("cx") + value("r"), value("cy") + value("r")];
  const at = points(/ d="([^"]*)"/.exec(tag)?.[1] ?? "");
  if (at.length === 0) return;
  const [xs, ys] = [at.map(([x]) => x), at.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Everything that a drawing shows, where it stands on its sheet. */
export function seen(svg: string): Seen[] {
  const groups: Group[] = [{ dx: 0, dy: 0, sx: 1, sy: 1, states: [1, 2, 3] }];
  const found: Seen[] = [];
  for (const [whole, tag = "", content = ""] of svg.matchAll(/(<text[^>]*>)(.*?)<\/text>|<[^>]+>/g)) {
    const group = groups.at(-1) as Group;
    if (whole.startsWith("</g")) groups.pop();
    else if (whole.startsWith("<g")) groups.push(inner(group, whole));
    else {
      const words = tag ? boxOfText(tag, content) : undefined;
      const box = words?.box ?? (/^<(rect|circle|path)/.test(whole) ? boxOfShape(whole) : undefined);
      if (!box) continue;
      const xs = [box[0], box[2]].map((x) => group.dx + group.sx * x);
      const ys = [box[1], box[3]].map((y) => group.dy + group.sy * y);
      found.push({ box: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)], states: group.states, ...(words ? { words: words.words } : {}) });
    }
  }
  return found;
}

/** Where a box leaves a sheet by more than a little. */
export function beyond([left, top, right, bottom]: Box, { width, height }: Frame, most: number): string | undefined {
  if (left < -most) return "on the left";
  if (right > width + most) return "on the right";
  if (top < -most) return "above";
  return bottom > height + most ? "below" : undefined;
}

/** Words over other words in the same state, by more than a little. */
export function overlaps(all: readonly Seen[], most = 3): [string, string][] {
  const texts = all.filter(({ words, states }) => words?.trim() && states.length > 0);
  const meet = (a: Seen, b: Seen) => Math.min(a.box[2], b.box[2]) - Math.max(a.box[0], b.box[0]) > most && Math.min(a.box[3], b.box[3]) - Math.max(a.box[1], b.box[1]) > most && a.states.some((state) => b.states.includes(state));
  return texts.flatMap((a, i) => texts.slice(i + 1).filter((b) => meet(a, b)).map((b): [string, string] => [a.words ?? "", b.words ?? ""]));
}

/**
 * A drawing, refused when something leaves its sheet or words lie over words. An open sheet may be left by lines.
 */
export function held(svg: string, frame: Frame, isOpen = false): string {
  const where = frame.narrow ? "the sheet for phones" : "the wide sheet";
  agree(!/NaN|undefined|Infinity|(?:width|height|r)="-/.test(svg), "its numbers give no drawing: look for one that is 0, negative or missing");
  const all = seen(svg);
  for (const { box, words } of all) {
    const side = beyond(box, frame, words === undefined ? 8 : 0);
    if (side && words?.trim()) throw new Error(`« ${words} » leaves ${where} ${side}: shorten it, or move what it belongs to`);
    agree(!side || words !== undefined || isOpen, `a part of it leaves ${where} ${side}: give smaller numbers or fewer items`);
  }
  const [over] = overlaps(all, 4);
  agree(over === undefined, `« ${over?.join(" » and « ")} » lie over each other on ${where}: shorten one, or move what they belong to`);
  return svg;
}
