import { type ComponentProps, useLayoutEffect, useRef, useState } from "react";
import { CountryPicker } from "./CountryPicker";
import type { Countries, Country } from "./form/definition";
import { countryOf, digitsFor, inPairs, parsePhone, phoneValue } from "./form/phone";

interface PhoneFieldProps {
  countries: Countries;
  control: ComponentProps<"input">;
  /** Dial code, hyphen, digits. */
  value: string;
  onChange: (value: string) => void;
}

/** A number with its country; without JavaScript a plain field. */
export function PhoneField({ countries, control, value, onChange }: PhoneFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | undefined>(undefined);
  const [at, setAt] = useState(() => countryOf(countries, countries.default));
  const { country, digits } = parsePhone(countries, value, at);

  // Grouping moves characters: the caret stays behind the digit it was behind.
  useLayoutEffect(() => {
    if (caret.current === undefined || document.activeElement !== input.current) return;
    const place = inPairs(digits.slice(0, caret.current)).length;
    input.current?.setSelectionRange(place, place);
    caret.current = undefined;
  });

  const choose = (next: Country) => {
    setAt(next);
    onChange(phoneValue({ country: next, digits: digitsFor(next, digits) }));
    input.current?.focus();
  };
  const type = (typed: string, selection: number | null) => {
    const phone = parsePhone(countries, typed, country);
    caret.current = typed.slice(0, selection ?? typed.length).replace(/\D/g, "").length;
    setAt(phone.country);
    onChange(phoneValue(phone));
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
