import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { CountryPicker } from "./CountryPicker";
import type { Countries, Country } from "./form/definition";
import { countryOf, digitsFor, inPairs, parsePhone, phoneValue } from "./form/phone";

interface PhoneFieldProps {
  countries: Countries;
  control: ComponentProps<"input">;
  /** Dial code, hyphen, digits. */
  value: string;
  /** Code of the country that was chosen; a dial code does not always tell it. */
  country: string | undefined;
  onChange: (value: string, country: string) => void;
}

/** A number with its country; without JavaScript a plain field. */
export function PhoneField({ countries, control, value, country: code, onChange }: PhoneFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | undefined>(undefined);
  const { country, digits } = parsePhone(countries, value, countryOf(countries, code));

  // Grouping moves characters: the caret stays behind the digit it was behind.
  useLayoutEffect(() => {
    if (caret.current === undefined || document.activeElement !== input.current) return;
    const place = inPairs(digits.slice(0, caret.current)).length;
    input.current?.setSelectionRange(place, place);
    caret.current = undefined;
  });

  const choose = (next: Country) => {
    onChange(phoneValue({ country: next, digits: digitsFor(next, digits) }), next.code);
    input.current?.focus();
  };
  const type = (typed: string, selection: number | null) => {
    const phone = parsePhone(countries, typed, country, selection ?? undefined);
    caret.current = typed.slice(0, selection ?? typed.length).replace(/\D/g, "").length;
    onChange(phoneValue(phone), phone.country.code);
  };
  return (
    <div className="phone">
      <CountryPicker countries={countries} chosen={country} onChoose={choose} />
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
