import { expect, test } from "vitest";
import { fold, found, placesOf, understood, wordsOf } from "./search";

test.each([
  ["Métier", "metier"],
  ["ŒUVRE", "oeuvre"],
  ["l’atelier", "latelier"],
  ["H-UP", "hup"],
  ["1\u202f200\u00a0€", "1 200 €"],
])("%s folds to %s", (text, folded) => expect(fold(text)).toBe(folded));

test.each([
  ["", true],
  ["   ", true],
  ["LARAVEL", true],
  ["metier", true],
  ["Métier", true],
  ["vel 11", true],
  ["11 outil", true],
  ["vuejs", true],
  ["vue.js laravel", true],
  ["symfony", false],
  ["laravel symfony", false],
])("search %j: %s", (search, expected) => {
  expect(found(wordsOf(search), ["Outil métier", "Laravel 11", "Vue.js"])).toBe(expected);
});

test.each([
  ["laravle", "laravel"],
  ["paysagsite", "paysagiste"],
  ["flutte", "flutte"],
  ["php", "php"],
  ["zzzzz", "zzzzz"],
  ["redis laravle", "redis laravel"],
])("%s is understood as %s", (search, meant) => {
  expect(understood(wordsOf(search), ["Laravel", "Un paysagiste, Flutter", "Redis"]).join(" ")).toBe(meant);
});

test("matches are found in the text as it is written", () => {
  const text = "L’Œuvre d’Été, H-UP";
  const marked = (search: string) => placesOf(text, wordsOf(search)).map(([from, to]) => text.slice(from, to));
  expect(marked("ete")).toEqual(["Été"]);
  expect(marked("hup")).toEqual(["H-UP"]);
  expect(marked("oeuvre up")).toEqual(["Œuvre", "UP"]);
});
