// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { mount } from "../tests/mount";
import Search from "./Search";

/** The module of the search: tells the document that it was started, and where. */
const script = `data:text/javascript,${encodeURIComponent("export const start = (root) => root.setAttribute('data-begun', '')")}`;
const content = `<div data-script="${script}"><form><label for="search">Mots</label><input id="search" type="search" name="q"></form></div>`;
const begun = () => document.querySelector("[data-begun]");

beforeEach(() => window.history.replaceState(null, "", "/blog"));

test("the script is asked for once somebody turns to the search", async () => {
  const { html } = await mount(Search, { content });
  expect(html).toBe(`<div>${content}</div>`);
  await vi.dynamicImportSettled();
  expect(begun()).toBeNull();
  fireEvent.focus(screen.getByLabelText("Mots"));
  await waitFor(() => expect(begun()).not.toBeNull());
});

test("or when the address asks already", async () => {
  window.history.replaceState(null, "", "/blog?q=devis");
  await mount(Search, { content });
  await waitFor(() => expect(begun()).not.toBeNull());
});
