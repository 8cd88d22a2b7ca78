import type { Project } from "../generated/projects";

export type FilteredProject = Pick<Project, "category"> & { id: string };

/** Ids of the projects that a filter shows; `all` leaves out the categories of `hiddenInAll`. */
export function filterProjects(
  items: readonly FilteredProject[],
  filter: string,
  hiddenInAll: readonly string[],
): string[] {
  const shows = ({ category }: FilteredProject) =>
    filter === "all" ? !hiddenInAll.includes(category) : category === filter;
  return items.filter(shows).map((item) => item.id);
}
