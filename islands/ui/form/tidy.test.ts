import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { FieldKind } from "./definition";
import { tidy } from "./tidy";

// What crates/forms is tested with: a form and the relay mean the same.
const path = join(import.meta.dirname, "../../../crates/forms/tests/tidied.json");
const cases: [FieldKind, string, string][] = JSON.parse(readFileSync(path, "utf8"));

test.each(cases)("%s %j is %j", (kind, typed, meant) =>
  expect(tidy({ name: "x", label: "x", required: false, kind }, typed)).toBe(meant));
