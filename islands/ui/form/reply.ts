/** When somebody answers, in La Réunion's time. */
export interface Hours {
  /** `09:00`. */
  opens: string;
  /** In English, as schema.org writes them. */
  days: string[];
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** La Réunion keeps the same time all year. */
const AHEAD = 4 * HOUR;
const FIXED_HOLIDAYS = "1-1 5-1 5-8 7-14 8-15 11-1 11-11 12-20 12-25".split(" ");
/** Days after Easter of Easter Monday, Ascension and Whit Monday. */
const MOVABLE_HOLIDAYS = [1, 39, 50];

/** Easter Sunday of a year from 1900 to 2099, by Carter's rule. */
function easter(year: number): number {
  const moon = 21 + ((204 - 11 * (year % 19)) % 30);
  const full = moon - (moon > 48 ? 1 : 0);
  return Date.UTC(year, 2, full + 7 - ((year + Math.floor(year / 4) + full + 1) % 7));
}

/** Whether a day (its UTC parts count) is a public holiday of La Réunion. */
export function isHoliday(day: Date): boolean {
  const since = Math.floor(day.getTime() / DAY) - easter(day.getUTCFullYear()) / DAY;
  return (
    MOVABLE_HOLIDAYS.includes(since) ||
    FIXED_HOLIDAYS.includes(`${day.getUTCMonth() + 1}-${day.getUTCDate()}`)
  );
}

const weekday = (day: Date, locale: string) =>
  day.toLocaleDateString(locale, { weekday: "long", timeZone: "UTC" });

/** A time as French writes it: `9 h 05`. */
export const clock = (hours: number, minutes: number): string =>
  `${hours}\u00a0h\u00a0${String(minutes).padStart(2, "0")}`;

/** `22 novembre à 8 h 50` or `1er décembre à 8 h 50`, by the visitor's own clock. */
export const moment = (at: Date): string =>
  `${at.toLocaleDateString("fr", { day: "numeric", month: "long" }).replace(/^1\b/, "$&er")} à ${clock(at.getHours(), at.getMinutes())}`;

/** Half a working day by which an answer within 24 hours is there: `lundi matin`. */
export function replyBy(sent: Date, { opens, days }: Hours): string {
  const isOpen = (day: Date) => days.includes(weekday(day, "en")) && !isHoliday(day);
  const later = (day: Date, by: number) => new Date(day.getTime() + by);
  let due = later(sent, AHEAD + DAY);
  let isMorning = due.getUTCHours() < 12;
  const eve = later(due, -DAY);
  if (due.getUTCHours() < Number.parseInt(opens, 10) && isOpen(eve)) {
    // Due in the night: answered before it.
    due = eve;
    isMorning = false;
  }
  while (!isOpen(due)) {
    due = later(due, DAY);
    isMorning = true;
  }
  return `${weekday(due, "fr")} ${isMorning ? "matin" : "après-midi"}`;
}
