import { fold } from "../search";
import type { Countries, Country } from "./definition";

/** A phone number as it is edited: the country, and the digits after its dial code. */
export interface Phone {
  country: Country;
  digits: string;
}

export function countryOf(countries: Countries, code: string): Country {
  const found = countries.list.find((country) => country.code === code) ?? countries.list[0];
  if (!found) throw new Error("a phone field needs a country");
  return found;
}

/** Digits only, at most as many as the country allows. */
export function digitsFor(country: Country, typed: string): string {
  return typed.replace(/\D/g, "").slice(0, country.maxDigits ?? undefined);
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

/**
 * Reads a value. One with a hyphen splits into dial code and number, and so does an international number typed or
 * pasted whole; another one keeps the country at hand. Of the countries that share a dial code, the one at hand comes
 * first.
 */
export function parsePhone(countries: Countries, value: string, at: Country): Phone {
  const plain = value.trim().replace(/^00/, "+");
  if (!plain.startsWith("+")) return { country: at, digits: digitsFor(at, plain) };
  const [code = "", ...rest] = plain.split("-");
  const isSplit = rest.length > 0 && /^\+\d+$/.test(code.trim());
  const digits = `+${plain.replace(/\D/g, "")}`;
  const fits = (country: Country) =>
    isSplit ? country.dialCode === code.trim() : digits.startsWith(country.dialCode);
  const [country] = [at, ...countries.list]
    .filter(fits)
    .sort((a, b) => b.dialCode.length - a.dialCode.length);
  if (!country) return { country: at, digits: digitsFor(at, isSplit ? rest.join("") : plain) };
  return {
    country,
    digits: digitsFor(country, isSplit ? rest.join("") : digits.slice(country.dialCode.length)),
  };
}

/** Countries whose name, code or dial code contains what was typed. */
export function searchCountries(countries: Countries, typed: string): Country[] {
  const wanted = fold(typed).trim();
  return countries.list.filter(({ name, code, dialCode }) =>
    [fold(name), code.toLowerCase(), dialCode].some((one) => one.includes(wanted)),
  );
}
