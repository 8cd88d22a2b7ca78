import { expect, test } from "vitest";
import { emptyAnswers, labelOf, recapLines, withAnswer } from "./answers";
import { type Answers, fieldsOf, isAsked, outcomeOf } from "./conditions";
import type { Field } from "./definition";
import { formFixture } from "./fixture";
import { judge, stepOfErrors } from "./judge";

const contact = formFixture("contact");
const agency = formFixture("agence");
const grant = formFixture("eligibilite");

function answers(form: typeof contact, part: Answers): Answers {
  return { ...emptyAnswers(form), ...part };
}

test("the contact form asks a name and an address, no more", () => {
  expect(judge(contact, emptyAnswers(contact))).toEqual({
    name: "Ce champ est requis",
    email: "Ce champ est requis",
  });
  expect(judge(contact, answers(contact, { name: "A", email: "a@b.re" }))).toEqual({});
});

test("white space is no answer", () => {
  expect(judge(agency, answers(agency, { name: " \u00a0\n" }), 3).name).toBe("Ce champ est requis");
});

test("only the step at hand is judged", () => {
  expect(Object.keys(judge(agency, emptyAnswers(agency), 0))).toEqual(["projectType"]);
  expect(judge(agency, emptyAnswers(agency), 2)).toEqual({});
  expect(stepOfErrors(agency, judge(agency, answers(agency, { projectType: "seo" })))).toBe(1);
});

test.each([
  ["email", "a@b", "Adresse email invalide"],
  ["email", "a@b.re, c@d.re", "Adresse email invalide"],
  ["email", "é@b.re", "Adresse email invalide"],
  ["email", "jean.dupont+devis@exämple.fr", undefined],
  ["website", "www.exemple.re", undefined],
  ["website", "exemple", "Adresse de site invalide : par exemple www.exemple.fr"],
  ["website", "https://exemple.re", undefined],
  ["name", "x".repeat(201), "Texte trop long : 200 caractères au plus"],
  ["name", "𝒳".repeat(200), undefined],
  ["name", "a\u2028b", "Ce texte contient des caractères invisibles : retapez-le au lieu de le coller"],
  ["message", "deux\nlignes\tet plus", undefined],
  ["message", "a\u0000b", "Ce texte contient des caractères invisibles : retapez-le au lieu de le coller"],
  ["timeline", "jamais", "Choisissez une des réponses proposées"],
])("%s %j: %s", (name, value, message) => {
  expect(judge(agency, answers(agency, { [name]: value }))[name]).toBe(message);
});

test("what is asked depends on the answers", () => {
  const asked = (part: Answers) =>
    (grant.steps[0]?.fields ?? [])
      .filter((field) => isAsked(field, answers(grant, part)))
      .map((field) => field.name);
  expect(asked({})).toEqual(["type"]);
  expect(asked({ type: "entreprise" })).toEqual(["type", "taille"]);
  expect(asked({ type: "association", taille: "moins10" })).toEqual(["type", "taille", "secteur"]);
  expect(asked({ type: "autoentrepreneur" })).toEqual(["type", "secteur"]);
});

const fieldOf = (name: string) => fieldsOf(grant).find((field) => field.name === name) as Field;

test("changing the organisation empties size and sector, changing the size the sector", () => {
  const full = answers(grant, { type: "entreprise", taille: "moins20", secteur: "autre" });
  expect(withAnswer(full, fieldOf("type"), "association")).toMatchObject({ taille: "", secteur: "" });
  expect(withAnswer(full, fieldOf("taille"), "50plus")).toMatchObject({ type: "entreprise", secteur: "" });
  expect(withAnswer(full, fieldOf("type"), "entreprise")).toBe(full);
});

test.each([
  ["entreprise", "moins20", "eligible"],
  ["entreprise", "20-49", "ineligible"],
  ["entreprise", "50plus", "ineligible"],
  ["association", "moins10", "eligible"],
  ["association", "10plus", "ineligible"],
  ["autoentrepreneur", "", "eligible"],
])("%s %s is %s", (type, taille, expected) => {
  const before = answers(grant, { type, taille });
  expect(outcomeOf(grant.steps[0]?.outcome, before)).toBeUndefined();
  expect(outcomeOf(grant.steps[0]?.outcome, { ...before, secteur: "services" })?.id).toBe(expected);
});

test("a size of the other kind of organisation is refused", () => {
  const mixed = answers(grant, { type: "association", taille: "moins20" });
  expect(judge(grant, mixed, 0).taille).toBe("Cette taille ne correspond pas à votre type d'organisation : choisissez-en une autre");
});

test("the grant's second step", () => {
  expect(Object.keys(judge(grant, emptyAnswers(grant), 1))).toEqual([
    "nom",
    "email",
    "telephone",
    "projet",
    "budget",
  ]);
  const good = { nom: "A", email: "a@b.re", telephone: "0692 12 34 56", projet: "Un site", budget: "1500,5" };
  expect(judge(grant, answers(grant, good), 1)).toEqual({});
  expect(judge(grant, answers(grant, { ...good, budget: "-1" }), 1)).toHaveProperty("budget");
});

test("the summary names what was chosen, and the step that asked", () => {
  const lines = recapLines(contact, answers(contact, { projectType: "both", budget: "small" }), 5);
  expect(lines.map(({ label, value, step }) => [label, value, step])).toEqual([
    ["Type de solution", "Web et mobile", 0],
    ["Budget", "Moins de 10 000 €", 3],
  ]);
  const asked = fieldsOf(grant).find(({ name }) => name === "budget") as Field;
  expect(labelOf(asked, answers(grant, { budget: " 1 890.50 €" }))).toBe("1890,50\u00a0€");
  expect(labelOf(asked, emptyAnswers(grant))).toBe("");
});

test("every message that a rule may need is there", () => {
  for (const form of [contact, agency, grant, formFixture("newsletter")]) {
    const codes = fieldsOf(form).flatMap((field) => field.patternCode ?? []);
    for (const code of ["required", "too_long", "control_character", ...codes]) {
      expect(form.messages, `${form.id}: ${code}`).toHaveProperty(code);
    }
  }
});
