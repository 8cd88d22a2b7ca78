import { expect, test } from "vitest";
import { told } from "./clock";

const hours = { opens: "09:00", days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"] };

test.each([
  ["a working morning", "2026-03-10T06:14:00Z", "10\u00a0h\u00a014 ici. Je réponds aujourd’hui."],
  ["before it opens", "2026-03-10T02:05:00Z", "6\u00a0h\u00a005 ici. Je réponds aujourd’hui."],
  ["late in the day", "2026-03-10T17:14:00Z", "21\u00a0h\u00a014 ici. Je réponds demain."],
  ["a Friday evening", "2026-03-13T16:00:00Z", "20\u00a0h\u00a000 ici. Je réponds lundi."],
  ["a Sunday", "2026-03-15T05:00:00Z", "9\u00a0h\u00a000 ici. Je réponds demain."],
  ["the eve of a public holiday", "2026-04-30T14:00:00Z", "18\u00a0h\u00a000 ici. Je réponds lundi."],
  [
    "a day that has begun on the island alone",
    "2026-03-15T21:00:00Z",
    "1\u00a0h\u00a000 ici. Je réponds aujourd’hui.",
  ],
])("%s", (_, time, words) => {
  expect(told(new Date(time), hours)).toBe(words);
});
