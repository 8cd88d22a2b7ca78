import type { Article } from "../generated/articles";

export type FilteredArticle = Pick<Article, "category" | "featured"> & { id: string };

/** Ids that a category shows; the featured article stands above the list, and so not in it, under `all` only. */
export function filterArticles(items: readonly FilteredArticle[], category: string): string[] {
  const shows = (item: FilteredArticle) => (category === "all" ? !item.featured : item.category === category);
  return items.filter(shows).map((item) => item.id);
}
