import type { Chart } from "../../generated/defs";
import { outOf, values } from "./axes";
import { placesOf } from "./places";

type Row = Chart["rows"][number];
type Side = NonNullable<Row["side"]>;

/** How many rows a side may have at least and at most, by kind: what is more would have no place in the drawing. */
const SIDES: Partial<Record<Chart["kind"], Record<Side, [least: number, most: number]>>> = {
  flow: { in: [1, 6], core: [1, 1], out: [1, 6] },
  devices: { in: [0, 2], core: [1, 1], out: [1, 4] },
  trace: { in: [1, 4], core: [1, 1], out: [1, 4] },
};

/** Throws what no schema can say of a chart and no drawing could show: how its rows go together. */
export function check(chart: Chart): void {
  const { kind, title, unit } = chart;
  const told = [...sides(chart), ...chart.rows.flatMap((row) => [...inOrder(row, kind), ...digits(row)]), ...marks(chart), ...age(chart), ...places(chart), ...apart(chart)];
  if (told.length) throw new Error(`chart "${title}" (${kind}${unit && `, ${unit}`}): ${told.join("; ")}`);
}

/** From-to, steps and years go up. */
function inOrder(row: Row, kind: Chart["kind"]): string[] {
  const [first = 0, last = first] = values(row);
  const isRange = ["ranges", "timeline", "handover", "core"].includes(kind);
  if (isRange && last < first) return [`the row "${row.label}" goes from ${first} down to ${last}: write the smaller value first`];
  if (kind === "ranges" && values(row).length === 2 && first === last) return [`the row "${row.label}" goes from ${first} to ${last}, which is no range: say it in bars, or leave out the end of what goes on`];
  return [];
}

/** Of more digits a label and its table would tell apart what is the same. */
function digits(row: Row): string[] {
  const long = values(row).find((value) => Number(value.toFixed(6)) !== value);
  return long === undefined ? [] : [`the row "${row.label}" has ${long}, with more than six decimals: round it, or choose a smaller unit`];
}

/** A core as tall as several screens is a year mistyped. */
function age({ kind, rows }: Chart): string[] {
  if (kind !== "core") return [];
  const years = rows.flatMap(values);
  const [first, last] = [Math.min(...years), Math.max(...years)];
  return last - first < 60 ? [] : [`the core goes from ${first} to ${last}, of which the drawing holds 60 years: correct the years, or leave out the oldest rows`];
}

function sides({ kind, rows }: Chart): string[] {
  return Object.entries(SIDES[kind] ?? {}).flatMap(([side, [least, most]]) => {
    const those = rows.filter((row) => row.side === side);
    if (those.length < least) return [`no row has \`side: ${side}\`: give it to one`];
    const over = those[most];
    return over ? [`the row "${over.label}" is number ${most + 1} with \`side: ${side}\`, of which the drawing has ${most}: remove it, or change its side`] : [];
  });
}

/** A mark goes to the end of its scale. */
function marks({ rows, unit }: Chart): string[] {
  const end = outOf(unit);
  const over = end ? rows.find((row) => values(row).some((value) => value > end)) : undefined;
  return over ? [`the row "${over.label}" has more than ${end}, which its unit \`${unit}\` ends with: correct the value or the unit`] : [];
}

/** Columns of a slope that are numbers go up. */
function places({ kind, columns = [] }: Chart): string[] {
  const found = kind === "slope" ? placesOf(columns) : [];
  const i = found.findIndex((place, j) => j > 0 && place <= (found[j - 1] ?? 0));
  return i < 0 ? [] : [`the column "${columns[i]}" does not come after "${columns[i - 1]}": write the columns in order, each once`];
}

/** What has one place in a drawing is said once. */
function apart({ kind, rows }: Chart): string[] {
  const services = kind === "devices" ? rows.filter((row) => row.side === "in") : [];
  const again = [true, false].map((isPrivate) => services.filter((row) => Boolean(row.private) === isPrivate)[1]).find(Boolean);
  if (again) return [`the row "${again.label}" is the second with \`side: in\` that is ${again.private ? "private" : "not private"}: devices keep one private thing and talk to one that is not`];
  const decisive = rows.filter((row) => row.decisive).length;
  if (kind === "handover" && decisive !== 1) return [`${decisive || "no"} rows are \`decisive\`: exactly one is, in which one takes over from the other`];
  if (kind === "handover" && !(values(rows.find((row) => row.decisive) as Row).at(-1) ?? 0)) return ["the decisive row lasts 0: give it a length"];
  const after = kind === "access" ? rows.filter((row) => !row.values?.length) : [];
  if (after[1]) return [`the row "${after[1].label}" is the second without \`values\`, of which the drawing has one: give it a value for each column`];
  if (kind === "access" && after.length === rows.length) return ["no row has `values`: give each who looks a 1 or a 0 for each column"];
  if (after[0] && !rows.some((row) => row.decisive && row.values?.length)) return [`the row "${after[0].label}" has no \`values\` and stands below the decisive row, which is missing: set \`decisive: true\` on one that has them`];
  return [];
}
