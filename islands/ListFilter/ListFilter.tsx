import { useCallback, useEffect, useId, useMemo, useRef, useState } from "react";
import { Chips } from "../ui/Chips";
import { mark } from "../ui/marks";
import { SearchField } from "../ui/SearchField";
import { SortField } from "../ui/SortField";
import { wordsOf } from "../ui/search";
import { track } from "../ui/track";
import { useAddress } from "../ui/useAddress";
import { useList } from "../ui/useList";
import { codecOf, type Filter, filterItems, type Item, SEARCH, start, whatIsSet } from "./filter";

export interface ListFilterProps {
  /** Value of `data-list`. */
  list: string;
  filter: Filter;
  /** What is counted: one, many, none. */
  nouns: [one: string, many: string, none: string];
  items: Item[];
  /** What events call this place; absent: as the list. */
  location?: string;
}

/** Search, order and chips for a list that stands beside it; what is chosen stands in the address. */
export default function ListFilter({ list, filter, nouns: [one, many, none], items, location = list }: ListFilterProps) {
  const id = useId();
  const codec = useMemo(() => codecOf(filter), [filter]);
  const [choice, change] = useAddress(codec, start(filter));
  const { ids, count, featured, words } = useMemo(
    () => filterItems(items, filter, choice),
    [items, filter, choice],
  );
  const set = useMemo(() => whatIsSet(items, filter, choice), [items, filter, choice]);
  const [isOpen, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const status = useRef<HTMLParagraphElement>(null);

  const reset = useCallback(() => {
    change(start(filter), "push");
    // The button that was pressed goes: what it led to is read out.
    status.current?.focus({ preventScroll: true });
  }, [change, filter]);
  useList({ list, ids, featured }, reset);
  const looked = words.join(" ");
  useEffect(() => mark(list, wordsOf(looked)), [list, looked]);

  const { search, sort, facets } = filter;
  const folds = facets.length > 1 || sort !== undefined;
  const folded = set.filter(({ parameter }) => parameter !== SEARCH).length;
  const asked = wordsOf(choice.q ?? "").join(" ");
  const total = `${count}\u00a0${count === 1 ? one : many}`;
  const understood = asked !== looked ? ` pour «\u00a0${looked}\u00a0» (au lieu de «\u00a0${choice.q?.trim()}\u00a0»)` : "";
  return (
    <div className="filters">
      {search ? (
        <SearchField
          label={search.label}
          placeholder={search.placeholder}
          value={choice.q ?? ""}
          onSearch={(q) => change({ q }, "replace")}
          // A phone's keyboard goes away from over what was found.
          onEnter={() => status.current?.focus()}
        />
      ) : null}
      {folds ? (
        <button
          ref={toggle}
          type="button"
          className="button filters-toggle needs-js"
          aria-expanded={isOpen}
          aria-controls={`${id}fold`}
          onClick={() => setOpen(!isOpen)}
        >
          {`Filtrer${sort ? " et trier" : ""}${folded > 0 ? ` (${folded})` : ""}`}
        </button>
      ) : null}
      <div className="filters-fold" id={`${id}fold`} data-open={isOpen || !folds ? "" : undefined}>
        {sort ? (
          <SortField
            label={sort.label}
            options={sort.orders}
            value={choice.tri ?? ""}
            onSort={(tri) => change({ tri }, "push")}
          />
        ) : null}
        {facets.map(({ parameter, label, visible = false, chips }) => (
          <Chips
            key={parameter}
            label={label}
            visibleLabel={visible}
            chips={chips}
            chosen={choice[parameter] ?? ""}
            onChoose={(chip) => {
              change({ [parameter]: chip.value }, "push");
              track("button_click", { button_name: chip.label, location });
              // What came of it comes in view.
              if (!toggle.current?.checkVisibility?.())
                return status.current?.scrollIntoView?.({ block: "nearest" });
              // On a phone the choices cover what they changed.
              setOpen(false);
              toggle.current.focus();
            }}
          />
        ))}
      </div>
      <div className="filters-foot needs-js">
        <p className={count === 0 ? "visually-hidden" : "count"} role="status" tabIndex={-1} ref={status}>
          {count === 0 ? none : total + understood}
        </p>
        {set.length > 0 && count > 0 ? (
          <button type="button" className="button button-text" onClick={reset}>
            Réinitialiser les filtres
          </button>
        ) : null}
        {count === 0
          ? set
              .filter(({ without }) => without > 0)
              .map(({ parameter, label, without }) => (
                <button
                  key={parameter}
                  type="button"
                  className="button button-text"
                  onClick={() => {
                    change({ [parameter]: start(filter)[parameter] ?? "" }, "push");
                    status.current?.focus({ preventScroll: true });
                  }}
                >
                  {`Sans «\u00a0${label}\u00a0»\u00a0: ${without}\u00a0${without === 1 ? one : many}`}
                </button>
              ))
          : null}
      </div>
    </div>
  );
}
