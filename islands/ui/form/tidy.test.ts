import { expect, test } from "vitest";
import type { FieldKind } from "./definition";
import { tidy } from "./tidy";

test.each<[FieldKind, string, string]>([
  ["number", "2 500,50", "2500,50"],
  ["number", "2\u202f500 €", "2500"],
  ["number", "2.500,5", "2500,5"],
  ["number", "2,500.50", "2500,50"],
  ["number", "2.500", "2500"],
  ["number", "12,5", "12,5"],
  ["number", "beaucoup", "beaucoup"],
  ["url", " www.exemple.fr ", "https://www.exemple.fr"],
  ["url", "http://exemple.fr", "http://exemple.fr"],
  ["url", "", ""],
  ["text", "  Ada ", "Ada"],
])("%s %j is %j", (kind, typed, meant) =>
  expect(tidy({ name: "x", label: "x", required: false, kind }, typed)).toBe(meant));
