/** How wide words are and where they break, before anything has measured them. */
import { type Point, signsOf, text, times } from "../plate/grammar";

/** The share of its size that a letter is wide, about. */
const LETTER = 0.54;

const count = (words: string, letters: RegExp) => words.match(letters)?.length ?? 0;
/** As how many common letters words are wide: capitals are wider, M and W twice so. */
export const lettersOf = (words: string) => words.length + 0.3 * (count(words, /\p{Lu}/gu) + count(words, /[MW]/g));

export const widthOf = (words: string, size: number) => lettersOf(words) * size * LETTER;

/** Words in as many lines as the room asks for; no-break spaces hold, and a word longer than a line goes on in the next. */
export function wrapped(words: string, room: number, size: number): string[] {
  const most = Math.max(Math.floor(room / (size * LETTER)), 4);
  const lines: string[] = [];
  for (const word of words.split(" ")) {
    const [first = "", ...rest] = cut(word, most);
    const joined = `${lines.at(-1)} ${first}`;
    if (lines.length && lettersOf(joined) <= most) lines[lines.length - 1] = joined;
    else lines.push(first);
    lines.push(...rest);
  }
  return lines;
}

/** Names beside each other, which break alike: where one needs a second line, so does each that is longer than the lines of that. */
export function wrappedAlike(names: readonly string[], room: number, size: number): string[][] {
  const lines = names.map((words) => wrapped(words, room, size));
  const broken = lines.filter(({ length }) => length > 1).flat();
  const longest = Math.max(0, ...[...broken, ...names.flatMap((words) => words.split(" "))].map((words) => widthOf(words, size)));
  return broken.length ? names.map((words) => wrapped(words, Math.min(room, longest + 1), size)) : lines;
}

/** A word in pieces that a line holds: after hyphens or no-break spaces of its own where that is enough, else equal ones, each but the last with a hyphen. */
function cut(word: string, most: number): string[] {
  if (lettersOf(word) <= most) return [word];
  const own = word.split(/(?<=\u00a0)|(?<=[\p{L}\d]-)(?=[\p{L}\d])/u);
  if (own.length > 1 && own.every((piece) => lettersOf(piece) <= most)) return together(own, most).map((line) => line.trimEnd());
  const signs = signsOf(word);
  const pieces = Math.ceil(lettersOf(word) / (most - 1));
  const each = Math.ceil(signs.length / pieces);
  return times(Math.ceil(signs.length / each), (i) => {
    const piece = signs.slice(i * each, (i + 1) * each).join("");
    return (i + 1) * each < signs.length && !piece.endsWith("-") ? `${piece}-` : piece;
  });
}

/** As many pieces on each line as it holds. */
function together(pieces: readonly string[], most: number): string[] {
  const lines: string[] = [];
  for (const piece of pieces) {
    const joined = `${lines.at(-1) ?? ""}${piece}`;
    if (lines.length && lettersOf(joined) <= most) lines[lines.length - 1] = joined;
    else lines.push(piece);
  }
  return lines;
}

/** Places from `least` to `most` that are `gap` apart, each as near to where it wants to be as the others allow. */
export function spread(wanted: readonly number[], gap: number, least: number, most: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed = [...wanted];
  let free = least;
  for (const i of order) {
    placed[i] = Math.max(placed[i] ?? 0, free);
    free = placed[i] + gap;
  }
  let end = most;
  for (const i of order.reverse()) {
    placed[i] = Math.min(placed[i] ?? 0, end);
    end = placed[i] - gap;
  }
  return placed;
}

/** Where the entries of a key stand: a step apart or farther where one is longer, in as many lines as the room asks for. */
export function laid(entries: readonly string[], size: number, step: number, room: number): [x: number, line: number][] {
  let [x, line] = [0, 0];
  return entries.map((words) => {
    const wide = 34 + widthOf(words, size);
    if (x && x + wide > room) [x, line] = [0, line + 1];
    const place: [number, number] = [x, line];
    x += Math.max(step, wide + 24);
    return place;
  });
}

/** Words that stand together: lines of one style. */
export type Part = { lines: readonly string[]; size: number } & Omit<NonNullable<Parameters<typeof text>[2]>, "size" | "leading">;
const LEADING = 1.2;

export const heightOf = (parts: readonly Part[]) => parts.reduce((all, { lines, size }) => all + lines.length * size * LEADING, 0);

/** Parts one below the other, the first line's top at a point. */
export function below([x, y]: Point, parts: readonly Part[]): string {
  let top = y;
  return parts.map(({ lines, ...style }) => {
    const svg = lines.length ? text([x, top + style.size * 0.92], lines.join("\n"), { ...style, leading: LEADING }) : "";
    top += lines.length * style.size * LEADING;
    return svg;
  }).join("");
}

/** Parts one below the other, with a point in their middle. */
export const around = ([x, y]: Point, parts: readonly Part[]) => below([x, y - heightOf(parts) / 2], parts);
