import { type Codec, known } from "../ui/address";
import type { Chip } from "../ui/Chips";
import { found, understood, wordsOf } from "../ui/search";

/** What the template says of one element of the list: its `data-id`, and the fields that filters look at. */
export interface Item {
  id: string;
  /** Stands above the list while nothing is searched or chosen, and so not in it. */
  featured?: boolean;
  [field: string]: string | number | boolean | string[] | undefined;
}

/** A row of chips, of which one is chosen; the first stands for all. */
export interface Facet {
  /** Its name in the address. */
  parameter: string;
  /** The items' field that has one of the chips' values. */
  field: string;
  label: string;
  /** Whether the label is for everybody, not only for screen readers. */
  visible?: boolean;
  chips: Chip[];
}

/** A way to order the list. */
export interface Order {
  value: string;
  label: string;
  field: string;
  descending?: boolean;
}

export interface Search {
  label: string;
  placeholder: string;
  /** Where to look first. */
  fields: string[];
  /** Where else: what is found there alone comes after. */
  more?: string[];
}

export interface Filter {
  facets: Facet[];
  search?: Search;
  /** The first is the order that the template has. */
  sort?: { label: string; orders: Order[] };
}

/** What a visitor asked for, by parameter of the address. */
export type Choice = Record<string, string>;

export const SEARCH = "q";
const SORT = "tri";
const french = new Intl.Collator("fr", { sensitivity: "base", numeric: true });

/** What stands at its default is left out of the address. */
export function start({ facets, search, sort }: Filter): Choice {
  return {
    ...(search && { [SEARCH]: "" }),
    ...(sort && { [SORT]: sort.orders[0]?.value ?? "" }),
    ...Object.fromEntries(facets.map(({ parameter, chips }) => [parameter, chips[0]?.value ?? ""])),
  };
}

/** What shows: ids in the order asked for; `featured` when some item can stand above them. */
export interface Shown {
  ids: string[];
  count: number;
  featured: boolean | undefined;
  /** The words that were looked for, slips corrected. */
  words: string[];
}

/** What matches search and facets together. */
export function filterItems(items: readonly Item[], filter: Filter, choice: Choice): Shown {
  const { search, sort } = filter;
  const texts = (item: Item, fields: readonly string[] = []) => fields.flatMap((field) => item[field] ?? []).map(String);
  const first = (item: Item) => texts(item, search?.fields);
  const all = (item: Item) => [...first(item), ...texts(item, search?.more)];
  const asked = wordsOf((search && choice[SEARCH]) ?? "");
  const words = understood(asked, asked.length > 0 ? items.flatMap(all) : []);
  const chosen = chosenFacets(filter, choice);
  const isWhole = chosen.length === 0 && words.length === 0;
  const isAbove = ({ featured }: Item) => featured === true && isWhole;
  const order = sort?.orders.find(({ value }) => value === choice[SORT]);
  // Only an order that the visitor chose counts more than where the words were found.
  const isLater = (item: Item) => Number(order === sort?.orders[0] && !found(words, first(item)));
  const ids = items
    .filter((item) => !isAbove(item))
    .filter((item) => chosen.every(({ parameter, field }) => String(item[field]) === choice[parameter]))
    .filter((item) => found(words, all(item)))
    .sort(
      (a, b) =>
        isLater(a) - isLater(b) ||
        (order ? compare(a[order.field], b[order.field]) * (order.descending ? -1 : 1) : 0),
    )
    .map((item) => item.id);
  const above = items.filter(isAbove).length;
  const featured = items.some((item) => item.featured) ? above > 0 : undefined;
  return { ids, count: ids.length + above, featured, words };
}

function chosenFacets({ facets }: Filter, choice: Choice): Facet[] {
  return facets.filter(({ parameter, chips }) => choice[parameter] !== chips[0]?.value);
}

/** What is set, as the visitor reads it, with what taking it back alone would leave. */
export interface Applied {
  parameter: string;
  label: string;
  /** How many would show without it. */
  without: number;
}

export function whatIsSet(items: readonly Item[], filter: Filter, choice: Choice): Applied[] {
  const without = (parameter: string) =>
    filterItems(items, filter, { ...choice, [parameter]: start(filter)[parameter] ?? "" }).count;
  const search = (filter.search && choice[SEARCH]?.trim()) ?? "";
  return [
    ...chosenFacets(filter, choice).map(({ parameter, chips }) => ({
      parameter,
      label: chips.find(({ value }) => value === choice[parameter])?.label ?? "",
      without: without(parameter),
    })),
    ...(search ? [{ parameter: SEARCH, label: search, without: without(SEARCH) }] : []),
  ];
}

function compare(a: Item[string], b: Item[string]): number {
  return typeof a === "number" && typeof b === "number" ? a - b : french.compare(String(a), String(b));
}

export function codecOf(filter: Filter): Codec<Choice> {
  const defaults = start(filter);
  const values: Record<string, string[]> = {
    [SORT]: filter.sort?.orders.map(({ value }) => value) ?? [],
    ...Object.fromEntries(filter.facets.map(({ parameter, chips }) => [parameter, chips.map(({ value }) => value)])),
  };
  const names = Object.keys(defaults);
  return {
    parse: (query) =>
      Object.fromEntries(
        names.map((name) => [
          name,
          name === SEARCH ? (query.get(name) ?? "") : known(query, name, values[name] ?? [], defaults[name] ?? ""),
        ]),
      ),
    format: (choice) =>
      Object.fromEntries(
        names.map((name) => [name, choice[name] === defaults[name] ? "" : (choice[name] ?? "").trim().replace(/\s+/g, " ")]),
      ),
  };
}
