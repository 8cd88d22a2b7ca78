import type { Calculator } from "../generated/calculators";
import { type Codec, withQuery } from "../ui/address";
import { compile } from "./formula";
import { rounded, typed, written } from "./number";

/** A calculator as its entry says it. */
export type Sum = Pick<Calculator, "title" | "lead" | "note" | "columns" | "rows" | "says" | "scenarios"> & {
  /** What the calculator's parameters in the address begin with. */
  slug: string;
};
export type Row = Sum["rows"][number];
export type Column = Sum["columns"][number];

/** Numbers by cell: `days`, or `days.senior` where each column has its own. */
export type Figures = Record<string, number>;

/** A cell that the visitor fills in. */
export interface Input {
  cell: string;
  unit: string | undefined;
  min: number;
  max: number;
  /** It counts what is not divided, such as people. */
  whole: boolean | undefined;
  /** What the text says. */
  figure: number;
}

/** The most that may be typed where nothing else is said. */
export const MOST = 1_000_000;
/** Decimals that a typed number keeps when it is written again. */
export const TYPED_DECIMALS = 3;
/** What the choice of the text's own figures is called, beside the scenarios. */
export const START = "Chiffres de départ";

/** Whether a row has one cell for all columns. */
export function isShared(sum: Sum, row: Row): boolean {
  return row.value !== undefined || row.once === true || sum.columns.length === 1;
}

export function cellOf(sum: Sum, row: Row, column: Column | undefined): string {
  return isShared(sum, row) || !column ? row.name : `${row.name}.${column.name}`;
}

/** The cells that a row asks for, in the order of columns. */
export function inputsOf(sum: Sum, row: Row): Input[] {
  const figures = row.values ?? (row.value === undefined ? [] : [row.value]);
  return figures.map((figure, index) => {
    const column = sum.columns[index];
    const { unit, min = 0, max = MOST } = { ...(row.values ? column : {}), ...row };
    return { cell: cellOf(sum, row, column), unit, min, max, whole: row.whole, figure };
  });
}

export function allInputs(sum: Sum): Input[] {
  return sum.rows.flatMap((row) => inputsOf(sum, row));
}

/** The text's own figures. */
export function figuresOf(sum: Sum): Figures {
  return Object.fromEntries(allInputs(sum).map(({ cell, figure }) => [cell, figure]));
}

/**
 * Every cell's number, asked and computed, of a calculator that check.ts finds nothing wrong with. A result is what the page
 * shows of it, so that what follows from it, and the sentence, agree with what a visitor adds up.
 */
export function solve(sum: Sum, figures: Figures): (cell: string) => number {
  const known = new Map(Object.entries(figures));
  // In the formula of a row with a result a column, a name is that column's.
  const value = (named: string, column?: string): number => {
    const [name = "", at = column] = named.split(".");
    const row = sum.rows.find((one) => one.name === name);
    const own = row && isShared(sum, row) ? undefined : at;
    const cell = own ? `${name}.${own}` : name;
    const formula = row?.formula;
    const result =
      known.get(cell) ??
      rounded(formula ? compile(formula)((other) => value(other, own)) : Number.NaN, row?.decimals);
    known.set(cell, result);
    return result;
  };
  return (cell) => value(cell);
}

/** A cell's number as the page shows it. */
export function shown(sum: Sum, cell: string, value: number): string {
  const [name, at] = cell.split(".");
  const row = sum.rows.find((one) => one.name === name);
  const column = at ? sum.columns.find((one) => one.name === at) : undefined;
  const unit = row?.unit ?? (row?.values ? column?.unit : undefined);
  return written(value, row?.formula ? (row.decimals ?? 0) : TYPED_DECIMALS, unit);
}

/** How a sentence names a result: `{total}`, or `{total.senior}` for one column. */
export const PLACE = /\{([a-z]\w*(?:\.[a-z]\w*)?)\}/g;

/** Said in place of a sentence that would hold only by a result that is no number. */
export const NO_RESULT = "Ces chiffres ne donnent aucun résultat, car le calcul divise par zéro. Modifiez l’un d’eux.";

/** The result in a sentence. */
export function sentenceOf(sum: Sum, of: (cell: string) => number): string {
  let isKnown = true;
  const read = (cell: string) => {
    const value = of(cell);
    isKnown &&= Number.isFinite(value);
    return value;
  };
  const said = sum.says.find(({ when }) => !when || compile(when)(read));
  const text = (said?.text ?? "").replace(PLACE, (_, cell: string) =>
    shown(sum, cell, read(cell)),
  );
  return isKnown ? text : NO_RESULT;
}

/** What stands in a cell: a number within the bounds, or what is wrong with it. */
export function read({ unit, min, max, whole }: Input, text: string): number | string {
  const number = typed(text, unit);
  if (number === undefined || (whole && number % 1)) return `Un nombre${whole ? " entier" : ", par exemple 2\u202f500,50"}`;
  if (number >= min && number <= max) return number;
  return `Entre ${written(min, TYPED_DECIMALS)} et ${written(max, TYPED_DECIMALS)}`;
}

/** The figures in the address: those that differ from the text's. Whatever is none, or out of bounds, is not read. */
export function codecOf(sum: Sum): Codec<Figures> {
  const inputs = allInputs(sum).map((input) => ({ ...input, parameter: `${sum.slug}.${input.cell}` }));
  return {
    parse: (query) =>
      Object.fromEntries(
        inputs.map((input) => {
          // A point that `format` writes stands before decimals, where a hand may write one between thousands.
          const text = query.get(input.parameter)?.replace(/^(-?\d+)\.(\d+)$/, "$1,$2") ?? "";
          const number = read(input, text);
          return [input.cell, typeof number === "string" ? input.figure : number];
        }),
      ),
    format: (figures) =>
      Object.fromEntries(
        inputs.map(({ parameter, cell, figure }) => [parameter, figures[cell] === figure ? "" : String(figures[cell])]),
      ),
  };
}

/** The id of a calculator on its page. */
export function idOf({ slug }: Sum): string {
  return `calcul-${slug}`;
}

/** The address that shows these figures on the page at `href`: nothing else of it, such as where the visitor came from, goes along. */
export function linkTo(sum: Sum, figures: Figures, href: string): string {
  const { origin, pathname } = new URL(href);
  return withQuery(`${origin}${pathname}#${idOf(sum)}`, codecOf(sum).format(figures));
}

/** The sum as a few lines of text, for a mail: what it is, its result, the figures that are the visitor's, where it stands. No line is empty. */
export function told(sum: Sum, figures: Figures, address: string): string {
  const of = solve(sum, figures);
  const line = (cell: string) => {
    const [name, at] = cell.split(".");
    const row = sum.rows.find((one) => one.name === name);
    const column = sum.columns.find((one) => one.name === at);
    const label = [row?.label, column?.label].filter(Boolean).join(", ");
    return `${label}\u00a0: ${shown(sum, cell, of(cell))}`;
  };
  const own = allInputs(sum).filter(({ cell, figure }) => figures[cell] !== figure);
  return [sum.title, sentenceOf(sum, of), ...own.map(({ cell }) => line(cell)), address].join("\n");
}
