import { fold } from "../search";
import type { Countries, Country } from "./definition";

/** A phone number as it is edited: the country, and the digits after its dial code. */
export interface Phone {
  country: Country;
  digits: string;
}

export function countryOf(countries: Countries, code: string | undefined): Country {
  const { list } = countries;
  const found = list.find((one) => one.code === code) ?? list.find((one) => one.code === countries.default);
  if (!found) throw new Error("a phone field needs a country");
  return found;
}

/** Digits only, at most as many as the country allows; one more than fits is none of those before `caret`. */
export function digitsFor(country: Country, typed: string, caret = typed.length): string {
  const before = typed.slice(0, caret).replace(/\D/g, "");
  const after = typed.slice(caret).replace(/\D/g, "");
  const room = Math.max((country.maxDigits ?? Number.POSITIVE_INFINITY) - after.length, 0);
  return (before.slice(0, room) + after).slice(0, country.maxDigits);
}

export function inPairs(digits: string): string {
  return digits.replace(/(\d{2})(?=\d)/g, "$1 ");
}

/** The payload's value: dial code, hyphen, digits; empty without digits. */
export function phoneValue({ country, digits }: Phone): string {
  return digits ? `${country.dialCode}-${digits}` : "";
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
 * pasted whole; another one keeps the country at hand, unless only another one's numbers begin so. Of the countries that
 * share a dial code, the one at hand comes first. `caret` is where the visitor writes.
 */
export function parsePhone(countries: Countries, value: string, at: Country, caret?: number): Phone {
  const plain = value.trim().replace(/^00/, "+");
  if (!plain.startsWith("+")) {
    const country = nativeOf(countries, at, plain.replace(/\D/g, ""));
    return { country, digits: digitsFor(country, value, caret) };
  }
  const [code = "", ...rest] = plain.split("-");
  const isSplit = rest.length > 0 && /^\+\d+$/.test(code.trim());
  const digits = `+${plain.replace(/\D/g, "")}`;
  const fits = (country: Country) =>
    isSplit ? country.dialCode === code.trim() : digits.startsWith(country.dialCode);
  const [country] = [at, ...countries.list]
    .filter(fits)
    .sort((a, b) => b.dialCode.length - a.dialCode.length);
  if (!country) return { country: at, digits: digitsFor(at, isSplit ? rest.join("") : plain) };
  const number = isSplit ? rest.join("") : atHome(country, digits.slice(country.dialCode.length));
  return { country, digits: digitsFor(country, number) };
}

/** Countries whose name, code or dial code contains what was typed. */
export function searchCountries(countries: Countries, typed: string): Country[] {
  const wanted = fold(typed).trim();
  return countries.list.filter(({ name, code, dialCode }) =>
    [fold(name), code.toLowerCase(), dialCode].some((one) => one.includes(wanted)),
  );
}
