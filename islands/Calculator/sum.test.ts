import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Calculator } from "../generated/calculators";
import { check } from "./check";
import { written } from "./number";
import {
  allInputs,
  codecOf,
  type Figures,
  figuresOf,
  NO_RESULT,
  read,
  type Sum,
  sentenceOf,
  shown,
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
    for (const { set, gives } of sum.scenarios ?? []) {
      expectFigures(sum, { ...figuresOf(sum), ...set }, gives);
    }
  });

  test("has no mistake", () => {
    expect(() => check(sum)).not.toThrow();
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

/** One of the site's own, with some figures changed: what it says, and its cells. */
function worked(slug: string, figures: Figures) {
  const sum = entries.find((one) => one.slug === slug);
  if (!sum) throw new Error(`there is no ${slug}`);
  const of = solve(sum, { ...figuresOf(sum), ...figures });
  return { of, says: sentenceOf(sum, of), cell: (name: string) => shown(sum, name, of(name)) };
}

test("what remains is what the page shows of the total, less what it shows of the aid", () => {
  const { cell } = worked("aide", { vitrine: 100_000, boutique: 4.61, salaries: 12 });
  expect([cell("total"), cell("aide"), cell("reste")]).toEqual(["100\u202f004,61\u00a0€", "1\u202f202,31\u00a0€", "98\u202f802,30\u00a0€"]);
});

test("totals that the page shows alike are said to be the same", () => {
  const { cell, says } = worked("cout", {
    ...Object.fromEntries(["mois", "corrections", "evolutions", "presence", "audit"].flatMap((row) => [[`${row}.senior`, 3], [`${row}.juniors`, 3]])),
    "personnes.juniors": 1,
    "tarif.senior": 700,
    "tarif.juniors": 700.001,
  });
  expect(cell("total.senior")).toBe(cell("total.juniors"));
  expect(says).toMatch(/les deux reviennent au même prix/);
});

test("marks that the page shows alike are a draw", () => {
  const columns = ["react", "vue", "angular"].map((name) => [`stabilite.${name}`, 8]);
  const alike = Object.fromEntries(["bibliotheques", "prise", "performances", "tenue"].flatMap((row) => ["react", "vue", "angular"].map((name) => [`${row}.${name}`, 8])));
  const { says } = worked("choix", { ...alike, ...Object.fromEntries(columns), "stabilite.vue": 8.01 });
  expect(says).toMatch(/à égalité/);
});

test("a plan that binary puts a hair below a whole number reaches it", () => {
  expect(worked("plafond", { "entrees.present": 7, "sorties.present": 7 }).cell("plafond.present")).toBe("100\u00a0clients");
});

test("people are counted whole", () => {
  for (const [slug, cell] of [["aide", "salaries"], ["cout", "personnes.juniors"], ["retour", "personnes"]]) {
    const input = entries.filter((one) => one.slug === slug).flatMap(allInputs).find((one) => one.cell === cell);
    if (!input) throw new Error(`${slug} does not ask ${cell}`);
    expect(read(input, "2")).toBe(2);
    expect(read(input, "2,5")).toBe("Un nombre entier");
    expect(read(input, "")).toBe("Un nombre entier");
  }
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

test.each([
  ["2,5", 2.5],
  ["2.5", 2.5],
  ["2.125", 2.125],
  ["2 500,50 €", 2500.5],
  ["1.000.000", 1_000_000],
  ["−1", 1],
  ["12abc", 1],
  ["0x10", 1],
  ["1e3", 1],
  ["1.2.3", 1],
])("%s in the address is read as in its field, and whole or not at all: %d", (text, figure) => {
  expect(codecOf(small).parse(new URLSearchParams({ "s.n.a": text }))).toEqual({ "n.a": figure, "n.b": 2 });
});

test("what the address says of a figure is read back to its last decimal", () => {
  for (const figure of [0.001, 1.125, 2500.5, 12_345.678]) {
    const codec = codecOf(small);
    const query = new URLSearchParams(codec.format({ "n.a": figure, "n.b": 2 }));
    expect(codec.parse(query)["n.a"]).toBe(figure);
  }
});

test("what a visitor's zero leaves without a number is not said", () => {
  const sum: Sum = {
    ...small,
    rows: [...small.rows, { name: "part", label: "Part", unit: "%", once: true, formula: "n.a / n.b * 100" }],
    says: [{ when: "part > 50", text: "Plus de la moitié." }, { text: "Moins de la moitié." }],
  };
  const sentence = (figures: Figures, says = sum.says) => sentenceOf({ ...sum, says }, solve(sum, figures));
  expect(sentence({ "n.a": 1, "n.b": 2 })).toBe("Moins de la moitié.");
  expect(sentence({ "n.a": 1, "n.b": 0 })).toBe(NO_RESULT);
  expect(sentence({ "n.a": 0, "n.b": 0 })).toBe(NO_RESULT);
  expect(sentence({ "n.a": 1, "n.b": 0 }, [{ text: "Une part de {part}." }])).toBe(NO_RESULT);
  const guarded: Sum["says"] = [{ when: "n.b = 0", text: "Indiquez B." }, ...sum.says];
  expect(sentence({ "n.a": 1, "n.b": 0 }, guarded)).toBe("Indiquez B.");
});

test("a mail is told the result, what was changed and where it stands", () => {
  expect(told(small, { "n.a": 1, "n.b": 5 }, "https://x.re/a?s.n.b=5")).toBe(
    "Trois fois rien\nTout : 12\u00a0€.\nNombre, B\u00a0: 5\u00a0€\nhttps://x.re/a?s.n.b=5",
  );
});
