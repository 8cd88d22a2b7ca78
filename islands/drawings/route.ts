import { curve, n, type Point, times } from "./plate/grammar";

interface Input {
  /** What most projects of a kind take, from and to: thousands of euros, and weeks. */
  usual: { label: string; budget: [number, number]; weeks: [number, number] };
}

const [LEFT, BASE, RIGHT, TOP] = [72, 160, 436, 12];
const MONTH = 46;
const WEEKS_A_MONTH = 52 / 12;
const BUDGETS = [10, 30, 100];
const MONTHS = [1, 3, 6];
/** The way from the first question to the last, in thousandths of its length and of its climb. */
const STOPS: Point[] = [[0, 0], [180, 50], [370, 140], [560, 260], [800, 740], [1000, 1000]];

/** A decade of budget is as high as the next, since each answer is about three times the one before. */
const height = (thousands: number) => BASE - 25 - 68 * Math.log10(thousands / 10);
const place = (months: number) => LEFT + MONTH * months;

/**
 * The route of a quote: its length is the delay, its climb the budget; the style sheet sets both, and the legs that are
 * drawn, from what is answered. The band is what such projects usually take.
 */
export default function route({ usual }: Input): string {
  const [low, high] = usual.budget;
  const [short, long] = usual.weeks.map((weeks) => place(weeks / WEEKS_A_MONTH)) as [number, number];
  const label = (x: number, y: number, words: string) => `<text x="${Math.round(x)}" y="${Math.round(y)}">${words}</text>`;
  // The curve runs through all stops; a leg is the piece between two.
  const pieces = curve(STOPS).replace(/[\d.]+/g, (value) => String(Math.round(Number(value)))).slice(1).split("C");
  const leg = (i: number) => `M${i ? pieces[i]?.split(" ").slice(-2).join(" ") : pieces[0]}C${pieces[i + 1]}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-18 0 480 190" fill="none" aria-hidden="true">${[
    `<rect class="way-usual" x="${n(short)}" y="${n(height(high))}" width="${n(long - short)}" height="${n(height(low) - height(high))}"/>`,
    label(long + 6, height(high) + 12, usual.label),
    `<g text-anchor="middle">${MONTHS.map((one) => label(place(one), BASE + 19, `${one} mois`)).join("")}</g>`,
    `<g text-anchor="end">${BUDGETS.map((one) => label(LEFT - 6, height(one) + 4, `${one} k€`)).join("")}</g>`,
    `<g class="way-legs" id="way">${[
      `<path d="${times(STOPS.length - 1, leg).join("").replace(/(?!^)M[^C]*/g, "")}V0Z"/>`,
      ...times(STOPS.length - 1, (i) => `<path d="${leg(i)}"/>`),
      ...STOPS.slice(1).map(([x, y]) => `<path d="M${x} ${y}h0"/>`),
    ].join("")}</g>`,
    // Its ticks show on what is filled.
    `<path class="way-axes" d="M${LEFT} ${TOP}V${BASE}H${RIGHT}${MONTHS.map((one) => `M${place(one)} ${BASE}v-6`).join("")}${BUDGETS.map((one) => `M${LEFT} ${n(height(one))}h6`).join("")}"/>`,
  ].join("")}</svg>`;
}
