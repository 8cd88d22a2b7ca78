import { expect, test } from "vitest";
import { type FilteredArticle, filterArticles } from "./articles";

const items: FilteredArticle[] = [
  { id: "outils", category: "Productivité", featured: true },
  { id: "fast", category: "SaaS" },
  { id: "erreurs", category: "SaaS" },
];

test("the featured article is out of the list only while everything shows", () => {
  expect(filterArticles(items, "all")).toEqual(["fast", "erreurs"]);
  expect(filterArticles(items, "Productivité")).toEqual(["outils"]);
  expect(filterArticles(items, "SaaS")).toEqual(["fast", "erreurs"]);
  expect(filterArticles(items, "Tech")).toEqual([]);
});
