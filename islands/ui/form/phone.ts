import { fold } from "../search";
import type { Countries, Country } from "./definition";

/** A phone number as it is edited. */
export interface Phone {
  country: Country;
  /** Those after the dial code. A number with the code of a country that is not listed is whole, from its plus sign on. */
  digits: string;
}

/** Whether a number stands as it was typed, with its own dial code. */
export function isWhole(digits: string): boolean {
  return digits.startsWith("+");
}

export function countryOf(countries: Countries, code: string | undefined): Country {
  const { list } = countries;
  const at = (wanted: string | undefined) => list.find((one) => one.code === wanted);
  return at(code) ?? (at(countries.default) as Country);
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

/** Digits only, at most as many as the country allows; one more than fits is none of those before `caret`. */
export function digitsFor({ maxDigits = 99 }: Country, typed: string, caret = typed.length): string {
  const after = digitsOf(typed.slice(caret));
  const room = Math.max(maxDigits - after.length, 0);
  return (digitsOf(typed.slice(0, caret)).slice(0, room) + after).slice(0, maxDigits);
}

export function inPairs(digits: string): string {
  return isWhole(digits) ? digits : digits.replace(/(\d{2})(?=\d)/g, "$1 ");
}

/** The payload's value: dial code, hyphen, digits; a whole number as it is; empty without digits. */
export function phoneValue({ country, digits }: Phone): string {
  return digits && !isWhole(digits) ? `${country.dialCode}-${digits}` : digits;
}

/** Dial code, space, digits grouped by two. */
export function formattedPhone(value: string): string {
  const [, dialCode = "", digits = ""] = /^(\+\d+)-(\d+)$/.exec(value) ?? [];
  return digits ? `${dialCode} ${inPairs(digits)}` : value;
}

/** The country whose numbers alone begin so, where those of the one at hand have the same form. */
function nativeOf(countries: Countries, at: Country, digits: string): Country {
  const begins = ({ prefixes }: Country) => prefixes?.some((prefix) => digits.startsWith(prefix));
  return countries.list.find((one) => one.maxDigits === at.maxDigits && begins(one)) ?? at;
}

/** Numbers written after a dial code lack the zero that they begin with at home. */
function atHome(country: Country, digits: string): string {
  return country.maxDigits && digits.length === country.maxDigits - 1 && !digits.startsWith("0")
    ? `0${digits}`
    : digits;
}

/**
 * Reads a value. One with a hyphen splits into dial code and number, and so does an international number typed or
 * pasted, whatever stands before its plus sign; another one keeps the country at hand, unless only another one's numbers
 * begin so. Of the countries that share a dial code, the one at hand comes first. What no listed country has stays whole.
 * `caret` is where the visitor writes.
 */
export function parsePhone(countries: Countries, value: string, at: Country, caret?: number): Phone {
  let typed = value.replace(/^[^\d+]*(?:[+＋]|00)/, "+");
  const all = digitsOf(typed);
  if (!isWhole(typed)) {
    const country = nativeOf(countries, at, all);
    // At home, numbers begin with a zero: a longer one has its dial code in front, without the plus sign.
    if (all.startsWith("0") || all.length <= (country.maxDigits ?? all.length))
      return { country, digits: digitsFor(country, typed, caret) };
    typed = `+${typed}`;
  }
  const isSplit = /^\+\d+-/.test(typed);
  const found = [at, ...countries.list]
    .map((country) => {
      const digits = all.slice(country.dialCode.length - 1);
      return { country, digits: isSplit ? digits : atHome(country, digits) };
    })
    .filter(
      ({ country: { dialCode, maxDigits }, digits }) =>
        `+${all}`.startsWith(dialCode) && digits.length <= (maxDigits ?? digits.length),
    )
    .sort((a, b) => b.country.dialCode.length - a.country.dialCode.length)[0];
  return found ?? { country: at, digits: typed.replace(/[^\d+ ()./-]/g, "") };
}

/** Countries whose name, code or dial code contains what was typed. */
export function searchCountries(countries: Countries, typed: string): Country[] {
  const wanted = fold(typed).trim();
  return countries.list.filter(({ name, code, dialCode }) => fold(`${name}|${code}|${dialCode}`).includes(wanted));
}
