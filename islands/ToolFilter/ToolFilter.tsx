import { useMemo } from "react";
import { type Chip, Chips } from "../ui/Chips";
import { Count } from "../ui/Count";
import { SearchField } from "../ui/SearchField";
import { track } from "../ui/track";
import { useAddress } from "../ui/useAddress";
import { useList } from "../ui/useList";
import { type FilteredTool, filterTools, START, toolCodec } from "./tools";

export interface ToolFilterProps {
  list: string;
  categories: Chip[];
  items: FilteredTool[];
}

/** Search and category of the tools. */
export default function ToolFilter({ list, categories, items }: ToolFilterProps) {
  const codec = useMemo(() => toolCodec(categories.map((category) => category.value)), [categories]);
  const [state, change] = useAddress(codec, START);
  const { ids, featured } = useMemo(() => filterTools(items, state), [items, state]);
  useList({ list, ids, featured });

  const choose = ({ value, label }: Chip) => {
    change({ category: value }, "push");
    track("button_click", { button_name: label, location: list });
  };
  return (
    <div className="filters">
      <SearchField
        label="Rechercher un outil"
        placeholder="Rechercher un outil..."
        value={state.search}
        onSearch={(search) => change({ search }, "replace")}
      />
      <Chips label="Filtrer les outils" chips={categories} chosen={state.category} onChoose={choose} />
      <Count count={ids.length + (featured ? 1 : 0)} nouns={["outil", "outils", "Aucun outil trouvé"]} />
    </div>
  );
}
