import { type Codec, known } from "../ui/address";
import type { Chip } from "../ui/Chips";
import { found } from "../ui/search";

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
  /** Where to look. */
  fields: string[];
}

export interface Filter {
  facets: Facet[];
  search?: Search;
  /** The first is the order that the template has. */
  sort?: { label: string; orders: Order[] };
}

/** What a visitor asked for, by parameter of the address. */
export type Choice = Record<string, string>;

const SEARCH = "q";
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

/** Ids that match search and facets together, in the order asked for; `featured` when some item can stand above them. */
export function filterItems(items: readonly Item[], { facets, search, sort }: Filter, choice: Choice) {
  const wanted = choice[SEARCH] ?? "";
  const chosen = facets.filter(({ parameter, chips }) => choice[parameter] !== chips[0]?.value);
  const isWhole = chosen.length === 0 && wanted.trim() === "";
  const isAbove = ({ featured }: Item) => featured === true && isWhole;
  const texts = (item: Item) => (search?.fields ?? []).flatMap((field) => item[field] ?? []).map(String);
  const order = sort?.orders.find(({ value }) => value === choice[SORT]);
  const ids = items
    .filter((item) => !isAbove(item))
    .filter((item) => chosen.every(({ parameter, field }) => String(item[field]) === choice[parameter]))
    .filter((item) => !search || found(wanted, texts(item)))
    .sort((a, b) => (order ? compare(a[order.field], b[order.field]) * (order.descending ? -1 : 1) : 0))
    .map((item) => item.id);
  const above = items.filter(isAbove).length;
  return { ids, count: ids.length + above, featured: items.some((item) => item.featured) ? above > 0 : undefined };
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
        names.map((name) => [name, choice[name] === defaults[name] ? "" : (choice[name] ?? "").trim()]),
      ),
  };
}
