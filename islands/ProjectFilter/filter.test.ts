import { expect, test } from "vitest";
import { type FilteredProject, filterProjects } from "./filter";

const items: FilteredProject[] = [
  { id: "sergos", category: "SaaS" },
  { id: "couture", category: "E-commerce" },
  { id: "motors", category: "Ancien projet" },
  { id: "minorites", category: "Site Web" },
  { id: "agence", category: "Missions" },
  { id: "propulse", category: "Backend Development" },
];
const hidden = ["Ancien projet", "Site Web", "Missions"];

test.each([
  ["all", ["sergos", "couture", "propulse"]],
  ["SaaS", ["sergos"]],
  ["E-commerce", ["couture"]],
  ["Application Mobile", []],
])("%s shows %j", (filter, ids) => expect(filterProjects(items, filter, hidden)).toEqual(ids));
