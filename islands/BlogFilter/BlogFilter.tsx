import { useMemo } from "react";
import { type Codec, known } from "../ui/address";
import { type Chip, Chips } from "../ui/Chips";
import { Count } from "../ui/Count";
import { track } from "../ui/track";
import { useAddress } from "../ui/useAddress";
import { useList } from "../ui/useList";
import { type FilteredArticle, filterArticles } from "./articles";

export interface BlogFilterProps {
  list: string;
  /** With the count of all articles of each. */
  categories: Chip[];
  items: FilteredArticle[];
}

const START = { category: "all" };

/** The blog's categories. */
export default function BlogFilter({ list, categories, items }: BlogFilterProps) {
  const codec = useMemo<Codec<typeof START>>(
    () => ({
      parse: (query) => ({
        category: known(
          query,
          "categorie",
          categories.map((one) => one.value),
          "all",
        ),
      }),
      format: ({ category }) => ({ categorie: category === "all" ? "" : category }),
    }),
    [categories],
  );
  const [{ category }, change] = useAddress(codec, START);
  const ids = useMemo(() => filterArticles(items, category), [items, category]);
  const featured = category === "all" && items.some((item) => item.featured);
  useList({ list, ids, featured });

  const choose = ({ value, label }: Chip) => {
    change({ category: value }, "push");
    track("button_click", { button_name: label, location: list });
  };
  return (
    <div className="filters">
      <Chips label="Filtrer les articles" chips={categories} chosen={category} onChoose={choose} />
      <Count count={ids.length + (featured ? 1 : 0)} nouns={["article", "articles", "Aucun article"]} />
    </div>
  );
}
