// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { mount } from "../tests/mount";
import BlogFilter from "./BlogFilter";

beforeEach(() => {
  document.body.innerHTML = `<div data-featured="articles"></div>
    <ul data-list="articles"><li data-id="une" hidden></li><li data-id="deux"></li></ul>`;
});
const hidden = (selector: string) => document.querySelector<HTMLElement>(selector)?.hidden;

test("the featured block shows for all only, and its article in the list otherwise", async () => {
  await mount(BlogFilter, {
    list: "articles",
    categories: [
      { value: "all", label: "Tous", count: 2 },
      { value: "SaaS", label: "SaaS", count: 2 },
      { value: "Tech", label: "Tech", count: 0 },
    ],
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
