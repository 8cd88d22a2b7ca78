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
  ["ada@wanadoo.re", undefined],
  ["ada@hotmail.be", undefined],
  ["ada@outlook.be", undefined],
  ["ada@yahoo.gr", undefined],
  ["ada@ymail.com", undefined],
  ["ada@protonmail.ch", undefined],
  ["ada@gmail.co", "ada@gmail.com"],
  ["ada@gmail.cm", "ada@gmail.com"],
  ["ada@wanadoo.f", "ada@wanadoo.fr"],
  ["ada@wanado.fr", "ada@wanadoo.fr"],
  ["ada@", undefined],
  ["gmial.com", undefined],
])("%s: %s", (typed, meant) => expect(mailMeant(typed)).toBe(meant));
