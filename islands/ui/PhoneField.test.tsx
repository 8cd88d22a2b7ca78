// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { mount } from "../tests/mount";
import { fieldsOf } from "./form/conditions";
import { formFixture } from "./form/fixture";
import { PhoneField } from "./PhoneField";

const countries = fieldsOf(formFixture("contact")).find((field) => field.countries)?.countries;
if (!countries) throw new Error("the contact form has no countries");
const user = userEvent.setup();

function Phone({ initial }: { initial: string }) {
  const [{ value, country }, setPhone] = useState<{ value: string; country?: string }>({ value: initial });
  return (
    <>
      <PhoneField
        countries={countries as NonNullable<typeof countries>}
        control={{ "aria-label": "Téléphone", value }}
        country={country}
        onPhone={(value, country) => setPhone({ value, country })}
      />
      <output>{value}</output>
    </>
  );
}
const field = () => screen.getByRole<HTMLInputElement>("textbox");
const button = () => screen.getByRole("button");
const value = () => document.querySelector("output")?.textContent;

test("an initial value with a hyphen splits", async () => {
  await mount(Phone, { initial: "+262-0692123456" });
  expect(button().getAttribute("aria-label")).toContain("La Réunion RE +262");
  expect(field().value).toBe("06 92 12 34 56");
});

test("the list opens with the chosen country, is searched, and chosen from by keys", async () => {
  await mount(Phone, { initial: "+33-0692123456" });
  await user.click(button());
  const search = screen.getByRole("combobox");
  expect(document.activeElement).toBe(search);
  expect(search.getAttribute("placeholder")).toBe("Rechercher un pays...");
  expect(screen.getAllByRole("option")).toHaveLength(15);
  expect(screen.getByRole("option", { selected: true }).textContent).toContain("France");
  const active = () =>
    document.getElementById(search.getAttribute("aria-activedescendant") ?? "")?.textContent;
  await user.keyboard("{ArrowDown}");
  expect(active()).toContain("La Réunion");
  await user.keyboard("{ArrowUp}{ArrowUp}");
  expect(active()).toContain("Côte d'Ivoire");
  await user.type(search, "etats");
  expect(active()).toContain("États-Unis");
  await user.keyboard("{Enter}");
  expect(value()).toBe("+1-0692123456");
  expect(screen.queryByRole("combobox")).toBeNull();
  expect(document.activeElement).toBe(field());
});

test("an empty search says so; Escape closes and gives the focus back", async () => {
  await mount(Phone, { initial: "" });
  await user.click(button());
  await user.type(screen.getByRole("combobox"), "atlantide");
  expect(screen.getByText("Aucun pays trouvé.")).toBeDefined();
  await user.keyboard("{Escape}");
  expect(document.activeElement).toBe(button());
  expect(button().getAttribute("aria-expanded")).toBe("false");
});

test("a country with a limit cuts what is too long", async () => {
  await mount(Phone, { initial: "+32-047012345678" });
  expect(field().value).toBe("04 70 12 34 56 78");
  await user.click(button());
  await user.click(screen.getByRole("option", { name: /La Réunion/ }));
  expect(field().value).toBe("04 70 12 34 56");
});

test("a full number refuses a digit in its middle, and loses none", async () => {
  await mount(Phone, { initial: "+262-0692123456" });
  field().focus();
  field().setSelectionRange(2, 2);
  await user.keyboard("7");
  expect(field().value).toBe("06 92 12 34 56");
});

test("an international number that is pasted brings its country", async () => {
  await mount(Phone, { initial: "" });
  field().focus();
  await user.paste("+262 692 12 34 56");
  expect(button().getAttribute("aria-label")).toContain("La Réunion RE +262");
  expect(field().value).toBe("06 92 12 34 56");
});

test("the list is no stop of the Tab key, and an arrow opens it", async () => {
  await mount(Phone, { initial: "" });
  button().focus();
  await user.keyboard("{ArrowDown}");
  expect(document.activeElement).toBe(screen.getByRole("combobox"));
  await user.tab();
  expect(document.activeElement).toBe(field());
  expect(screen.queryByRole("listbox")).toBeNull();
});

test("the caret stays behind the digit it was behind", async () => {
  await mount(Phone, { initial: "+33-069212" });
  field().focus();
  field().setSelectionRange(2, 2);
  await user.keyboard("7");
  expect(field().value).toBe("06 79 21 2");
  expect(field().selectionStart).toBe(4);
});

test.each([
  ["+230 5712 3456", "+230 5712 3456"],
  ["+261 34 12 345 67", "+261 34 12 345 67"],
  ["+352 621-123-456", "+352 621-123-456"],
  ["+262692123456", "+262-692123456"],
  ["+33 6 12 34 56 78", "+33-612345678"],
  ["0033612345678", "+33-612345678"],
  ["262692123456", "+262-692123456"],
  ["33612345678", "+33-0612345678"],
])("%s, typed key by key, is %s", async (typed, meant) => {
  await mount(Phone, { initial: "" });
  await user.type(field(), typed);
  expect(value()).toBe(meant);
});

test("a number of a country that is not in the list stays as it is, and none of the list's codes stands before it", async () => {
  await mount(Phone, { initial: "" });
  await user.type(field(), "+230 5712 3456");
  expect(field().value).toBe("+230 5712 3456");
  expect(button().getAttribute("aria-label")).toBe("Indicatif du pays");
  expect(button().textContent).toBe("+");
  await user.click(button());
  expect(screen.queryByRole("option", { selected: true })).toBeNull();
  await user.click(screen.getByRole("option", { name: /Belgique/ }));
  expect(field().value).toBe("");
  await user.type(field(), "0475123456");
  expect(value()).toBe("+32-0475123456");
});
