// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { mount, unmount } from "../tests/mount";
import Faq from "./Faq";

const content = ["un", "deux", "trois"]
  .map(
    (id, index) =>
      `<details id="${id}" name="questions"${index === 0 ? " open" : ""}><summary>Question ${id}</summary><p>Réponse ${id}</p></details>`,
  )
  .join("");
const open = (element: HTMLElement) =>
  [...element.querySelectorAll("details")].filter((one) => one.open).map((one) => one.id);

test("one is open, the first at first, and a click closes it", async () => {
  const { element, html } = await mount(Faq, { content });
  expect(html).toBe(`<div class="accordion">${content}</div>`);
  expect(open(element)).toEqual(["un"]);
  await userEvent.click(screen.getByText("Question deux"));
  expect(open(element)).toEqual(["deux"]);
  await userEvent.click(screen.getByText("Question deux"));
  expect(open(element)).toEqual([]);
});

test("what the visitor opened before hydration stays open", async () => {
  const { element } = await mount(Faq, { content }, (before) => {
    const all = before.querySelectorAll("details");
    all.forEach((one, index) => {
      one.open = index === 2;
    });
  });
  expect(open(element)).toEqual(["trois"]);
});

test("an address that names a question opens it", async () => {
  history.replaceState(null, "", "/#deux");
  const { element } = await mount(Faq, { content });
  expect(open(element)).toEqual(["deux"]);
});

test("an address whose fragment is not well encoded takes nothing away", async () => {
  for (const hash of ["#100%", "#%E0%A4%A"]) {
    history.replaceState(null, "", `/${hash}`);
    const { element } = await mount(Faq, { content });
    expect(open(element)).toEqual(["un"]);
    await unmount(element);
  }
});
