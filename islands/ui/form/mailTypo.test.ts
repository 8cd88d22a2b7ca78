import { expect, test } from "vitest";
import { mailMeant } from "./mailTypo";

test.each([
  ["ada@gmial.com", "ada@gmail.com"],
  ["ada@gmail.con", "ada@gmail.com"],
  ["ada@gmai.com", "ada@gmail.com"],
  ["ada@hotmial.fr", "ada@hotmail.fr"],
  ["ada@oragne.fr", "ada@orange.fr"],
  ["ada@gmail.com", undefined],
  ["ada@sfr.fr", undefined],
  ["ada@exemple.re", undefined],
  ["ada@entreprise.fr", undefined],
  ["ada@mail.com", undefined],
  ["ada@", undefined],
  ["gmial.com", undefined],
])("%s: %s", (typed, meant) => expect(mailMeant(typed)).toBe(meant));
