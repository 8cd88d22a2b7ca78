import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { CountryPicker } from "./CountryPicker";
import type { Countries, Country } from "./form/definition";
import { countryOf, digitsFor, digitsOf, inPairs, isWhole, parsePhone, phoneValue } from "./form/phone";

interface PhoneFieldProps {
  countries: Countries;
  /** Its value: dial code, hyphen, digits; or a whole number. */
  control: ComponentProps<"input"> & { value: string };
  /** Code of the country that was chosen; a dial code does not always tell it. */
  country: string | undefined;
  onPhone: (value: string, country: string) => void;
}

/** A number with its country; without JavaScript a plain field. */
export function PhoneField({ countries, control, country: code, onPhone }: PhoneFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | undefined>(undefined);
  const { country, digits } = parsePhone(countries, control.value, countryOf(countries, code));

  // Grouping moves characters: the caret stays behind the digit it was behind.
  useLayoutEffect(() => {
    if (caret.current === undefined || document.activeElement !== input.current) return;
    const place = inPairs(digits.slice(0, caret.current)).length;
    input.current?.setSelectionRange(place, place);
    caret.current = undefined;
  });

  const choose = (next: Country) => {
    // Of a whole number nobody knows where its dial code ends, so that none can stand in its place.
    const kept = isWhole(digits) ? "" : digitsFor(next, digits);
    onPhone(phoneValue({ country: next, digits: kept }), next.code);
    input.current?.focus();
  };
  const type = (typed: string, selection: number | null) => {
    const phone = parsePhone(countries, typed, country, selection ?? undefined);
    if (!isWhole(phone.digits)) caret.current = digitsOf(typed.slice(0, selection ?? typed.length)).length;
    onPhone(phoneValue(phone), phone.country.code);
  };
  return (
    <div className="phone">
      <CountryPicker countries={countries} chosen={isWhole(digits) ? undefined : country} onChoose={choose} />
      <input
        {...control}
        ref={input}
        type="tel"
        inputMode="tel"
        value={inPairs(digits)}
        onChange={(event) => type(event.currentTarget.value, event.currentTarget.selectionStart)}
      />
    </div>
  );
}
