import { type FocusEvent, type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { covered } from "./covered";
import type { Countries, Country } from "./form/definition";
import { searchCountries } from "./form/phone";

/** Pixels that stay free above and below the list. */
const MARGIN = 16;

interface CountryPickerProps {
  countries: Countries;
  /** None for a number that says its country itself. */
  chosen: Country | undefined;
  onChoose: (country: Country) => void;
}

/** The button before a phone number, and the searchable list that it opens (an ARIA combobox with a listbox). */
export function CountryPicker({ countries, chosen, onChoose }: CountryPickerProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const [isUp, setUp] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const options = useRef<HTMLDivElement>(null);
  const found = searchCountries(countries, typed);
  const current = found[active];

  useLayoutEffect(() => {
    const box = root.current?.getBoundingClientRect();
    if (!isOpen || !box || !list.current || !options.current) return;
    // The list with its search box fits between the header and the screen's edge.
    const around = list.current.offsetHeight - options.current.offsetHeight;
    const most = Math.max(innerHeight - covered() - around - 2 * MARGIN, MARGIN);
    options.current.style.maxHeight = `min(15rem, ${most}px)`;
    // Upwards where there is more room than below and not enough there.
    const below = innerHeight - box.bottom;
    setUp(below < list.current.offsetHeight && box.top > below);
    search.current?.focus({ preventScroll: true });
  }, [isOpen]);
  useEffect(() => {
    for (const seen of [list.current, list.current?.querySelector("[data-active]")])
      seen?.scrollIntoView?.({ block: "nearest" });
  });

  const toggle = () => {
    setTyped("");
    setActive(chosen ? countries.list.indexOf(chosen) : 0);
    setOpen(!isOpen);
  };
  const choose = (country: Country | undefined) => {
    if (!country) return;
    setOpen(false);
    onChoose(country);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The other keys that move in a list move in the text.
    const by = { ArrowUp: found.length - 1, ArrowDown: 1 }[event.key];
    if (by !== undefined) setActive((active + by) % (found.length || 1));
    else if (event.key === "Enter") choose(current);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const left = (event: FocusEvent) => {
    if (!root.current?.contains(event.relatedTarget)) setOpen(false);
  };

  return (
    // The list is made when it is wanted, not sent with every page.
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving it closes the list; the controls are inside.
    <div className="phone-country needs-js" ref={root} onBlur={left}>
      <button
        ref={button}
        type="button"
        className="phone-button"
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-label={
          chosen ? `${countries.label}\u00a0: ${chosen.name} ${chosen.code} ${chosen.dialCode}` : countries.label
        }
        onClick={toggle}
        onKeyDown={(event) => {
          if (isOpen || !/^Arrow(Up|Down)$/.test(event.key)) return;
          event.preventDefault();
          toggle();
        }}
      >
        <span aria-hidden="true" className="phone-iso muted small">
          {chosen?.code}
        </span>
        <span aria-hidden="true">{chosen?.dialCode ?? "+"}</span>
      </button>
      {isOpen ? (
        <div className="phone-list" ref={list} data-up={isUp ? "" : undefined}>
          <input
            ref={search}
            className="input"
            role="combobox"
            aria-label={countries.search}
            aria-expanded={true}
            aria-controls={`${id}list`}
            aria-autocomplete="list"
            aria-activedescendant={current ? `${id}${current.code}` : undefined}
            placeholder={countries.search}
            autoComplete="off"
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setActive(0);
            }}
            onKeyDown={onKeyDown}
          />
          <div
            ref={options}
            className="phone-options"
            id={`${id}list`}
            role="listbox"
            aria-label={countries.label}
            // A list that scrolls is a stop of the Tab key unless it says that it is none.
            tabIndex={-1}
            // The search box keeps the focus until the choice is made.
            onMouseDown={(event) => event.preventDefault()}
          >
            {found.map((country, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the search box has the focus and the keys.
              <div
                key={country.code}
                id={`${id}${country.code}`}
                className="phone-option"
                role="option"
                tabIndex={-1}
                aria-selected={country === chosen}
                data-active={index === active ? "" : undefined}
                onClick={() => choose(country)}
              >
                <span aria-hidden="true" className="phone-iso muted small">
                  {country.code}
                </span>
                <span>{country.name}</span>
                <span aria-hidden="true" className="phone-flag">
                  {country.flag}
                </span>
                <span className="phone-code">{country.dialCode}</span>
              </div>
            ))}
          </div>
          <p className="phone-empty" role="status">
            {found.length === 0 ? countries.empty : ""}
          </p>
        </div>
      ) : null}
    </div>
  );
}
