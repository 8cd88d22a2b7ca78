import { expect, test } from "vitest";
import { isHoliday, moment, replyBy } from "./reply";

const hours = { opens: "09:00", days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"] };

test.each([
  ["2026-11-24T06:00:00Z", "mercredi matin", "Tuesday at ten"],
  ["2026-11-24T11:00:00Z", "mercredi après-midi", "Tuesday at three"],
  ["2026-11-24T18:00:00Z", "mercredi après-midi", "Tuesday at ten in the evening"],
  ["2026-11-24T01:00:00Z", "mardi après-midi", "Tuesday at five in the morning: within 24 hours"],
  ["2026-11-27T11:00:00Z", "lundi matin", "Friday at three"],
  ["2026-11-28T08:00:00Z", "lundi matin", "Saturday"],
  ["2026-11-29T08:00:00Z", "lundi après-midi", "Sunday at noon"],
  ["2026-11-10T06:00:00Z", "jeudi matin", "the eve of 11 November"],
  ["2026-12-18T06:00:00Z", "lundi matin", "20 December 2026 is a Sunday"],
  ["2027-03-26T06:00:00Z", "mardi matin", "the Friday before Easter"],
])("sent at %s, answered by %s (%s)", (sent, when) => expect(replyBy(new Date(sent), hours)).toBe(when));

test.each(["2026-04-06", "2026-05-14", "2026-05-25", "2027-12-20", "2027-03-29", "2025-07-14"])(
  "%s is a holiday",
  (day) => expect(isHoliday(new Date(day))).toBe(true),
);
test("a day like any other is none", () => expect(isHoliday(new Date("2026-04-07"))).toBe(false));

test.each([
  [1, "1er décembre à 8\u00a0h\u00a005"],
  [11, "11 décembre à 8\u00a0h\u00a005"],
])("day %i of a month is written as French does", (day, text) =>
  expect(moment(new Date(2026, 11, day, 8, 5))).toBe(text));
