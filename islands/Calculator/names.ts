import { distance } from "../ui/typo";
import { compile } from "./formula";
import { isShared, type Row, type Sum } from "./sum";

// What is wrong with names in formulas and sentences. Only check.ts needs it, so no visitor loads it.

export const list = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");

export const rowOf = (cell: string) => cell.split(".")[0] ?? "";

/** The name that was meant, else all that there are. */
export function meant(name: string, names: readonly string[]): string {
  const near = names.map((one) => ({ one, slips: distance(name, one) })).sort((a, b) => a.slips - b.slips)[0];
  const isNear = near && near.slips <= Math.max(1, name.length / 3);
  return isNear ? `did you mean \`${near.one}\`?` : `known: ${list(names)}`;
}

/** The names in a formula; none in one that is absent or cannot be read. */
export function namesOf(formula: string | undefined): string[] {
  try {
    return formula === undefined ? [] : read(formula);
  } catch {
    return [];
  }
}

/** Throws what cannot be read. */
function read(formula: string): string[] {
  const names = new Set<string>();
  compile(formula)((name) => {
    names.add(name);
    return 1;
  });
  return [...names];
}

/** What is wrong with a formula. `row` is the one that it computes; absent where it stands at a sentence. */
export function ofFormula(sum: Sum, formula: string | undefined, row?: Row): (string | undefined)[] {
  if (formula === undefined) return [];
  try {
    return ofNames(sum, read(formula), row);
  } catch (error) {
    const isTwice = /[<>=][^<>=,]+[<>=]/.test(formula.replace(/[<>]=/g, "<"));
    const both = isTwice ? "; where two comparisons must hold, write `if(one, other, 0)`" : "";
    return [(error as Error).message + both];
  }
}

/** What is wrong with names of cells. In the formula of a row with a result a column, a name is that column's. */
export function ofNames(sum: Sum, names: readonly string[], from?: Row): (string | undefined)[] {
  const isEach = from !== undefined && !isShared(sum, from);
  return names.map((name) => {
    const [of = "", column] = name.split(".");
    const row = sum.rows.find((one) => one.name === of);
    if (!row) return `no row is named \`${of}\`; ${meant(of, rowsOf(sum))}`;
    const columns = sum.columns.map((one) => one.name);
    const filled = sum.columns.filter(({ given }) => !row.formula || !given).map((one) => one.name);
    if (column !== undefined && !columns.includes(column))
      return `\`${name}\` names no column; ${meant(column, columns)}`;
    if (isShared(sum, row)) return undefined;
    if (column === undefined && !isEach)
      return `\`${of}\` has a number in each column: name one, such as \`${of}.${filled[0]}\``;
    if (column !== undefined && !filled.includes(column))
      return `\`${name}\` has no result, because the column is \`given\``;
    return undefined;
  });
}

const rowsOf = (sum: Sum) => sum.rows.map(({ name }) => name);

/** A row that follows from itself, with those between. */
export function ofCircles({ rows }: Sum): string[] {
  const from = new Map(rows.map(({ name, formula }) => [name, namesOf(formula).map(rowOf)]));
  const done = new Set<string>();
  const follow = (name: string, path: string[]): string[] | undefined => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name];
    if (done.has(name)) return undefined;
    done.add(name);
    for (const other of from.get(name) ?? []) {
      const circle = follow(other, [...path, name]);
      if (circle) return circle;
    }
    return undefined;
  };
  return rows.flatMap(({ name }) => {
    const circle = follow(name, []);
    if (!circle) return [];
    const way = circle.map((one) => `\`${one}\``).join(" from ");
    const where = circle.length > 2 ? "one of these formulas" : "its formula";
    return [`row \`${circle[0]}\`: it follows from itself, ${way}: take a name out of ${where}`];
  });
}
