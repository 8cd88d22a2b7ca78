import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Calculator } from "../generated/calculators";
import { written } from "./number";
import {
  allInputs,
  codecOf,
  type Figures,
  figuresOf,
  problemOf,
  type Sum,
  sentenceOf,
  solve,
  told,
} from "./sum";

type Entry = Sum & Pick<Calculator, "gives">;

const folder = join(import.meta.dirname, "../../content/calculators");
const entries: Entry[] = readdirSync(folder)
  .filter((name) => !name.startsWith("_"))
  .map((name) => ({ ...parse(readFileSync(join(folder, name), "utf8")), slug: basename(name, ".yaml") }));

/** A number to as many decimals as the text gives it. */
const asGiven = (value: number, wanted: number) => written(value, String(wanted).split(".")[1]?.length ?? 0);

function expectFigures(sum: Sum, figures: Figures, gives: Figures | undefined) {
  const of = solve(sum, figures);
  const found = Object.entries(gives ?? {}).map(([cell, wanted]) => [cell, asGiven(of(cell), wanted)]);
  expect(found).toEqual(Object.entries(gives ?? {}).map(([cell, wanted]) => [cell, written(wanted, 3)]));
}

describe.each(entries.map((sum) => [sum.slug, sum] as const))("the calculator %s", (_, sum) => {
  test("gives what the text says", () => {
    expect(Object.keys(sum.gives ?? {}).length).toBeGreaterThan(0);
    expectFigures(sum, figuresOf(sum), sum.gives);
  });

  test("gives what the text says of its other figures", () => {
    for (const { label, set, gives } of sum.scenarios ?? []) {
      const known = figuresOf(sum);
      expect(
        Object.keys(set).filter((cell) => !(cell in known)),
        label,
      ).toEqual([]);
      expectFigures(sum, { ...known, ...set }, gives);
    }
  });

  test("has its figures within its bounds, and a value for every column", () => {
    for (const input of allInputs(sum))
      expect(problemOf(input, String(input.figure)), input.cell).toBeUndefined();
    for (const { name, values } of sum.rows)
      expect(values?.length ?? sum.columns.length, name).toBe(sum.columns.length);
    for (const { name, value, values, formula } of sum.rows) {
      expect(
        [value, values, formula].filter((one) => one !== undefined),
        name,
      ).toHaveLength(1);
    }
  });

  test("says every one of its sentences without a gap", () => {
    const of = solve(sum, figuresOf(sum));
    for (const { when, text } of sum.says) {
      if (when) sentenceOf({ ...sum, says: [{ when, text: "" }] }, of);
      expect(sentenceOf({ ...sum, says: [{ text }] }, of)).not.toMatch(/[{}]/);
    }
    expect(sum.says.at(-1)?.when).toBeUndefined();
  });

  test("stands in the address as long as it differs, and is read back", () => {
    const codec = codecOf(sum);
    const [input] = allInputs(sum);
    if (!input) throw new Error("nothing is asked");
    const changed = { ...figuresOf(sum), [input.cell]: input.max };
    const query = new URLSearchParams(Object.entries(codec.format(changed)).filter(([, value]) => value));
    expect([...query.keys()]).toEqual([`${sum.slug}.${input.cell}`]);
    expect(codec.parse(query)).toEqual(changed);
    for (const bad of ["", "abc", "<b>", "1e99", "NaN", "-1e9", String(input.max + 1), "__proto__"]) {
      expect(codec.parse(new URLSearchParams({ [`${sum.slug}.${input.cell}`]: bad }))).toEqual(
        figuresOf(sum),
      );
    }
  });
});

const small: Sum = {
  slug: "s",
  title: "Trois fois rien",
  columns: [
    { name: "a", label: "A" },
    { name: "b", label: "B" },
  ],
  rows: [
    { name: "n", label: "Nombre", unit: "€", values: [1, 2] },
    { name: "double", label: "Double", unit: "€", formula: "n * 2" },
    { name: "tout", label: "Tout", unit: "€", once: true, formula: "double.a + double.b" },
  ],
  says: [{ text: "Tout : {tout}." }],
};

test("an author's mistakes are named", () => {
  const withRow = (formula: string): Sum => ({
    ...small,
    rows: [{ name: "x", label: "X", once: true, formula }, ...small.rows],
  });
  const value = (formula: string) => () => solve(withRow(formula), figuresOf(small))("x");
  expect(value("missing + 1")).toThrow("calculator `s`: no row is named `missing`");
  expect(value("n + 1")).toThrow("calculator `s`: there is no figure `n`");
  expect(value("n.c + 1")).toThrow("calculator `s`: there is no figure `n.c`");
  expect(value("x + 1")).toThrow("calculator `s`: `x` follows from itself");
});

test("a mail is told the result, what was changed and where it stands", () => {
  expect(told(small, { "n.a": 1, "n.b": 5 }, "https://x.re/a?s.n.b=5")).toBe(
    "Trois fois rien\nTout : 12\u00a0€.\nNombre, B\u00a0: 5\u00a0€\nhttps://x.re/a?s.n.b=5",
  );
});
