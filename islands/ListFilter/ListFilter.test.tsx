// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { events, mount } from "../tests/mount";
import ListFilter, { type ListFilterProps } from "./ListFilter";

const props: ListFilterProps = {
  list: "projects",
  nouns: ["projet", "projets", "Aucun projet trouvé"],
  filter: {
    search: { label: "Rechercher", placeholder: "Rechercher...", fields: ["title", "description", "tags"] },
    sort: {
      label: "Trier par",
      orders: [
        { value: "recent", label: "Plus récents", field: "year", descending: true },
        { value: "titre", label: "Alphabétique", field: "title" },
      ],
    },
    facets: [
      {
        parameter: "type",
        field: "category",
        label: "Type",
        visible: true,
        chips: ["all", "SaaS", "Site Web"].map((value) => ({ value, label: value })),
      },
      {
        parameter: "annee",
        field: "year",
        label: "Année",
        visible: true,
        chips: ["all", "2024", "2010"].map((value) => ({ value, label: value })),
      },
    ],
  },
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
  await mount(ListFilter, props);
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
  await mount(ListFilter, props);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Trier par" }), "Alphabétique");
  expect(shown()).toEqual(["a", "b"]);
  expect(location.search).toBe("?tri=titre");
});

test("a shared address shows what it says, and the reset takes everything back", async () => {
  history.replaceState(null, "", "/?q=rien&annee=2010&utm_source=x");
  await mount(ListFilter, props);
  expect(empty()).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Réinitialiser" }));
  expect(document.activeElement).toBe(screen.getByRole("status"));
  expect(shown()).toEqual(["b", "a"]);
  expect(empty()).toBe(false);
  expect(location.search).toBe("?utm_source=x");
});

test("one reset as soon as something is set; the focus stays in the island", async () => {
  await mount(ListFilter, props);
  expect(screen.queryByRole("button", { name: "Réinitialiser les filtres" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "SaaS" }));
  await userEvent.type(screen.getByRole("searchbox"), "laravle");
  expect(screen.getByRole("status").textContent).toBe("1\u00a0projet pour «\u00a0laravel\u00a0» (au lieu de «\u00a0laravle\u00a0»)");
  await userEvent.click(screen.getByRole("button", { name: "Réinitialiser les filtres" }));
  expect(shown()).toEqual(["b", "a"]);
  expect(document.activeElement).toBe(screen.getByRole("status"));
});

test("nothing found: the filter to drop is named, and one click drops it", async () => {
  history.replaceState(null, "", "/?type=SaaS&annee=2010");
  await mount(ListFilter, props);
  expect(empty()).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: /^Sans «\u00a0SaaS\u00a0»\u00a0: 1\u00a0projet$/ }));
  expect(shown()).toEqual(["a"]);
  expect(location.search).toBe("?annee=2010");
});

test("what was typed and chosen before hydration stands", async () => {
  history.replaceState(null, "", "/?type=SaaS");
  await mount(ListFilter, props, (element) => {
    const search = element.querySelector<HTMLInputElement>("input[type=search]");
    if (search) search.value = "alpha";
  });
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("alpha");
  expect(location.search).toBe("?type=SaaS&q=alpha");
  expect(empty()).toBe(true);
});

test("the featured block shows for all only, and its article in the list otherwise", async () => {
  document.body.innerHTML = `<div data-featured="articles"></div>
    <ul data-list="articles"><li data-id="une" hidden></li><li data-id="deux"></li></ul>`;
  const hidden = (selector: string) => document.querySelector<HTMLElement>(selector)?.hidden;
  const chips = [
    { value: "all", label: "Tous", count: 2 },
    { value: "SaaS", label: "SaaS", count: 2 },
  ];
  await mount(ListFilter, {
    list: "articles",
    nouns: ["article", "articles", "Aucun article"],
    filter: { facets: [{ parameter: "categorie", field: "category", label: "Filtrer les articles", chips }] },
    items: [
      { id: "une", category: "SaaS", featured: true },
      { id: "deux", category: "SaaS" },
    ],
  });
  const state = () => [hidden("[data-featured]"), hidden("[data-id=une]"), hidden("[data-id=deux]")];
  expect(state()).toEqual([false, true, false]);
  await userEvent.click(screen.getByRole("button", { name: "SaaS 2" }));
  expect(state()).toEqual([true, false, false]);
  expect(location.search).toBe("?categorie=SaaS");
  await userEvent.click(screen.getByRole("button", { name: "Tous 2" }));
  expect(state()).toEqual([false, true, false]);
});

test("the search key of a phone goes on to what was found", async () => {
  history.replaceState(null, "", "/?q=a");
  await mount(ListFilter, props);
  await userEvent.type(screen.getByRole("searchbox"), "{Enter}");
  expect(document.activeElement).toBe(screen.getByRole("status"));
});
