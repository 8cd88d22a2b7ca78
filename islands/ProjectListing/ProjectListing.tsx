import { useCallback, useMemo } from "react";
import { type Chip, Chips } from "../ui/Chips";
import { Count } from "../ui/Count";
import { SearchField } from "../ui/SearchField";
import { SortField } from "../ui/SortField";
import { track } from "../ui/track";
import { useAddress } from "../ui/useAddress";
import { useList } from "../ui/useList";
import { type ListedProject, listingCodec, listProjects, SORTS, START } from "./listing";

export interface ProjectListingProps {
  list: string;
  types: Chip[];
  years: Chip[];
  items: ListedProject[];
}

/** Search, sort, type and year of the portfolio. */
export default function ProjectListing({ list, types, years, items }: ProjectListingProps) {
  const values = (chips: Chip[]) => chips.map((chip) => chip.value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `values` only reads its argument.
  const codec = useMemo(() => listingCodec(values(types), values(years)), [types, years]);
  const [state, change] = useAddress(codec, START);
  const ids = useMemo(() => listProjects(items, state), [items, state]);
  const reset = useCallback(() => change(START, "push"), [change]);
  useList({ list, ids }, reset);

  const clicked = (name: string) => track("button_click", { button_name: name, location: list });
  return (
    <div className="filters">
      <SearchField
        label="Rechercher dans les projets"
        placeholder="Rechercher un projet, une technologie..."
        value={state.search}
        onSearch={(search) => change({ search }, "replace")}
      />
      <SortField
        label="Trier par"
        options={SORTS}
        value={state.sort}
        onSort={(sort) => change({ sort }, "push")}
      />
      <Chips
        label="Type"
        visibleLabel
        chips={types}
        chosen={state.type}
        onChoose={({ value, label }) => {
          change({ type: value }, "push");
          clicked(label);
        }}
      />
      <Chips
        label="Année"
        visibleLabel
        chips={years}
        chosen={state.year}
        onChoose={({ value, label }) => {
          change({ year: value }, "push");
          clicked(label);
        }}
      />
      <Count count={ids.length} nouns={["projet", "projets", "Aucun projet trouvé"]} />
    </div>
  );
}
