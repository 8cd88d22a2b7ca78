import { expect, test } from "vitest";
import { check, type Entry, mistakesOf } from "./check";
import { NO_RESULT, type Row, sentenceOf, solve } from "./sum";

const right: Entry = {
  slug: "prix",
  title: "Le prix",
  columns: [
    { name: "seul", label: "Seul" },
    { name: "trois", label: "À trois" },
  ],
  rows: [
    { name: "jours", label: "Durée", unit: "jours", values: [10, 20], min: 1, max: 100 },
    { name: "tarif", label: "Tarif", unit: "€", value: 500, max: 2000 },
    { name: "total", label: "Total", unit: "€", total: true, formula: "jours * tarif" },
    { name: "ecart", label: "Écart", unit: "€", once: true, formula: "total.trois - total.seul" },
  ],
  says: [
    { when: "ecart > 0", text: "Seul, c’est {total.seul}." },
    { text: "À trois, c’est {total.trois}." },
  ],
  scenarios: [{ label: "Au double", set: { tarif: 1000 } }],
  gives: { ecart: 5000 },
};
const [jours, tarif, total, ecart] = right.rows as Row[] as [Row, Row, Row, Row];
const rows = (...all: [Row, ...Row[]]) => ({ rows: all });
const scenario = (label: string, set: Record<string, number>) => ({ scenarios: [{ label, set }] });
const says = (...all: Entry["says"]) => ({ says: all });
const given = (formula: string) => rows(jours, tarif, total, { ...ecart, formula });

test("nothing is wrong with a right entry", () => {
  expect(mistakesOf(right)).toEqual([]);
});

test.each<[string, Partial<Entry>, string]>([
  ["a name is misspelt", given("totl.trois"), "row `ecart`: no row is named `totl`; did you mean `total`?"],
  [
    "a name is like none",
    given("salaire"),
    "row `ecart`: no row is named `salaire`; known: `jours`, `tarif`, `total`, `ecart`",
  ],
  [
    "a column is misspelt",
    given("total.troi"),
    "row `ecart`: `total.troi` names no column; did you mean `trois`?",
  ],
  [
    "a column is misspelt where there is one figure",
    given("total.trois - tarif.sel"),
    "row `ecart`: `tarif.sel` names no column; did you mean `seul`?",
  ],
  [
    "one result is to follow from a number a column",
    given("total * 2"),
    "row `ecart`: `total` has a number in each column: name one, such as `total.seul`",
  ],
  [
    "a formula cannot be read",
    given("total.trois ×"),
    "row `ecart`: formula `total.trois ×`: an operator is wanted, not ×",
  ],
  [
    "a comparison is compared",
    given("1 < total.trois < 3"),
    "row `ecart`: formula `1 < total.trois < 3`: an operator is wanted, not <; where two comparisons must hold, write `if(one, other, 0)`",
  ],
  [
    "a row follows from itself",
    rows(jours, tarif, { ...total, formula: "total + jours * tarif" }, ecart),
    "row `total`: it follows from itself, `total` from `total`: take a name out of its formula",
  ],
  [
    "rows follow from each other",
    rows(jours, tarif, { ...total, formula: "jours * tarif + ecart" }, ecart),
    "row `total`: it follows from itself, `total` from `ecart` from `total`: take a name out of one of these formulas",
  ],
  [
    "a value is missing",
    rows({ ...jours, values: [10] }, tarif, total, ecart),
    "row `jours`: it has 1 value for 2 columns: give one for each of `seul`, `trois`, with a point before decimals",
  ],
  [
    "a French comma makes two values of one",
    rows({ ...jours, values: [10, 7, 5] }, tarif, total, ecart),
    "row `jours`: it has 3 values for 2 columns: give one for each of `seul`, `trois`, with a point before decimals",
  ],
  [
    "a row has figures of two kinds",
    rows({ ...jours, value: 3 }, tarif, total, ecart),
    "row `jours`: it has `values`, `value`: keep one of them",
  ],
  [
    "a row has no figures",
    rows(jours, { name: "tarif", label: "Tarif" }, total, ecart),
    "row `tarif`: it has no figures: give it `values` (one a column), one `value` or a `formula`",
  ],
  [
    "two rows have one name",
    rows(jours, tarif, total, ecart, { ...ecart }),
    "row `ecart`: another row has this name: give each its own",
  ],
  [
    "bounds are crossed",
    rows({ ...jours, min: 200 }, tarif, total, ecart),
    "row `jours`: `min` 200 is above `max` 100: correct one of them (unless given, they are 0 and 1000000)",
  ],
  [
    "a figure lies above the most",
    rows({ ...jours, max: 15 }, tarif, total, ecart),
    "row `jours`: 20 is not within 1 and 15: correct it, or `min` and `max`",
  ],
  [
    "a figure lies below the least that nobody wrote",
    rows(jours, { ...tarif, value: -5 }, total, ecart),
    "row `tarif`: -5 is not within 0 and 2000: correct it, or `min` and `max`",
  ],
  [
    "a field would show another figure",
    rows(jours, { ...tarif, value: 1.23456 }, total, ecart),
    "row `tarif`: 1.23456 has more than 3 decimals, which a field does not show: round it",
  ],
  [
    "what is counted is not whole",
    rows(jours, { ...tarif, value: 2.5, whole: true }, total, ecart),
    "row `tarif`: 2.5 is not whole: correct it, or remove `whole`",
  ],
  [
    "a result is to be typed whole",
    rows(jours, tarif, { ...total, whole: true }, ecart),
    "row `total`: `whole` beside `formula` has no effect: remove it",
  ],
  [
    "a row says what only results have",
    rows(jours, { ...tarif, decimals: 0, once: true }, total, ecart),
    "row `tarif`: `decimals`, `once` without `formula` has no effect: remove it",
  ],
  [
    "a result has bounds",
    rows(jours, tarif, { ...total, max: 9 }, ecart),
    "row `total`: `max` beside `formula` has no effect: remove it",
  ],
  [
    "a result stands under no column",
    rows(jours, tarif, total, { ...ecart, under: "seule" }),
    "row `ecart`: `under` names no column: `seule`; did you mean `seul`?",
  ],
  [
    "a result a column stands under one",
    rows(jours, tarif, { ...total, under: "seul" }, ecart),
    "row `total`: `under` has no effect without `once`: add `once: true` or remove it",
  ],
  [
    "nothing follows from a field",
    rows(jours, tarif, { ...total, formula: "jours * 500" }, ecart),
    "row `tarif`: nothing follows from it: name it in a `formula` or in `says`, or remove it",
  ],
  [
    "two columns have one name",
    { columns: [...right.columns, { name: "seul", label: "Encore" }], ...rows({ ...jours, values: [1, 2, 3] }, tarif, total, ecart) },
    "column `seul`: another column has this name: give each its own",
  ],
  [
    "there are more columns than a phone shows",
    {
      columns: ["seul", "trois", "cinq", "six", "sept"].map((name) => ({ name, label: name })) as Entry["columns"],
      ...rows({ ...jours, values: [1, 2, 3, 4, 5] }, tarif, total, ecart),
    },
    "column `sept`: a phone shows 4 columns beside each other: leave out this one",
  ],
  [
    "a column's bounds are crossed",
    { columns: [{ name: "seul", label: "Seul", min: 5, max: 2 }, { name: "trois", label: "À trois" }], ...rows({ name: "jours", label: "Durée", values: [3, 20] }, tarif, total, ecart) },
    "column `seul`: `min` 5 is above `max` 2: correct one of them (unless given, they are 0 and 1000000)",
  ],
  [
    "a sentence names a row that is misspelt",
    says({ text: "C’est {totale.seul}." }),
    "says, sentence 1: no row is named `totale`; did you mean `total`?",
  ],
  [
    "a sentence names no column",
    says({ text: "C’est {total}." }),
    "says, sentence 1: `total` has a number in each column: name one, such as `total.seul`",
  ],
  [
    "braces hold no name",
    says({ text: "C’est { total.seul }." }),
    "says, sentence 1: `{ total.seul }` is no result: write `{total}`, or `{total.senior}` for one column",
  ],
  [
    "a sentence that is never reached names what is not there",
    says(...(right.says.slice(0, 1) as Entry["says"]), { when: "ecrat < 0", text: "Non." }, { text: "Pareil." }),
    "says, sentence 2: no row is named `ecrat`; did you mean `ecart`?",
  ],
  [
    "a sentence stands below the one that always holds",
    says({ text: "C’est {total.seul}." }, { text: "Ou {total.trois}." }),
    "says, sentence 1: it has no `when`, so that none below it is ever said: put it last",
  ],
  [
    "there may be nothing to say",
    says({ when: "ecart > 0", text: "C’est {total.seul}." }),
    "says, sentence 1: nothing is said where its `when` does not hold: add a last one without `when`",
  ],
  [
    "a scenario sets what is misspelt",
    scenario("Plus", { "jours.trios": 5 }),
    "scenario `Plus`: `set` names nothing that is asked: `jours.trios`; did you mean `jours.trois`?",
  ],
  [
    "a scenario sets a column of what is one for all",
    scenario("Plus", { "tarif.seul": 600 }),
    "scenario `Plus`: `set` names nothing that is asked: `tarif.seul`; known: `tarif`",
  ],
  [
    "a scenario sets a result",
    scenario("Plus", { "total.seul": 5 }),
    "scenario `Plus`: `set` cannot change `total.seul`, which follows from a formula",
  ],
  [
    "a scenario sets what cannot be typed",
    scenario("Plus", { tarif: 2001 }),
    "scenario `Plus`: `tarif`: 2001 is not within 0 and 2000: correct it, or `min` and `max`",
  ],
  [
    "a scenario changes nothing",
    scenario("Plus", { tarif: 500 }),
    "scenario `Plus`: it sets the same figures as `Chiffres de départ`: change one of them, or remove it",
  ],
  [
    "two scenarios have one label",
    { scenarios: [{ label: "Plus", set: { tarif: 1 } }, { label: "Plus", set: { tarif: 2 } }] },
    "scenario `Plus`: another choice has this label: give each its own",
  ],
  ["`gives` is misspelt", { gives: { ecar: 5000 } }, "gives: no row is named `ecar`; did you mean `ecart`?"],
  [
    "the given figures divide by zero, and others follow from that",
    rows(jours, tarif, { ...total, formula: "jours * tarif / 0" }, ecart),
    "row `total`: `jours * tarif / 0` divides by zero with the given figures: change them or the formula",
  ],
  [
    "a scenario divides by zero",
    { ...given("total.trois / tarif"), ...scenario("Gratuit", { tarif: 0 }) },
    "scenario `Gratuit`: its sentence divides by zero: change `set`, or begin `says` with a sentence `when` it does",
  ],
])("what is wrong is told once: %s", (_, wrong, mistake) => {
  expect(mistakesOf({ ...right, ...wrong })).toEqual([mistake]);
});

test("a scenario may have a sentence for where there is no result", () => {
  const free = { ...right, ...given("total.trois / tarif"), ...scenario("Gratuit", { tarif: 0 }) };
  const guarded = { ...free, says: [{ when: "tarif = 0", text: "C’est gratuit." }, ...free.says] as Entry["says"] };
  expect(mistakesOf(guarded)).toEqual([]);
  expect(sentenceOf(guarded, solve(guarded, { "jours.seul": 1, "jours.trois": 1, tarif: 0 }))).not.toBe(NO_RESULT);
});

test("what is told names the file, all of its mistakes, and no line of the check", () => {
  const thrown = (entry: Entry) => {
    try {
      check(entry);
    } catch (error) {
      return error as Error;
    }
    return undefined;
  };
  const one = thrown({ ...right, ...given("totl.trois") });
  expect(one?.message).toMatch(/^content\/calculators\/prix\.yaml: row `ecart`: no row is named `totl`/);
  expect(one?.stack).toBe("");
  const two = thrown({ ...right, ...given("totl.trois"), ...scenario("Plus", { tarf: 5 }) });
  expect(two?.message).toMatch(/^content\/calculators\/prix\.yaml:\n- row `ecart`: .*\n- scenario `Plus`: /);
});
