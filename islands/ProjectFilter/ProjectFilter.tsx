import { useMemo } from "react";
import { type Codec, known } from "../ui/address";
import { type Chip, Chips } from "../ui/Chips";
import { Count } from "../ui/Count";
import { track } from "../ui/track";
import { useAddress } from "../ui/useAddress";
import { useList } from "../ui/useList";
import { type FilteredProject, filterProjects } from "./filter";

export interface ProjectFilterProps {
  list: string;
  filters: Chip[];
  hiddenInAll: string[];
  items: FilteredProject[];
}

const START = { filter: "all" };

/** The home page's project filter. */
export default function ProjectFilter({ list, filters, hiddenInAll, items }: ProjectFilterProps) {
  const codec = useMemo<Codec<typeof START>>(
    () => ({
      parse: (query) => ({
        filter: known(
          query,
          "projets",
          filters.map((filter) => filter.value),
          "all",
        ),
      }),
      format: ({ filter }) => ({ projets: filter === "all" ? "" : filter }),
    }),
    [filters],
  );
  const [{ filter }, change] = useAddress(codec, START);
  const ids = useMemo(() => filterProjects(items, filter, hiddenInAll), [items, filter, hiddenInAll]);
  useList({ list, ids });

  const choose = ({ value, label }: Chip) => {
    change({ filter: value }, "push");
    track("button_click", { button_name: label, location: list });
  };
  return (
    <div className="filters">
      <Chips label="Filtrer les projets" chips={filters} chosen={filter} onChoose={choose} />
      <Count count={ids.length} nouns={["projet affiché", "projets affichés", "Aucun projet"]} />
    </div>
  );
}
