import { expect, test } from "vitest";
import type { FieldKind } from "./definition";
import { tidy } from "./tidy";

// The same cases as in crates/forms/src/judge.rs.
test.each<[FieldKind, string, string]>([
  ["number", "2 500,50 €", "2500,50"],
  ["phone", "0692\u00a012\u202f34\u200956", "0692 12 34 56"],
  ["phone", "(+262) 692 12 34 56", "+262 692 12 34 56"],
  ["phone", "+ 33 6 12 34 56 78", "+33 6 12 34 56 78"],
  ["phone", "\u202a+262 692 12 34 56\u202c", "+262 692 12 34 56"],
  ["phone", "tel:+262692123456", "+262692123456"],
  ["phone", "＋33612345678", "+33612345678"],
  ["phone", "(0262) 12 34 56", "(0262) 12 34 56"],
  ["email", "\u200ba@b.re\ufeff", "a@b.re"],
  ["text", "\u200b \u2060", ""],
  ["text", "père\u00adgrin", "père\u00adgrin"],
  ["url", " www.exemple.fr ", "https://www.exemple.fr"],
  ["url", "http://exemple.fr", "http://exemple.fr"],
  ["url", "", ""],
  ["text", "  Ada ", "Ada"],
])("%s %j is %j", (kind, typed, meant) =>
  expect(tidy({ name: "x", label: "x", required: false, kind }, typed)).toBe(meant));
