// @vitest-environment happy-dom
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import ContactWizard from "../../ContactWizard/ContactWizard";
import { mount } from "../../tests/mount";
import { received, relay } from "../../tests/relay";
import { saveDraft } from "./draft";
import { formFixture, formProps } from "./fixture";

const form = formFixture("contact");
const user = userEvent.setup();
// What is sent within moments of opening a page is taken for a program's.
beforeEach(() => void vi.spyOn(performance, "now").mockReturnValue(10_000));
const submit = () => user.click(screen.getByRole("button", { name: "Envoyer ma demande" }));

test("each calculation that is attached can be taken off, and one that is too long says so", async () => {
  const sent = relay(received);
  saveDraft(form, {
    answers: { name: "Ada", email: "ada@exemple.re", calculation: `Un\nC’est 1.\n\nDeux\n${"x".repeat(4000)}` },
    countries: {},
    step: 5,
  });
  await mount(ContactWizard, formProps(form));
  const parts = () => screen.queryAllByRole("region", { name: "Calcul joint" });
  const titles = () => parts().map((part) => part.querySelector("summary")?.textContent);
  expect(titles()).toEqual(["Un", "Deux"]);
  await submit();
  expect(sent).toHaveLength(0);
  const detach = within(parts()[1] as HTMLElement).getByRole("button", { name: "Retirer ce calcul" });
  const said = document.getElementById(detach.getAttribute("aria-describedby") ?? "");
  expect(said?.textContent).toMatch(/4.?000/);
  expect(document.activeElement?.closest("[data-attached]")).toBe(parts()[0]);
  await user.click(detach);
  expect(titles()).toEqual(["Un"]);
  await submit();
  await waitFor(() => expect(sent).toHaveLength(1));
});
