import { useCallback, useMemo } from "react";
import { Chips } from "../ui/Chips";
import { Count } from "../ui/Count";
import { SearchField } from "../ui/SearchField";
import { SortField } from "../ui/SortField";
import { track } from "../ui/track";
import { useAddress } from "../ui/useAddress";
import { useList } from "../ui/useList";
import { codecOf, type Filter, filterItems, type Item, start } from "./filter";

export interface ListFilterProps {
  /** Value of `data-list`. */
  list: string;
  filter: Filter;
  /** What is counted: one, many, none. */
  nouns: [one: string, many: string, none: string];
  items: Item[];
}

/** Search, order and chips for a list that stands beside it; what is chosen stands in the address. */
export default function ListFilter({ list, filter, nouns, items }: ListFilterProps) {
  const codec = useMemo(() => codecOf(filter), [filter]);
  const [choice, change] = useAddress(codec, start(filter));
  const { ids, count, featured } = useMemo(() => filterItems(items, filter, choice), [items, filter, choice]);
  const reset = useCallback(() => change(start(filter), "push"), [change, filter]);
  useList({ list, ids, featured }, reset);

  const { search, sort, facets } = filter;
  return (
    <div className="filters">
      {search ? (
        <SearchField
          label={search.label}
          placeholder={search.placeholder}
          value={choice.q ?? ""}
          onSearch={(q) => change({ q }, "replace")}
        />
      ) : null}
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
            track("button_click", { button_name: chip.label, location: list });
          }}
        />
      ))}
      <Count count={count} nouns={nouns} />
    </div>
  );
}
