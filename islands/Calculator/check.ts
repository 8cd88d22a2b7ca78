import { list, meant, namesOf, ofCircles, ofFormula, ofNames, rowOf } from "./names";
import {
  allInputs,
  type Column,
  cellOf,
  type Figures,
  figuresOf,
  type Input,
  inputsOf,
  isShared,
  MOST,
  NO_RESULT,
  PLACE,
  type Row,
  START,
  type Sum,
  sentenceOf,
  solve,
  TYPED_DECIMALS,
} from "./sum";

/** A calculator as its entry says it, with what its text says that its figures give. */
export type Entry = Sum & { gives?: Figures };
type Mistakes = (string | false | undefined)[];

/** What a row says of its formula's result, and of what may be typed in it. */
const OF_RESULTS = ["decimals", "once", "under", "total"] as const;
const OF_FIGURES = ["min", "max", "whole"] as const;
/** Columns that a phone shows beside each other. */
const MOST_COLUMNS = 4;

/**
 * Throws all that is wrong with a calculator's entry, for whoever edits it. Only the build loads this, when it renders
 * a page: in browsers unchecked.ts stands in its place.
 */
export function check(sum: Entry): void {
  const found = mistakesOf(sum);
  if (found.length === 0) return;
  const lines = found.length > 1 ? found.map((mistake) => `\n- ${mistake}`) : [` ${found[0]}`];
  const error = new Error(`content/calculators/${sum.slug}.yaml:${lines.join("")}`);
  // What is to be mended stands in that file, not here.
  error.stack = "";
  throw error;
}

/** All that is wrong, in the order of the file. */
export function mistakesOf(sum: Entry): string[] {
  const whole = { ...sum, rows: sum.rows.map((row) => withAllCells(sum, row)) as Sum["rows"] };
  const found = [
    ...sum.columns.flatMap((column, index) => at(`column \`${column.name}\``, ofColumn(sum, column, index))),
    ...sum.rows.flatMap((row, index) => at(`row \`${row.name}\``, ofRow(sum, row, index))),
    ...sum.rows.flatMap((row) => at(`row \`${row.name}\``, ofFormula(whole, row.formula, row))),
    ...sum.says.flatMap((said, index) => at(`says, sentence ${index + 1}`, ofSaid(whole, said, index))),
    ...at("gives", ofNames(whole, Object.keys(sum.gives ?? {}))),
    ...scenariosOf(sum).flatMap(({ label }, index) => at(`scenario \`${label}\``, ofScenario(whole, index))),
    ...ofCircles(sum),
  ];
  return found.length > 0 ? found : ofResults(sum);
}

/** A row with a figure in every column, and only there, so that each mistake in it is told once. */
function withAllCells({ columns }: Sum, row: Row): Row {
  if (!row.values) return row;
  const { values, value, ...others } = row;
  return { ...others, values: columns.map((_, index) => values[index] ?? values[0] ?? 0) };
}

const at = (place: string, mistakes: Mistakes) =>
  mistakes.filter((mistake) => typeof mistake === "string").map((mistake) => `${place}: ${mistake}`);

const scenariosOf = (sum: Sum) => sum.scenarios ?? [];

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? "" : "s"}`;

/** The mistake of whatever has a name that one before it has. */
const twice = (all: readonly { name: string }[], index: number, what: string) =>
  all.findIndex(({ name }) => name === all[index]?.name) < index && `another ${what} has this name: give each its own`;

function ofColumn({ columns, rows }: Sum, column: Column, index: number): Mistakes {
  const { unit, min, max } = column;
  const isIdle = !rows.some(({ values }) => values) && (unit ?? min ?? max) !== undefined;
  const isWithoutResults = columns.every(({ given }) => given) && rows.some(({ formula, once }) => formula && !once);
  return [
    twice(columns, index, "column"),
    index >= MOST_COLUMNS && `a phone shows ${MOST_COLUMNS} columns beside each other: leave out this one`,
    crossed(column),
    isIdle && "its `unit`, `min` and `max` are for rows with `values`, and there is none: give them to rows",
    index === 0 && isWithoutResults && "every column is `given`, so that none shows results: take it from one",
  ];
}

function crossed({ min = 0, max = MOST }: { min?: number | undefined; max?: number | undefined }) {
  if (min <= max) return undefined;
  return `\`min\` ${min} is above \`max\` ${max}: correct one of them (unless given, they are 0 and ${MOST})`;
}

function ofRow(sum: Sum, row: Row, index: number): Mistakes {
  return [twice(sum.rows, index, "row"), ...ofKind(row), ofUnder(sum, row), ...ofFigures(sum, row), ofUse(sum, row)];
}

function ofKind(row: Row): Mistakes {
  const kinds = (["values", "value", "formula"] as const).filter((kind) => row[kind] !== undefined);
  const isComputed = row.formula !== undefined;
  const idle = (isComputed ? OF_FIGURES : OF_RESULTS).filter((key) => row[key] || row[key] === 0);
  return [
    kinds.length === 0 && "it has no figures: give it `values` (one a column), one `value` or a `formula`",
    kinds.length > 1 && `it has ${list(kinds)}: keep one of them`,
    idle.length > 0 && `${list(idle)} ${isComputed ? "beside" : "without"} \`formula\` has no effect: remove it`,
  ];
}

function ofUnder({ columns }: Sum, { under, once, formula }: Row) {
  if (under === undefined) return undefined;
  const names = columns.map(({ name }) => name);
  if (!names.includes(under)) return `\`under\` names no column: \`${under}\`; ${meant(under, names)}`;
  return formula !== undefined && !once && "`under` has no effect without `once`: add `once: true` or remove it";
}

/** What is wrong with a row's own figures, each of which a visitor must be able to type again. */
function ofFigures(sum: Sum, row: Row): Mistakes {
  const { columns } = sum;
  const { values } = row;
  if (values && values.length !== columns.length) {
    const each = list(columns.map(({ name }) => name));
    const counts = `${counted(values.length, "value")} for ${counted(columns.length, "column")}`;
    return [`it has ${counts}: give one for each of ${each}, with a point before decimals`];
  }
  const mistakes = inputsOf(sum, row).map((input, index) =>
    values && crossed(columns[index] ?? {}) ? undefined : (crossed(input) ?? outside(input, input.figure)),
  );
  return [...new Set(mistakes)];
}

function outside({ min, max, whole }: Input, figure: number): string | undefined {
  if (figure < min || figure > max)
    return `${figure} is not within ${min} and ${max}: correct it, or \`min\` and \`max\``;
  if (whole && figure % 1) return `${figure} is not whole: correct it, or remove \`whole\``;
  if (Number(figure.toFixed(TYPED_DECIMALS)) === figure) return undefined;
  return `${figure} has more than ${TYPED_DECIMALS} decimals, which a field does not show: round it`;
}

/** A field from which nothing follows would let visitors type in vain. */
function ofUse({ rows, says }: Sum, { name, formula }: Row) {
  const formulas = [...rows.map((row) => row.formula), ...says.map(({ when }) => when)];
  const cells = [...formulas.flatMap(namesOf), ...says.flatMap(({ text }) => placesIn(text))];
  const isIdle = formula === undefined && !cells.some((cell) => rowOf(cell) === name);
  return isIdle && "nothing follows from it: name it in a `formula` or in `says`, or remove it";
}

const placesIn = (text: string) => [...text.matchAll(PLACE)].map(([, cell = ""]) => cell);

function ofSaid(sum: Sum, { when, text }: Sum["says"][number], index: number): Mistakes {
  const isLast = index === sum.says.length - 1;
  const loose = /\{[^{}]*\}?|\}/.exec(text.replace(PLACE, ""))?.[0];
  return [
    when === undefined && !isLast && "it has no `when`, so that none below it is ever said: put it last",
    when !== undefined && isLast && "nothing is said where its `when` does not hold: add a last one without `when`",
    loose !== undefined && `\`${loose}\` is no result: write \`{total}\`, or \`{total.senior}\` for one column`,
    ...ofNames(sum, placesIn(text)),
    ...ofFormula(sum, when),
  ];
}

function ofScenario(sum: Sum, index: number): Mistakes {
  const [own, ...before] = scenariosOf(sum).slice(0, index + 1).reverse();
  if (!own) return [];
  const choices = [...before, { label: START, set: {} }];
  const figures = (set: Figures) => JSON.stringify({ ...figuresOf(sum), ...set });
  const same = choices.find(({ set }) => figures(set) === figures(own.set));
  return [
    choices.some(({ label }) => label === own.label) && "another choice has this label: give each its own",
    same && `it sets the same figures as \`${same.label}\`: change one of them, or remove it`,
    ...Object.entries(own.set).map(([cell, figure]) => ofSet(sum, cell, figure)),
    ...ofNames(sum, Object.keys(own.gives ?? {})),
  ];
}

function ofSet(sum: Sum, cell: string, figure: number): string | undefined {
  const inputs = allInputs(sum);
  const input = inputs.find((one) => one.cell === cell);
  if (input) {
    const mistake = input.min <= input.max ? outside(input, figure) : undefined;
    return mistake && `\`${cell}\`: ${mistake}`;
  }
  const row = sum.rows.find(({ name }) => name === rowOf(cell));
  if (row?.formula !== undefined) return `\`set\` cannot change \`${cell}\`, which follows from a formula`;
  const asked = row ? inputsOf(sum, row) : inputs;
  // A row without figures is told itself.
  if (asked.length === 0) return undefined;
  return `\`set\` names nothing that is asked: \`${cell}\`; ${meant(cell, asked.map((one) => one.cell))}`;
}

/** What is no number: a result of the text's own figures, or what a scenario's sentence says. */
function ofResults(sum: Sum): string[] {
  const of = solve(sum, figuresOf(sum));
  const cells = (row: Row) =>
    sum.columns.filter(({ given }) => isShared(sum, row) || !given).map((column) => cellOf(sum, row, column));
  const broken = sum.rows.filter((row) => row.formula && !cells(row).every((cell) => Number.isFinite(of(cell))));
  const names = broken.map(({ name }) => name);
  // The others follow from these.
  const first = broken.filter(({ formula }) => !namesOf(formula).some((cell) => names.includes(rowOf(cell))));
  if (first.length > 0) {
    const why = "divides by zero with the given figures: change them or the formula";
    return first.map(({ name, formula }) => `row \`${name}\`: \`${formula}\` ${why}`);
  }
  const why = "its sentence divides by zero: change `set`, or begin `says` with a sentence `when` it does";
  return scenariosOf(sum)
    .filter(({ set }) => sentenceOf(sum, solve(sum, { ...figuresOf(sum), ...set })) === NO_RESULT)
    .map(({ label }) => `scenario \`${label}\`: ${why}`);
}
