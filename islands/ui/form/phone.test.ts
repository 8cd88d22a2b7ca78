import { expect, test } from "vitest";
import { fieldsOf } from "./conditions";
import { formFixture } from "./fixture";
import {
  countryOf,
  digitsFor,
  formattedPhone,
  inPairs,
  parsePhone,
  phoneValue,
  searchCountries,
} from "./phone";

const countries = fieldsOf(formFixture("contact")).find((field) => field.countries)?.countries;
if (!countries) throw new Error("the contact form has no countries");
const at = (code: string) => countryOf(countries, code);

test("fifteen countries, France first", () => {
  expect(countries.list.map((country) => `${country.code} ${country.dialCode}`).join(", ")).toBe(
    "FR +33, RE +262, BE +32, CH +41, CA +1, US +1, UK +44, DE +49, IT +39, ES +34, MA +212, DZ +213, TN +216, SN +221, CI +225",
  );
  expect(countries.default).toBe("FR");
});

test.each([
  ["FR", "06 92 12 34 56 78 90", "0692123456"],
  ["RE", "0692-12-34-56-78", "0692123456"],
  ["BE", "047012345678901", "047012345678901"],
  ["FR", "abc", ""],
])("%s keeps of %s the digits %s", (code, typed, digits) => expect(digitsFor(at(code), typed)).toBe(digits));

test("a full number takes no digit more, and loses none", () => {
  expect(digitsFor(at("RE"), "06 9X2 12 34 56".replace("X", "7"), 5)).toBe("0692123456");
  expect(digitsFor(at("RE"), "06 92 12 34 567")).toBe("0692123456");
});

test("digits stand in pairs", () => {
  expect(inPairs("0692123456")).toBe("06 92 12 34 56");
  expect(inPairs("069")).toBe("06 9");
  expect(inPairs("")).toBe("");
});

test("the payload's value and its formatted copy", () => {
  expect(phoneValue({ country: at("RE"), digits: "692123456" })).toBe("+262-692123456");
  expect(phoneValue({ country: at("RE"), digits: "" })).toBe("");
  expect(phoneValue({ country: at("RE"), digits: "+230 5712 3456" })).toBe("+230 5712 3456");
  expect(formattedPhone("+230 5712 3456")).toBe("+230 5712 3456");
  expect(formattedPhone("+262-692123456")).toBe("+262 69 21 23 45 6");
  expect(formattedPhone("")).toBe("");
});

test.each([
  ["+262-692123456", "RE", "692123456"],
  ["+1-5551234", "CA", "5551234"],
  ["0692 12 34 56", "RE", "0692123456"],
  ["0612 34 56 78", "FR", "0612345678"],
  ["+262 692 12 34 56", "RE", "0692123456"],
  ["+262 (0)692 12 34 56", "RE", "0692123456"],
  ["0033612345678", "FR", "0612345678"],
  ["(+262) 692 12 34 56", "RE", "0692123456"],
  ["\u202a+262 692 12 34 56\u202c", "RE", "0692123456"],
  ["tel:+262692123456", "RE", "0692123456"],
  ["＋33 6 12 34 56 78", "FR", "0612345678"],
  ["262692123456", "RE", "0692123456"],
  ["33612345678", "FR", "0612345678"],
  ["+230 5712 3456", "FR", "+230 5712 3456"],
  ["00261 34 12 345 67", "FR", "+261 34 12 345 67"],
  ["\u202a+590 690 12 34 56\u202c", "FR", "+590 690 12 34 56"],
  ["23057123456", "FR", "+23057123456"],
  ["+33 6 12 34 56 78 90", "FR", "+33 6 12 34 56 78 90"],
  ["+999-123", "FR", "+999-123"],
  ["", "FR", ""],
])("%s is %s %s", (value, code, digits) => {
  const phone = parsePhone(countries, value, at("FR"));
  expect([phone.country.code, phone.digits]).toEqual([code, digits]);
});

test("of two countries with one dial code, the chosen one stays", () => {
  expect(parsePhone(countries, "+1-5551234", at("US")).country.code).toBe("US");
});

test("countries are found by name, code and dial code, without accents", () => {
  const found = (typed: string) => searchCountries(countries, typed).map((country) => country.code);
  expect(found("etats")).toEqual(["US"]);
  expect(found("réunion")).toEqual(["RE"]);
  expect(found("+21")).toEqual(["MA", "DZ", "TN"]);
  expect(found("atlantide")).toEqual([]);
  expect(found("")).toHaveLength(15);
});
