import { expect, test } from "vitest";
import { type Choice, codecOf, type Filter, filterItems, type Item, start, whatIsSet } from "./filter";

const chips = (...values: string[]) => ["all", ...values].map((value) => ({ value, label: value }));

const projects: Filter = {
  search: { label: "", placeholder: "", fields: ["title", "description", "tags"] },
  sort: {
    label: "",
    orders: [
      { value: "recent", label: "", field: "year", descending: true },
      { value: "ancien", label: "", field: "year" },
      { value: "titre", label: "", field: "title" },
    ],
  },
  facets: [
    { parameter: "type", field: "category", label: "", chips: chips("SaaS", "Site Web") },
    { parameter: "annee", field: "year", label: "", chips: chips("2024", "2010", "201") },
  ],
};

function project(id: string, part: Partial<Item>): Item {
  return { title: id, description: "", tags: [], category: "SaaS", year: 2024, ...part, id };
}

const items = [
  project("sergos", { title: "Sergos", tags: ["Laravel", "Flutter"] }),
  project("etude", { title: "Étude", description: "Planning d’équipe" }),
  project("abeille", { title: "abeille", category: "Site Web", tags: ["PHP"], year: 2010 }),
  project("zebre", { title: "Zèbre", category: "Backend Development", year: 2025 }),
];

function check(part: Choice, ids: string[]) {
  expect(filterItems(items, projects, { ...start(projects), ...part }).ids).toEqual(ids);
}

test("everything, newest first, equal years as the template has them", () => {
  check({}, ["zebre", "sergos", "etude", "abeille"]);
});
test("the oldest first", () => check({ tri: "ancien" }, ["abeille", "sergos", "etude", "zebre"]));
test("by title, as French sorts it", () => check({ tri: "titre" }, ["abeille", "etude", "sergos", "zebre"]));
test("search in titles, descriptions and tags", () => {
  check({ q: "laravel" }, ["sergos"]);
  check({ q: "equipe" }, ["etude"]);
  check({ q: "ABEILLE" }, ["abeille"]);
});
test("search, type and year together", () => {
  check({ q: "e", type: "SaaS", annee: "2024" }, ["sergos", "etude"]);
  check({ q: "php", type: "SaaS" }, []);
  check({ type: "SaaS", annee: "2010" }, []);
});
test("words in any order, hyphens or none, other fields after the first ones, a slip understood", () => {
  const filter: Filter = { ...projects, search: { label: "", placeholder: "", fields: ["title", "tags"], more: ["subtitle"] } };
  const all = [
    project("jardin", { title: "Jardin", subtitle: "Le site d’un paysagiste, avec Flutter", year: 2025 }),
    project("hup", { title: "H-UP", tags: ["Flutter", "Laravel"] }),
  ];
  const search = (q: string, more: Choice = {}) => filterItems(all, filter, { ...start(filter), q, ...more });
  expect(search("laravel h-up").ids).toEqual(["hup"]);
  expect(search("hup").ids).toEqual(["hup"]);
  expect(search("paysagiste").ids).toEqual(["jardin"]);
  expect(search("flutter").ids).toEqual(["hup", "jardin"]);
  expect(search("flutter", { tri: "titre" }).ids).toEqual(["hup", "jardin"]);
  expect(search("laravle")).toMatchObject({ ids: ["hup"], words: ["laravel"] });
  expect(search("laravel paysagiste").ids).toEqual([]);
});

test("what is set, and what taking one back would leave", () => {
  const choice = { ...start(projects), q: "php", type: "SaaS", annee: "2010" };
  expect(whatIsSet(items, projects, choice)).toEqual([
    { parameter: "type", label: "SaaS", without: 1 },
    { parameter: "annee", label: "2010", without: 0 },
    { parameter: "q", label: "php", without: 0 },
  ]);
  expect(whatIsSet(items, projects, start(projects))).toEqual([]);
});

test("a year matches exactly", () => check({ annee: "201" }, []));

test("the address says what is not the default, and reads it again", () => {
  const codec = codecOf(projects);
  expect(Object.values(codec.format(start(projects))).join("")).toBe("");
  const choice = { q: "été", type: "SaaS", annee: "2024", tri: "titre" };
  expect(codec.parse(new URLSearchParams(codec.format(choice)))).toEqual(choice);
  expect(codec.parse(new URLSearchParams("type=x&annee=1&tri=y"))).toEqual(start(projects));
  expect(codec.format({ ...start(projects), q: " sergos  2024 " }).q, "spaces are one").toBe("sergos 2024");
});

const tools: Filter = {
  search: { label: "", placeholder: "", fields: ["name", "description", "tags"] },
  facets: [{ parameter: "categorie", field: "category", label: "", chips: chips("Boilerplates", "Autre chose") }],
};
const tool = { description: "Kit Laravel", tags: ["SaaS"], category: "Boilerplates" };
const featured: Item[] = [
  { id: "mafate", name: "Mafate", featured: true, ...tool },
  { id: "autre", name: "Autre", ...tool },
];

test.each([
  [{}, ["autre"], true, 2],
  [{ q: " " }, ["autre"], true, 2],
  [{ q: "mafate" }, ["mafate"], false, 1],
  [{ categorie: "Boilerplates" }, ["mafate", "autre"], false, 2],
  [{ q: "LARAVEL", categorie: "Boilerplates" }, ["mafate", "autre"], false, 2],
  [{ q: "saas", categorie: "Autre chose" }, [], false, 0],
  [{ q: "rien" }, [], false, 0],
])("what is featured shows only when nothing is searched or chosen, and not twice: %j", (part, ids, above, count) =>
  expect(filterItems(featured, tools, { ...start(tools), ...part })).toMatchObject({ ids, featured: above, count }));

test("without a featured item, the block above is not this filter's", () => {
  expect(filterItems(items, projects, start(projects)).featured).toBeUndefined();
});
