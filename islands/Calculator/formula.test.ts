import { expect, test } from "vitest";
import { compile } from "./formula";

const names: Record<string, number> = { a: 2, b: 3, "a.x": 7 };
const value = (text: string) => compile(text)((name) => names[name] ?? Number.NaN);

test.each([
  ["1 + 2 * 3", 7],
  ["(1 + 2) * 3", 9],
  ["10 - 4 - 3", 3],
  ["100 / 10 / 2", 5],
  ["-a * b + 1", -5],
  ["2 - -a", 4],
  ["a.x + a", 9],
  ["1.5 * a", 3],
  ["a < b", 1],
  ["a + 1 >= b * 2", 0],
  ["a = 2", 1],
  ["min(a, b, 1)", 1],
  ["max(a, b)", 3],
  ["round(8.67) + floor(8.67) - ceil(8.1)", 8],
  // Binary has 99.99…, 110.00…01 and 100.49….
  ["floor(7 / (7 / 100))", 100],
  ["ceil(1.1 * 100)", 110],
  ["round(1.005 * 100)", 101],
  ["if(a < b, 10, 20)", 10],
  ["if(a > b, 10, if(b = 3, 30, 40))", 30],
  ["1 / 0", Number.POSITIVE_INFINITY],
])("%s is %d", (text, wanted) => {
  expect(value(text)).toBe(wanted);
});

test.each([
  ["", "a number or a name is wanted, not its end"],
  ["1 +", "a number or a name is wanted, not its end"],
  ["1 2", "an operator is wanted, not 2"],
  ["(1", "`)` is wanted, not its end"],
  ["max(1, 2", "`)` is wanted, not its end"],
  ["alert(1)", "there is no function `alert`"],
  ["constructor(1)", "there is no function `constructor`"],
  ["if(a, b)", "`if` is given 2 values and takes 3"],
  ["round(a, 2)", "`round` is given 2 values and takes 1"],
  ["1 < a < 3", "an operator is wanted, not <"],
  ["a; b", "an operator is wanted, not ;"],
  ["a['x']", "an operator is wanted, not ["],
  ["a * B", "a number or a name is wanted, not B"],
  ["a * 0,5", "an operator is wanted, not ,"],
  ["1. + a", "an operator is wanted, not ."],
  ["1e9", "an operator is wanted, not e9"],
])("`%s` is refused: %s", (text, wanted) => {
  expect(() => compile(text)).toThrow(wanted);
});
