import { expect, test } from "vitest";
import { fold, found } from "./search";

test.each([
  ["Métier", "metier"],
  ["ŒUVRE", "oeuvre"],
  ["l’atelier", "l'atelier"],
  ["1\u202f200\u00a0€", "1 200 €"],
])("%s folds to %s", (text, folded) => expect(fold(text)).toBe(folded));

test.each([
  ["", true],
  ["   ", true],
  ["LARAVEL", true],
  ["metier", true],
  ["Métier", true],
  ["vel 11", true],
  ["symfony", false],
])("search %j: %s", (search, expected) => {
  expect(found(search, ["Outil métier", "Laravel 11"])).toBe(expected);
});
