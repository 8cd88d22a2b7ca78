// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { mount } from "../tests/mount";
import { received, relay } from "../tests/relay";
import { formFixture, formProps } from "../ui/form/fixture";
import EligibilityForm from "./EligibilityForm";

const form = formFixture("eligibilite");
const props = formProps(form);
beforeEach(() => {
  vi.spyOn(performance, "now").mockReturnValue(10_000);
});
const user = userEvent.setup();
const choose = (name: string | RegExp) => user.click(screen.getByRole("radio", { name }));
const groups = () => screen.getAllByRole("radiogroup").map((group) => group.getAttribute("aria-labelledby"));
const goOn = () => screen.queryByRole("button", { name: "Continuer" });
const outcome = () => document.querySelector<HTMLElement>("[data-outcome]")?.dataset.outcome;

test("without JavaScript what everybody is asked is marked, and what some are asked is not", async () => {
  const { html } = await mount(EligibilityForm, props);
  const label = (words: string) => html.slice(html.indexOf(words)).split("</p>")[0];
  expect(label("Secteur d")).toContain('class="required"');
  expect(label("Combien de salariés")).not.toContain('class="required"');
  expect(html).toMatch(/<input[^>]*required=""[^>]*name="secteur"/);
  expect(html).not.toMatch(/<input[^>]*required=""[^>]*name="taille"/);
});

test("size and sector appear in turn, and Continuer with the last choice", async () => {
  await mount(EligibilityForm, props);
  expect(groups()).toHaveLength(1);
  await choose("Une entreprise");
  expect(groups()).toHaveLength(2);
  expect(screen.queryByRole("radio", { name: /Moins de 10/ })).toBeNull();
  await choose(/^Moins de 20 salariés/);
  expect(groups()).toHaveLength(3);
  expect(goOn()).toBeNull();
  expect(outcome()).toBeUndefined();
  await choose("Commerce");
  expect(outcome()).toBe("eligible");
  expect(screen.getByText("Félicitations !")).toBeDefined();
  expect(
    screen.getByText(
      "Votre organisation est éligible au Kap Numérik. Poursuivons avec les détails de votre projet.",
    ),
  ).toBeDefined();
  expect(goOn()).not.toBeNull();

  await choose(/^De 20 à 49 salariés/);
  expect(outcome()).toBeUndefined();
  expect(goOn()).toBeNull();
  await choose("Commerce");
  expect(outcome()).toBe("ineligible");
  expect(screen.getByText(/^Votre organisation ne semble pas éligible/)).toBeDefined();
  expect(goOn()).not.toBeNull();

  await choose("Une association");
  expect(document.querySelectorAll("input:checked")).toHaveLength(1);
});

test("a self-employed visitor is asked no size", async () => {
  await mount(EligibilityForm, props);
  await choose(/^Auto-entrepreneur/);
  expect(groups()).toHaveLength(2);
  await choose("Artisanat");
  expect(outcome()).toBe("eligible");
});

test("the second step, and a thank-you banner after sending", async () => {
  const sent = relay(received);
  await mount(EligibilityForm, props);
  await choose(/^Auto-entrepreneur/);
  await choose("Services");
  expect(document.querySelector(".form-title")?.textContent).toBe("1/2\u00a0: Vérifier mon éligibilité");
  await user.click(goOn() as HTMLElement);
  expect(document.querySelector(".form-title")?.textContent).toBe("2/2\u00a0: Vérifier mon éligibilité");
  const recap = screen.getByRole("region", { name: "Vos réponses" }).textContent;
  for (const said of ["Éligible", "Auto-entrepreneur", "Services"]) expect(recap).toContain(said);
  await user.click(screen.getByRole("button", { name: "Envoyer ma demande" }));
  expect(screen.getAllByText("Ce champ est requis")).toHaveLength(5);
  await user.type(screen.getByRole("textbox", { name: /Nom complet/ }), "Ada");
  await user.type(screen.getByRole("textbox", { name: /E-mail/ }), "ada@exemple.re");
  await user.type(screen.getByRole("textbox", { name: /Téléphone/ }), "0692 12 34 56");
  await user.type(screen.getByRole("textbox", { name: /Description/ }), "Un site");
  await user.type(screen.getByRole("textbox", { name: /Budget/ }), "2 500,50 €");
  await user.click(screen.getByRole("checkbox", { name: /Formation/ }));
  await user.click(screen.getByRole("checkbox", { name: /Site vitrine/ }));
  await user.click(screen.getByRole("button", { name: "Retour" }));
  expect(screen.getByRole("radio", { name: "Services" })).toHaveProperty("checked", true);
  await user.click(goOn() as HTMLElement);
  await user.click(screen.getByRole("button", { name: "Envoyer ma demande" }));
  const thanks = await screen.findByText("Merci pour votre demande !");
  await waitFor(() => expect(document.activeElement).toBe(thanks.closest("[data-thanks]")));
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({
    type: "autoentrepreneur",
    taille: "",
    secteur: "services",
    nom: "Ada",
    budget: "2500,50",
    besoins: ["site-vitrine", "formation"],
  });
  expect(document.querySelectorAll("input:checked")).toHaveLength(0);
});
