/**
 * The drawing grammar of the plates. A line's style says the technique (whole: Laravel and PHP, dashed: Flutter, dotted:
 * Node.js), hatching says private, lava marks the one decisive moment.
 *
 * No style sheet reaches into an external `<use>`, but custom properties are inherited by it: colours are the page's
 * tokens, and what appears with a state has an opacity of its own (`--p2`, `--p3`: from the second or third state on;
 * `--q1`, `--q2`: no longer after the first or second). `--plate-label` hides the words where a plate is
 * small, `--plate-loud` the large ones too where it is a thumbnail; `--plate-strike` thickens the lines through refused words.
 */

export const INK = "var(--color-ink)";
export const QUIET = "var(--color-ink-2)";
export const RULE = "var(--color-contour)";
export const EDGE = "var(--color-edge)";
export const PAPER = "var(--color-paper)";
export const PANEL = "var(--color-paper-2)";
export const LAVA = "var(--color-lava)";
export const ACCENT = "var(--accent)";

/** Line styles by technique. */
export const LARAVEL = undefined;
export const FLUTTER = "11 8";
export const NODE = "0.1 7";
/** The dashes of a line by the name of its technique; one without a name is whole. */
export const DASHES: Record<string, string | undefined> = { flutter: FLUTTER, node: NODE };

/** Where a plate is drawn: 960 by 600, or narrow for phones. `type` is the size of its words. */
export interface Frame {
  width: number;
  height: number;
  narrow: boolean;
  type: number;
  /** Without words, so that what they leave free is drawn on. */
  bare?: boolean;
}

export const WIDE: Frame = { width: 960, height: 600, narrow: false, type: 18 };
export const NARROW: Frame = { width: 480, height: 640, narrow: true, type: 20 };
/** Where what is drawn on a narrow sheet begins and ends, and its words at least: across a phone, where a page's text does. */
export const [NEAR, FAR] = [26, 454];
/** The same on a card, whose words stand about as far in below it at all of its sizes. */
export const CARD = { near: 56, far: 904 };

export type Point = [x: number, y: number];

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** One decimal is a tenth of a pixel. */
export const n = (value: number) => String(Math.round(value * 10) / 10);
export const at = ([x, y]: Point) => `${n(x)} ${n(y)}`;

export const escaped = (words: string) => words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

interface Stroke {
  stroke?: string;
  width?: number;
  dash?: string | undefined;
  fill?: string;
  opacity?: number;
}

export function path(d: string, { stroke = INK, width = 2, dash, fill, opacity }: Stroke = {}): string {
  const line = stroke === "none" ? "" : ` stroke="${stroke}" stroke-width="${width}"`;
  return `<path d="${d}"${fill ? ` fill="${fill}"` : ""}${line}${dash ? ` stroke-dasharray="${dash}"` : ""}${opacity ? ` opacity="${opacity}"` : ""}/>`;
}

export const line = (points: Point[], stroke: Stroke = {}) => path(`M${points.map(at).join("L")}`, stroke);

/** A smooth line through points. */
export function curve(points: Point[]): string {
  let d = `M${at(points[0] as Point)}`;
  for (let i = 0; i + 1 < points.length; i++) {
    const [a, b, c, e] = [points[i - 1] ?? points[i], points[i], points[i + 1], points[i + 2] ?? points[i + 1]] as Point[] as [Point, Point, Point, Point];
    const [p, q]: Point[] = [
      [b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6],
      [c[0] - (e[0] - b[0]) / 6, c[1] - (e[1] - b[1]) / 6],
    ];
    d += `C${at(p as Point)} ${at(q as Point)} ${at(c)}`;
  }
  return d;
}

export function rect({ x, y, w, h }: Box, { stroke = INK, width = 2, dash, fill, opacity }: Stroke = {}, round = 0): string {
  const edge = stroke === "none" ? "" : ` stroke="${stroke}" stroke-width="${width}"`;
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}"${round ? ` rx="${round}"` : ""}${fill ? ` fill="${fill}"` : ""}${edge}${dash ? ` stroke-dasharray="${dash}"` : ""}${opacity ? ` opacity="${opacity}"` : ""}/>`;
}

export function dot([x, y]: Point, r: number, { stroke = "none", width = 2.5, fill = INK, dash }: Stroke = {}): string {
  const edge = stroke === "none" ? "" : ` stroke="${stroke}" stroke-width="${width}"`;
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}"${edge}${dash ? ` stroke-dasharray="${dash}"` : ""}/>`;
}

/** A waypoint: a ring filled with paper. */
export const ring = (p: Point, r: number, stroke = ACCENT, width = 2.5) => dot(p, r, { stroke, width, fill: PAPER });

interface Words {
  size?: number;
  weight?: number;
  fill?: string;
  anchor?: "start" | "middle" | "end";
  /** Paper, or the colour of what they stand on, around the letters over lines. */
  halo?: boolean | string;
  /** A line through all words, or through these, with which they begin. */
  struck?: boolean | string;
  /** Seen on cards too, as large words are. */
  always?: boolean;
  turn?: number;
  spacing?: number;
  leading?: number;
  /** A custom property with the size, for words that a page wants larger on narrow sheets. */
  property?: string;
}

const LOUD = 40;

/** Words; a line break starts another line. Large ones are seen on cards too. */
export function text([x, y]: Point, words: string, { size = 18, weight, fill = INK, anchor = "start", halo, struck, always, turn, spacing, leading = 1.22, property }: Words = {}): string {
  const lines = words.split("\n");
  const spans = lines.map((one, i) => (i === 0 ? escaped(one) : `<tspan x="${n(x)}" dy="${n(size * leading)}">${escaped(one)}</tspan>`)).join("");
  // The line is drawn with the outline of what it goes through, which the letters do without.
  const through = (spans: string) => `<tspan text-decoration="line-through" stroke="${fill}" stroke-width="var(--plate-strike,0)"><tspan stroke="none">${spans}</tspan></tspan>`;
  const refused = typeof struck === "string" ? escaped(struck) : struck ? spans : "";
  const attributes = [
    `x="${n(x)}" y="${n(y)}" font-size="${property ? `var(${property},${n(size)}px)` : n(size)}" fill="${fill}"`,
    weight && `font-weight="${weight}"`,
    // Among digits of one width the font has a sign that is squeezed to it.
    words.includes("%") && 'font-variant="normal"',
    anchor !== "start" && `text-anchor="${anchor}"`,
    spacing && `letter-spacing="${spacing}"`,
    turn && `transform="rotate(${n(turn)} ${n(x)} ${n(y)})"`,
    halo && `stroke="${halo === true ? PAPER : halo}" stroke-width="7" paint-order="stroke"`,
    `opacity="var(--plate-${size < LOUD && !always ? "label" : "loud"},1)"`,
  ];
  return `<text ${attributes.filter(Boolean).join(" ")}>${refused && through(refused)}${spans.slice(refused.length)}</text>`;
}

const SIGNS = new Intl.Segmenter("fr", { granularity: "grapheme" });
/** The signs of words as they are read: an emoji is one, and half of it none. */
export const signsOf = (words: string) => [...SIGNS.segment(words)].map(({ segment }) => segment);

/** Words on two lines, broken where they are nearest to their middle; no-break spaces hold. */
export function halves(words: string): string {
  const spaces = [...words.matchAll(/ /g)].map(({ index }) => index);
  const off = (i: number) => Math.abs(i - words.length / 2);
  const middle = spaces.sort((a, b) => off(a) - off(b))[0];
  return middle === undefined ? words : `${words.slice(0, middle)}\n${words.slice(middle + 1)}`;
}

/** A number as it is written in French. */
export const french = (value: number) => value.toLocaleString("fr-FR", { maximumFractionDigits: 2 });

/** Refuses data that cannot be drawn truly, with what to do about it. */
export function agree(isSo: boolean, otherwise: string): asserts isSo {
  if (!isSo) throw new Error(otherwise);
}

/** Refuses a place that a list, or a number of things, does not have. */
export const within = (index: number, name: string, { length }: { length: number }, of: string) => agree(index < length, `\`${name}\` is ${index}, and \`${of}\` ${length === 1 ? "holds one: give 0" : `holds ${length}, counted from 0: give ${length - 1} or less`}`);

/** Refuses what ends before it begins, or leaves a whole. */
export const spans = (ranges: readonly (readonly [number, number])[], name: string, [first, last]: readonly [number, number]) => {
  for (const [start, end] of ranges) agree(first <= start && start < end && end <= last, `\`${name}\` holds [${start}, ${end}]: give a start before an end, from ${first} to ${last}`);
};

/** How wide the signs from the space to the tilde are in the plates' font, in hundredths of its size. */
const WIDTHS = "19 29 56 73 50 79 77 26 44 44 43 54 27 49 27 44 68 39 56 58 61 58 61 56 60 62 27 27 57 54 57 58 87 73 64 75 75 63 59 76 72 25 43 71 59 90 72 79 67 81 66 64 66 70 73 109 71 70 63 33 28 33 58 50 33 56 62 55 62 57 37 62 61 26 26 56 26 94 61 60 62 62 39 49 41 60 54 80 59 54 51 39 22 39 52".split(" ").map(Number);
/** Those of other signs; of what is in neither list, about a letter's. */
const OTHERS: Record<string, number> = { "\u00a0": 19, "\u202f": 19, "’": 26, "«": 55, "»": 55, "°": 37, "·": 27, "€": 72, "…": 76, "→": 100, "œ": 95, "Œ": 110, "æ": 92 };

/** How long words are. */
export function long(words: string, size: number): number {
  const signs = [...words.normalize("NFD").replaceAll(/[\u0300-\u036f]/g, "")];
  return (size / 100) * signs.reduce((sum, sign) => sum + (OTHERS[sign] ?? WIDTHS[sign.charCodeAt(0) - 32] ?? 60), 0);
}

/** How much smaller capitals are drawn, and how far apart. */
const [CAPS, APART] = [0.92, 1.6];

/** A small heading in capitals. */
export const caps = (p: Point, words: string, { size = 15, ...rest }: Words = {}) =>
  text(p, words.toUpperCase(), { size: size * CAPS, weight: 600, fill: QUIET, spacing: APART, ...rest });

/** How long one is. */
export const capsLong = (words: string, size: number) => long(words.toUpperCase(), size * CAPS) + words.length * APART;

/** Parallel lines at 45 degrees in a convex outline: what nobody else reads. */
export function hatched(outline: readonly Point[], { stroke = EDGE, width = 1.3 }: Stroke = {}, gap = 11): string {
  const sides = outline.map((p, i) => [p, outline[(i + 1) % outline.length] ?? p] as const);
  const sums = outline.map(([x, y]) => x + y);
  const last = Math.max(...sums);
  let d = "";
  for (let c = Math.min(...sums) + gap; c < last; c += gap) {
    const crossed = sides.flatMap(([[x, y], [u, v]]): Point[] => {
      const along = (c - x - y) / (u + v - x - y);
      return along >= 0 && along <= 1 ? [[x + along * (u - x), y + along * (v - y)]] : [];
    });
    const [first, end] = [crossed.toSorted((p, q) => p[0] - q[0])[0], crossed.toSorted((p, q) => q[0] - p[0])[0]];
    if (first && end) d += `M${at(first)}L${at(end)}`;
  }
  return path(d, { stroke, width });
}

/** The same in a box. */
export const hatch = ({ x, y, w, h }: Box, stroke?: Stroke, gap?: number) => hatched([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], stroke, gap);

/** What may come or is lost: the same colour, paler. */
export const PALE = 0.28;
/** Over paper of its own, so that no line of an axis shows through. */
export const pale = (box: Box, fill: string) => rect(box, { stroke: "none", fill: PAPER }) + rect(box, { stroke: "none", fill, opacity: PALE });

/** A line that ends in an arrow; `bend` swings it to its left, in parts of its length. */
export function arrow(from: Point, to: Point, { bend = 0, ...stroke }: Stroke & { bend?: number } = {}): string {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const middle: Point = [(from[0] + to[0]) / 2 + dy * bend, (from[1] + to[1]) / 2 - dx * bend];
  const angle = Math.atan2(to[1] - middle[1], to[0] - middle[0]);
  const size = 5 + 3 * (stroke.width ?? 2);
  const back = (turn: number): Point => [to[0] - size * Math.cos(angle + turn), to[1] - size * Math.sin(angle + turn)];
  const end: Point = [to[0] - size * 0.7 * Math.cos(angle), to[1] - size * 0.7 * Math.sin(angle)];
  const ink = stroke.stroke ?? INK;
  return path(`M${at(from)}Q${at(middle)} ${at(end)}`, stroke) + path(`M${at(to)}L${at(back(0.42))}L${at(back(-0.42))}Z`, { stroke: "none", fill: ink });
}

/** A dimension: a line between two ticks, as API says in the legend. */
export function dimension(from: Point, to: Point, stroke: Stroke = {}, arm = 7): string {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const [x, y] = [-Math.sin(angle) * arm, Math.cos(angle) * arm];
  const tick = ([a, b]: Point) => `M${at([a - x, b - y])}L${at([a + x, b + y])}`;
  return path(`M${at(from)}L${at(to)}${tick(from)}${tick(to)}`, { width: 1.5, ...stroke });
}

/** What a state adds: visible from the second, or third, on. */
export const from = (state: 2 | 3, ...parts: string[]) => `<g opacity="var(--p${state},1)">${parts.join("")}</g>`;
/** What a state takes away: visible until the first, or second, is over. */
export const until = (state: 1 | 2, ...parts: string[]) => `<g opacity="var(--q${state},0)">${parts.join("")}</g>`;

/** What words explain, and what says nothing without them: gone where a plate is small. */
export const spoken = (...parts: string[]) => `<g opacity="var(--plate-label,1)">${parts.join("")}</g>`;

export const shift = ([x, y]: Point, ...parts: string[]) => `<g transform="translate(${n(x)} ${n(y)})">${parts.join("")}</g>`;

/** From 0 to 1, the same for the same seed. */
export function chance(seed: number): number {
  const x = Math.sin(seed * 127.1 + 311.7) * 43758.5453;
  return x - Math.floor(x);
}

export const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

export const polar = ([x, y]: Point, radius: number, degrees: number): Point => [
  x + radius * Math.cos((degrees * Math.PI) / 180),
  y + radius * Math.sin((degrees * Math.PI) / 180),
];

/** Part of a circle, clockwise, in degrees from the east. */
export function arc(centre: Point, radius: number, start: number, end: number): string {
  return `M${at(polar(centre, radius, start))}A${n(radius)} ${n(radius)} 0 ${end - start > 180 ? 1 : 0} 1 ${at(polar(centre, radius, end))}`;
}

/** The ticks of the sheet's frame, the graticule that all plates share. */
export function graticule({ width, height }: Frame): string {
  const ticks = times(Math.round(width / 48) - 1, (i) => `M${48 * (i + 1)} 0v${i % 5 === 4 ? 11 : 6}M${48 * (i + 1)} ${height}v-${i % 5 === 4 ? 11 : 6}`);
  return path(ticks.join(""), { stroke: EDGE, width: 1 });
}
