import { expect, test } from "vitest";
import { unitOf } from "./unit";

test("what is less than two is one, and zero as well", () => {
  for (const value of [0, 1, 1.9, -1, -0.5]) expect(unitOf(value, "semaines")).toBe("semaine");
  for (const value of [2, 2.5, -2, 1000]) expect(unitOf(value, "semaines")).toBe("semaines");
});

test("only words in the plural change, up to a preposition", () => {
  const singular = {
    "": "",
    s: "s",
    ms: "ms",
    j: "j",
    "€": "€",
    "k€": "k€",
    "%": "%",
    "sur 10": "sur 10",
    "€ par jour": "€ par jour",
    ans: "an",
    mois: "mois",
    fois: "fois",
    jours: "jour",
    "jours ouvrés par mois": "jour ouvré par mois",
    "heures d’attente": "heure d’attente",
    "pages en trois langues": "page en trois langues",
    "pages/jours": "page/jour",
  };
  for (const [unit, one] of Object.entries(singular)) expect(unitOf(1, unit)).toBe(one);
});
