import type { Project } from "../generated/projects";
import { type Codec, known } from "../ui/address";
import { found } from "../ui/search";

export type ListedProject = Pick<Project, "title" | "description" | "tags" | "category" | "year"> & {
  id: string;
};

export const SORTS = [
  { value: "recent", label: "Plus récents" },
  { value: "ancien", label: "Plus anciens" },
  { value: "titre", label: "Alphabétique" },
] as const;

export interface Listing {
  search: string;
  type: string;
  year: string;
  sort: string;
}

export const START: Listing = { search: "", type: "all", year: "all", sort: "recent" };

const french = new Intl.Collator("fr", { sensitivity: "base", numeric: true });

const ORDERS: Record<string, (a: ListedProject, b: ListedProject) => number> = {
  recent: (a, b) => b.year - a.year,
  ancien: (a, b) => a.year - b.year,
  titre: (a, b) => french.compare(a.title, b.title),
};

/** Ids of the projects that match search, type and year together, in the order asked for. */
export function listProjects(
  items: readonly ListedProject[],
  { search, type, year, sort }: Listing,
): string[] {
  return items
    .filter((item) => type === "all" || item.category === type)
    .filter((item) => year === "all" || String(item.year) === year)
    .filter((item) => found(search, [item.title, item.description, ...item.tags]))
    .sort(ORDERS[sort] ?? ORDERS.recent)
    .map((item) => item.id);
}

/** The state in the address's query; what stands at its default is left out. */
export function listingCodec(types: readonly string[], years: readonly string[]): Codec<Listing> {
  const sorts = SORTS.map((sort) => sort.value);
  return {
    parse: (query) => ({
      search: query.get("q") ?? START.search,
      type: known(query, "type", types, START.type),
      year: known(query, "annee", years, START.year),
      sort: known(query, "tri", sorts, START.sort),
    }),
    format: ({ search, type, year, sort }) => ({
      q: search.trim(),
      type: type === START.type ? "" : type,
      annee: year === START.year ? "" : year,
      tri: sort === START.sort ? "" : sort,
    }),
  };
}
