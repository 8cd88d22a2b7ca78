import type { Tool } from "../generated/tools";
import { type Codec, known } from "../ui/address";
import { found } from "../ui/search";

export type FilteredTool = Pick<Tool, "name" | "description" | "tags" | "category" | "featured"> & {
  id: string;
};

export interface ToolChoice {
  search: string;
  category: string;
}

export const START: ToolChoice = { search: "", category: "all" };

/** What shows: the featured block only while nothing is searched or chosen, and its tool not twice. */
export function filterTools(items: readonly FilteredTool[], { search, category }: ToolChoice) {
  const featured = category === "all" && search.trim() === "" && items.some((item) => item.featured);
  const ids = items
    .filter((item) => !(featured && item.featured))
    .filter((item) => category === "all" || item.category === category)
    .filter((item) => found(search, [item.name, item.description, ...item.tags]))
    .map((item) => item.id);
  return { ids, featured };
}

export function toolCodec(categories: readonly string[]): Codec<ToolChoice> {
  return {
    parse: (query) => ({
      search: query.get("q") ?? START.search,
      category: known(query, "categorie", categories, START.category),
    }),
    format: ({ search, category }) => ({
      q: search.trim(),
      categorie: category === START.category ? "" : category,
    }),
  };
}
