import { expect, test } from "vitest";
import { type ListedProject, type Listing, listingCodec, listProjects, START } from "./listing";

function project(id: string, part: Partial<ListedProject>): ListedProject {
  return { id, title: id, description: "", tags: [], category: "SaaS", year: 2024, ...part };
}

const items = [
  project("sergos", { title: "Sergos", tags: ["Laravel", "Flutter"], year: 2024 }),
  project("etude", { title: "Étude", description: "Planning d’équipe", year: 2024 }),
  project("abeille", { title: "abeille", category: "Site Web", tags: ["PHP"], year: 2010 }),
  project("zebre", { title: "Zèbre", category: "Backend Development", year: 2025 }),
];

function check(part: Partial<Listing>, ids: string[]) {
  expect(listProjects(items, { ...START, ...part })).toEqual(ids);
}

test("everything, newest first, equal years as the template has them", () => {
  check({}, ["zebre", "sergos", "etude", "abeille"]);
});
test("the oldest first", () => check({ sort: "ancien" }, ["abeille", "sergos", "etude", "zebre"]));
test("by title, as French sorts it", () => check({ sort: "titre" }, ["abeille", "etude", "sergos", "zebre"]));
test("search in titles, descriptions and tags", () => {
  check({ search: "laravel" }, ["sergos"]);
  check({ search: "equipe" }, ["etude"]);
  check({ search: "ABEILLE" }, ["abeille"]);
});
test("search, type and year together", () => {
  check({ search: "e", type: "SaaS", year: "2024" }, ["sergos", "etude"]);
  check({ search: "php", type: "SaaS" }, []);
  check({ type: "SaaS", year: "2010" }, []);
});
test("a year matches exactly", () => check({ year: "201" }, []));

test("the address says what is not the default, and reads it again", () => {
  const codec = listingCodec(["all", "SaaS"], ["all", "2024"]);
  expect(Object.values(codec.format(START)).join("")).toBe("");
  const state = { search: "été", type: "SaaS", year: "2024", sort: "titre" };
  expect(codec.parse(new URLSearchParams(codec.format(state)))).toEqual(state);
  expect(codec.parse(new URLSearchParams("type=x&annee=1&tri=y"))).toEqual(START);
});
