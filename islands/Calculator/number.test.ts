import { expect, test } from "vitest";
import { typed, written } from "./number";

test.each([
  [98400, 0, "€", "98\u202f400\u00a0€"],
  [612.5, 2, "€", "612,50\u00a0€"],
  [1225, 2, "€", "1\u202f225\u00a0€"],
  [-87.5, 2, "€", "−87,50\u00a0€"],
  [-0.2, 0, "€", "0\u00a0€"],
  [8.525, 2, "", "8,53"],
  [7.425, 2, "", "7,43"],
  [8.5, 2, "", "8,5"],
  [14.7368, 1, "mois", "14,7\u00a0mois"],
  [1, 1, "mois", "1\u00a0mois"],
  [1, 0, "jours", "1\u00a0jour"],
  [2, 0, "jours", "2\u00a0jours"],
  [1234567, 0, "", "1\u202f234\u202f567"],
  [Number.POSITIVE_INFINITY, 0, "mois", "–"],
  [Number.NaN, 0, "", "–"],
])("%d with %d decimals and `%s` is written %s", (value, decimals, unit, wanted) => {
  expect(written(value, decimals, unit)).toBe(wanted);
});

test.each([
  ["2 500,50", 2500.5],
  ["2\u202f500,5\u00a0€", 2500.5],
  ["2500.5", 2500.5],
  ["1.500", 1500],
  ["28.000", 28000],
  ["-2.500,5", -2500.5],
  ["1,125", 1.125],
  ["0.125", 0.125],
  ["  7 ", 7],
  ["−3", -3],
  ["12,", 12],
  ["", undefined],
  ["abc", undefined],
  ["1e9", undefined],
  ["0x10", undefined],
  ["1,2,3", undefined],
  ["٣", undefined],
  ["Infinity", undefined],
  ["9".repeat(13), undefined],
])("`%s` was %d", (text, wanted) => {
  expect(typed(text, "€")).toBe(wanted);
});
