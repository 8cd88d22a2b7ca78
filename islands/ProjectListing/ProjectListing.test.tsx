// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { events, mount } from "../tests/mount";
import ProjectListing, { type ProjectListingProps } from "./ProjectListing";

const props: ProjectListingProps = {
  list: "projects",
  types: [
    { value: "all", label: "Tous" },
    { value: "SaaS", label: "SaaS" },
    { value: "Site Web", label: "Site Web" },
  ],
  years: [
    { value: "all", label: "Toutes" },
    { value: "2024", label: "2024" },
    { value: "2010", label: "2010" },
  ],
  items: [
    { id: "b", title: "Bêta", description: "", tags: ["Laravel"], category: "SaaS", year: 2024 },
    { id: "a", title: "Alpha", description: "", tags: [], category: "Site Web", year: 2010 },
  ],
};

beforeEach(() => {
  document.body.innerHTML = `
    <ul data-list="projects"><li data-id="b">Bêta</li><li data-id="a">Alpha</li></ul>
    <div data-empty="projects" hidden>Aucun projet trouvé <button data-reset="projects">Réinitialiser</button></div>`;
});
const shown = () =>
  [...document.querySelectorAll<HTMLElement>("li")].filter((li) => !li.hidden).map((li) => li.dataset.id);
const empty = () => document.querySelector<HTMLElement>("[data-empty]")?.hidden === false;

test("search, type and year together; the address says it; Back takes it back", async () => {
  const heard = events();
  await mount(ProjectListing, props);
  expect(shown()).toEqual(["b", "a"]);
  await userEvent.click(screen.getByRole("button", { name: "Site Web" }));
  expect(shown()).toEqual(["a"]);
  expect(location.search).toBe("?type=Site+Web");
  expect(screen.getByRole("button", { name: "Site Web", pressed: true })).toBeDefined();
  expect(screen.getByRole("status").textContent).toBe("1\u00a0projet");
  expect(heard).toEqual([["button_click", { button_name: "Site Web", location: "projects" }]]);

  await userEvent.type(screen.getByRole("searchbox"), "laravel");
  expect(shown()).toEqual([]);
  expect(empty()).toBe(true);
  expect(location.search).toBe("?type=Site+Web&q=laravel");

  history.replaceState(null, "", "/?type=SaaS");
  await act(async () => dispatchEvent(new PopStateEvent("popstate")));
  expect(shown()).toEqual(["b"]);
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("");
});

test("the sort sorts", async () => {
  await mount(ProjectListing, props);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Trier par" }), "Alphabétique");
  expect(shown()).toEqual(["a", "b"]);
  expect(location.search).toBe("?tri=titre");
});

test("a shared address shows what it says, and the reset takes everything back", async () => {
  history.replaceState(null, "", "/?q=rien&annee=2010&utm_source=x");
  await mount(ProjectListing, props);
  expect(empty()).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Réinitialiser" }));
  expect(shown()).toEqual(["b", "a"]);
  expect(empty()).toBe(false);
  expect(location.search).toBe("?utm_source=x");
});

test("what was typed and chosen before hydration stands", async () => {
  history.replaceState(null, "", "/?type=SaaS");
  await mount(ProjectListing, props, (element) => {
    const search = element.querySelector<HTMLInputElement>("input[type=search]");
    if (search) search.value = "alpha";
  });
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("alpha");
  expect(location.search).toBe("?type=SaaS&q=alpha");
  expect(empty()).toBe(true);
});
