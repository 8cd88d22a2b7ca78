import { plainNumber } from "../ui/plainNumber";
import { unitOf } from "../ui/unit";

/** A number as a French page writes it: `2 500,5 h`. An amount of money has both decimals or none. */
export function written(value: number, decimals: number, unit = ""): string {
  const digits = inDigits(value, decimals, unit);
  if (!unit || !Number.isFinite(value)) return digits;
  return `${digits}\u00a0${unitOf(rounded(value, decimals), unit)}`;
}

/** The same as it stands in a field, beside its unit. */
export function inDigits(value: number, decimals: number, unit = ""): string {
  if (!Number.isFinite(value)) return "–";
  const number = rounded(value, decimals);
  const size = Math.abs(number);
  const [whole = "", part] = (unit === "€" && !Number.isInteger(size) ? size.toFixed(2) : String(size)).split(".");
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, "\u202f");
  return `${number < 0 ? "−" : ""}${digits}${part ? `,${part}` : ""}`;
}

/** What is a half on paper is rounded up. */
export function rounded(value: number, decimals = 0): number {
  const scale = 10 ** decimals;
  return Math.sign(value) * (Math.round(exact(Math.abs(value) * scale)) / scale);
}

/** The number on paper: most decimals are a little off in binary, where `7 / (7 / 100)` is less than 100. */
export function exact(value: number): number {
  return Number(value.toPrecision(12));
}

/** The number that was typed, as French hands do: spaces between thousands, a comma, the unit behind it. */
export function typed(text: string, unit = ""): number | undefined {
  const digits = plainNumber(text.replace(unit, "").replace("−", "-"));
  return /^-?\d{1,12}(?:,\d{0,6})?$/.test(digits) ? Number(digits.replace(",", ".")) : undefined;
}
