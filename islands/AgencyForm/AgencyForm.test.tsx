// @vitest-environment happy-dom
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { mount } from "../tests/mount";
import { broken, received, relay } from "../tests/relay";
import { formFixture, formProps } from "../ui/form/fixture";
import AgencyForm from "./AgencyForm";

const form = formFixture("agence");
const props = formProps(form);
beforeEach(() => {
  vi.spyOn(performance, "now").mockReturnValue(10_000);
});
const user = userEvent.setup({ advanceTimers: (ms) => vi.isFakeTimers() && vi.advanceTimersByTime(ms) });
const legend = () => document.querySelector("fieldset:not([hidden]) legend")?.textContent;
const goOn = () => user.click(screen.getByRole("button", { name: "Continuer" }));
const choose = (name: RegExp) => user.click(screen.getByRole("radio", { name }));

async function toLast() {
  await choose(/^Référencement/);
  await goOn();
  await choose(/^Augmenter/);
  await goOn();
  await choose(/^Flexible/);
  await goOn();
}
async function complete() {
  await toLast();
  await user.type(screen.getByRole("textbox", { name: /Nom complet/ }), "Ada");
  await user.type(screen.getByRole("textbox", { name: /E-mail/ }), "ada@exemple.re");
  await user.click(screen.getByRole("button", { name: "Envoyer ma demande" }));
}

test("each step is checked before the next, and an error goes with a filled edit", async () => {
  await mount(AgencyForm, props);
  expect(form.resetDelay).toBe(5000);
  await goOn();
  expect(legend()).toBe("Type de projet");
  expect(screen.getByText("Ce champ est requis")).toBeDefined();
  expect(screen.getByRole("radiogroup").getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement?.getAttribute("name")).toBe("projectType");
  await choose(/^Référencement/);
  expect(screen.queryByText("Ce champ est requis")).toBeNull();
  await goOn();
  expect(legend()).toBe("Objectif");
});

test("a choice that a script made without an event is one", async () => {
  await mount(AgencyForm, props);
  const radio = screen.getByRole<HTMLInputElement>("radio", { name: /^Référencement/ });
  radio.checked = true;
  await goOn();
  expect(legend()).toBe("Objectif");
  expect(radio.checked).toBe(true);
});

test("the last step: required, white space, a wrong address", async () => {
  const sent = relay(received);
  await mount(AgencyForm, props);
  await toLast();
  await user.type(screen.getByRole("textbox", { name: /Nom complet/ }), "   ");
  await user.type(screen.getByRole("textbox", { name: /E-mail/ }), "ada@");
  await user.click(screen.getByRole("button", { name: "Envoyer ma demande" }));
  expect(screen.getByText("Ce champ est requis")).toBeDefined();
  const wrong = screen.getByText("Adresse email invalide");
  expect(screen.getByRole("textbox", { name: /E-mail/ }).getAttribute("aria-describedby")).toBe(wrong.id);
  expect(sent).toHaveLength(0);
  expect(screen.getByRole("textbox", { name: /Site web/ }).getAttribute("type")).toBe("url");
});

test("the summary stands on every step after the first, and Retour goes back", async () => {
  await mount(AgencyForm, props);
  expect(screen.queryByRole("region", { name: "Votre sélection" })).toBeNull();
  await choose(/^Référencement/);
  await goOn();
  expect(screen.getByRole("region", { name: "Votre sélection" }).textContent).toContain(
    "Référencement (SEO)",
  );
  await user.click(screen.getByRole("button", { name: "Retour" }));
  expect(legend()).toBe("Type de projet");
});

test("the thank-you screen resets the form after five seconds", async () => {
  const sent = relay(received);
  await mount(AgencyForm, props);
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ["setTimeout", "clearTimeout"] });
  await complete();
  const thanks = await screen.findByText("Merci pour votre demande !");
  await waitFor(() => expect(document.activeElement).toBe(thanks.parentElement));
  expect(sent[0]).toMatchObject({
    projectType: "seo",
    projectGoal: "augmenter-ventes",
    features: [],
    integrations: [],
  });
  expect(screen.queryByRole("form")).toBeNull();
  expect(localStorage.getItem("draft:agence")).toBeNull();
  await act(async () => vi.advanceTimersByTime(4_000));
  await act(async () => dispatchEvent(new Event("pageshow")));
  expect(screen.getByText("Merci pour votre demande !")).toBeDefined();
  await act(async () => vi.advanceTimersByTime(1_100));
  expect(screen.queryByText("Merci pour votre demande !")).toBeNull();
  expect(screen.getByText(/^Notre réponse part au plus tard/), "what was sent stays said").toBeDefined();
  expect(document.activeElement, "the focus is not lost").not.toBe(document.body);
  expect(legend()).toBe("Type de projet");
  expect(document.querySelectorAll("input:checked")).toHaveLength(0);
});

test("its button only closes it", async () => {
  relay(received);
  await mount(AgencyForm, props);
  await complete();
  await user.click(await screen.findByRole("button", { name: "Fermer" }));
  expect(screen.queryByText("Merci pour votre demande !")).toBeNull();
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /Nom complet/ }).value).toBe("Ada");
});

test("a site's address needs no scheme", async () => {
  const sent = relay(received);
  await mount(AgencyForm, props);
  await toLast();
  await user.type(screen.getByRole("textbox", { name: /Nom complet/ }), "Ada");
  await user.type(screen.getByRole("textbox", { name: /E-mail/ }), "ada@exemple.re");
  await user.type(screen.getByRole("textbox", { name: /Site web/ }), "www.exemple.fr");
  await user.click(screen.getByRole("button", { name: "Envoyer ma demande" }));
  await waitFor(() => expect(sent[0]).toMatchObject({ website: "https://www.exemple.fr" }));
});

test("a failure shows the red banner and stays on the step", async () => {
  relay(broken);
  await mount(AgencyForm, props);
  vi.spyOn(console, "error").mockImplementation(() => {});
  await complete();
  const text = await screen.findByText("Une erreur est survenue. Veuillez réessayer.");
  expect(text.closest("[role=alert]")).not.toBeNull();
  expect(console.error).toHaveBeenCalled();
  expect(legend()).toBe("Vos coordonnées");
});
