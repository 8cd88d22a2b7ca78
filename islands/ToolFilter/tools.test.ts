import { expect, test } from "vitest";
import { type FilteredTool, filterTools, START } from "./tools";

const tool = { description: "Kit Laravel", tags: ["SaaS"], category: "Boilerplates" as const };
const items: FilteredTool[] = [
  { id: "mafate", name: "Mafate", featured: true, ...tool },
  { id: "autre", name: "Autre", ...tool },
];

test("the featured block shows only when nothing is searched or chosen, and its tool not twice", () => {
  expect(filterTools(items, START)).toEqual({ ids: ["autre"], featured: true });
  expect(filterTools(items, { search: " ", category: "all" })).toEqual({ ids: ["autre"], featured: true });
  expect(filterTools(items, { search: "mafate", category: "all" })).toEqual({
    ids: ["mafate"],
    featured: false,
  });
  expect(filterTools(items, { search: "", category: "Boilerplates" })).toEqual({
    ids: ["mafate", "autre"],
    featured: false,
  });
});
test("search in names, descriptions and tags, with the category", () => {
  expect(filterTools(items, { search: "LARAVEL", category: "Boilerplates" }).ids).toEqual([
    "mafate",
    "autre",
  ]);
  expect(filterTools(items, { search: "saas", category: "Autre chose" }).ids).toEqual([]);
  expect(filterTools(items, { search: "rien", category: "all" })).toEqual({ ids: [], featured: false });
});
