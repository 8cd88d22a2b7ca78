import { clock, type Hours, isHoliday } from "../ui/form/reply";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** La Réunion keeps the same time all year. */
const AHEAD = 4 * HOUR;
/** What comes later on a working day is answered on the next one. */
const LATE = 15;

const weekday = (day: Date, locale: string) =>
  day.toLocaleDateString(locale, { weekday: "long", timeZone: "UTC" });

/** What time it is on the island, and the day on which a message of this minute is answered. */
export function told(now: Date, { days }: Hours): string {
  const here = new Date(now.getTime() + AHEAD);
  const isOpen = (day: Date) => days.includes(weekday(day, "en")) && !isHoliday(day);
  let later = isOpen(here) && here.getUTCHours() < LATE ? 0 : 1;
  while (!isOpen(new Date(here.getTime() + later * DAY))) later += 1;
  const day = ["aujourd’hui", "demain"][later] ?? weekday(new Date(here.getTime() + later * DAY), "fr");
  return `${clock(here.getUTCHours(), here.getUTCMinutes())} ici. Je réponds ${day}.`;
}
