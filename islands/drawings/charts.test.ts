import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { Chart } from "../generated/defs";
import chart from "./chart";
import { placesOf } from "./chart/places";
import { wrapped } from "./chart/words";
import { overlaps, seen } from "./plate/reach";

const content = join(import.meta.dirname, "../../content");
const charts = ["articles", "services", "pages"].flatMap((folder) =>
  readdirSync(join(content, folder))
    .filter((file) => /^[^_].*\.(md|yaml)$/.test(file))
    .flatMap((file) => {
      const text = readFileSync(join(content, folder, file), "utf8");
      const front = file.endsWith(".md") ? text.split(/^---\n/m)[1] : text;
      const picture = parse(front ?? "").picture as Chart | undefined;
      return picture ? [{ file, picture }] : [];
    }),
);

test.each(charts)("the chart of $file draws every arrangement within 6 KB", ({ picture }) => {
  for (const arrangement of [{}, { narrow: true }, { cover: true }]) {
    const svg = chart({ chart: picture, ...arrangement });
    expect(brotliCompressSync(svg).length).toBeLessThanOrEqual(6 * 1024);
    expect(svg).not.toMatch(/NaN|undefined|null|style=/);
  }
});

test.each(charts)("the words of the chart of $file are legible on the smallest phone", ({ picture }) => {
  const sizes = [...chart({ chart: picture, narrow: true }).matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
  expect((Math.min(...sizes) * 320) / 480).toBeGreaterThanOrEqual(11);
});

const widths = (svg: string, colour: string) =>
  [...svg.matchAll(/<rect [^>]*width="([\d.]+)"[^>]*fill="([^"]+)"/g)].filter(([, , fill]) => fill === colour).map(([, width]) => Number(width));

const base = { title: "x", unit: "€", source: "x" };

test("bars are true to scale", () => {
  const svg = chart({ chart: { ...base, kind: "bars", rows: [{ label: "a", values: [100] }, { label: "b", values: [400] }] } });
  const [small = 0, large = 0] = widths(svg, "var(--accent)");
  expect(large / small).toBeCloseTo(4, 1);
});

test("zero is no bar", () => {
  for (const arrangement of [{}, { narrow: true }, { cover: true }]) {
    const draw = (value: number) => chart({ chart: { ...base, kind: "bars", columns: ["c", "d"], rows: [{ label: "a", values: [100, value] }] }, ...arrangement });
    const bars = (value: number) => draw(value).match(/<rect /g)?.length ?? 0;
    expect(bars(1) - bars(0)).toBe(1);
  }
});

test("in a box the sheet has its proportions, with the ticks at its edges", () => {
  for (const count of [1, 14]) {
    const rows = Array.from({ length: count }, (_, i) => ({ label: `a${i}`, values: [i + 1] }));
    const svg = chart({ chart: { ...base, kind: "bars", rows }, narrow: true, box: [464, 450] });
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
    expect(Number(width) / Number(height)).toBeCloseTo(464 / 450, 2);
    expect(svg).toContain(` ${height}v-`);
  }
});

test("a mark out of ten is drawn on a scale to ten", () => {
  const svg = chart({ chart: { ...base, unit: "sur 10", kind: "bars", rows: [{ label: "a", values: [8] }] }, cover: true });
  expect((widths(svg, "var(--accent)")[0] ?? 0) / (widths(svg, "var(--color-contour)")[0] ?? 0)).toBeCloseTo(0.8, 2);
});

test("on phones the last number of an axis ends with it, and no other comes near", () => {
  const numbers = (end: number) => [...chart({ chart: { kind: "bars", title: "", unit: "€", rows: [{ label: "a", values: [end] }] } as unknown as Chart, narrow: true }).matchAll(/fill="var\(--color-ink-2\)"[^>]*>([^<]*)</g)].map(([, words]) => words?.replaceAll(/\s/g, " "));
  expect(numbers(160)).toEqual(["0 €", "50", "100", "150", "200"]);
  expect(numbers(160_000)).toEqual(["0 €", "100 000", "200 000"]);
  const stacked = charts.find(({ picture }) => picture.kind === "stacked" && picture.unit === "€" && picture.rows.length === 2);
  expect(chart({ chart: stacked?.picture as Chart, narrow: true })).toMatch(/<text x="454"[^>]*text-anchor="end"[^>]*>200\s000</);
});

test("a card says what each bar is, of its unit no part that is not a sign, and its title where the unit is not whole", () => {
  const draw = (unit: string) => chart({ chart: { ...base, unit, kind: "bars", rows: [{ label: "Refaire la commande", values: [3000], decisive: true }, { label: "Catalogue du jour", values: [1500] }] }, cover: true });
  const said = (unit: string) => [...draw(unit).matchAll(/<text[^>]*>([^<]*)/g)].map(([, words = ""]) => words.replace(/\s/g, " "));
  expect(said("€ par jour")).toEqual(["x", "Refaire la commande", "3 000 €", "Catalogue du jour", "1 500 €"]);
  expect(said("j")).toEqual(["Refaire la commande", "3 000 j", "Catalogue du jour", "1 500 j"]);
  expect(said("minutes par mois")).toEqual(["x", "Refaire la commande", "3 000", "Catalogue du jour", "1 500"]);
});

test("a card of pairs names its rows beside their bars, and its series below", () => {
  const svg = chart({ chart: { ...base, unit: "j", kind: "bars", columns: ["c", "d"], rows: [{ label: "Écrans", values: [14, 6] }, { label: "Tests", values: [6, 2], decisive: true }] }, cover: true });
  const said = [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, words = ""]) => words.replace(/\s/g, " "));
  expect(said).toEqual(["Écrans", "Tests", "c", "d", "de 6 j à 2 j"]);
});

test("what a ceiling cuts off is paler, and no ceiling cuts nothing", () => {
  const rows = [{ label: "a", values: [300, 300] }];
  const draw = (ceiling: Chart["ceiling"]) => chart({ chart: { ...base, kind: "stacked", columns: ["p", "q"], rows, ...(ceiling && { ceiling }) } });
  expect(draw({ value: 400, label: "plafond" })).toMatch(/opacity="0.5".*plafond/);
  expect(draw(undefined)).not.toMatch(/opacity="0.5"|var\(--color-lava\)/);
  // What the front matter does not give arrives empty.
  expect(draw({} as NonNullable<Chart["ceiling"]>)).toBe(draw(undefined));
});

const ARRANGEMENTS = [{}, { narrow: true }, { cover: true }];
const words = (svg: string) => [...svg.matchAll(/<text[^>]*>(.*?)<\/text>/g)].map(([, said = ""]) => said.replaceAll(/<[^>]+>/g, " ").replaceAll(/[\u00a0\u202f]/g, " "));

test("nought alone is drawn, as nothing", () => {
  const all: Pick<Chart, "kind" | "columns" | "rows">[] = [
    { kind: "bars", rows: [{ label: "a", values: [0] }] },
    { kind: "stacked", columns: ["p", "q"], rows: [{ label: "a", values: [0, 0] }] },
    { kind: "slope", columns: ["2020", "2021"], rows: [{ label: "a", values: [0, 0] }] },
    { kind: "ranges", rows: [{ label: "a", values: [0] }] },
    { kind: "timeline", rows: [{ label: "a", values: [0] }] },
  ];
  for (const one of all) for (const arrangement of ARRANGEMENTS) expect(chart({ chart: { ...base, ...one }, ...arrangement }), one.kind).not.toMatch(/NaN|Infinity|undefined/);
});

test("a value has all its digits, as in the table, and a sum no noise", () => {
  for (const arrangement of ARRANGEMENTS) {
    const said = words(chart({ chart: { ...base, unit: "%", kind: "bars", rows: [{ label: "a", values: [99.95] }, { label: "b", values: [99.9] }] }, ...arrangement }));
    expect(said).toEqual(expect.arrayContaining(["99,95 %", "99,9 %"]));
  }
  expect(words(chart({ chart: { ...base, unit: "s", kind: "bars", rows: [{ label: "a", values: [0.0042] }] } }))).toEqual(expect.arrayContaining(["0,001", "0,0042 s"]));
  expect(words(chart({ chart: { ...base, kind: "stacked", columns: ["p", "q"], rows: [{ label: "a", values: [0.1, 0.2] }] } }))).toContain("0,3 €");
});

test("columns that are numbers of one kind stand as far apart as they are", () => {
  expect(placesOf(["1990", "2010", "2020", "2024"])).toEqual([1990, 2010, 2020, 2024]);
  expect(placesOf(["1 an", "2 ans", "5 ans (prévu)"])).toEqual([1, 2, 5]);
  expect(placesOf(["1 000 €", "2 500,5 €"])).toEqual([1000, 2500.5]);
  expect(placesOf(["6 mois", "1 an", "2 ans"])).toEqual([0, 1, 2]);
  expect(placesOf(["janvier 2020", "mars 2020"])).toEqual([0, 1]);
  const draw = (columns: string[], arrangement = {}) => chart({ chart: { ...base, kind: "slope", columns, rows: [{ label: "a", values: [1, 2, 3] }] }, ...arrangement });
  for (const arrangement of ARRANGEMENTS) {
    const [, a = 0, b = 0, c = 0] = /M([\d.]+) [\d.]+L([\d.]+) [\d.]+L([\d.]+) [\d.]+"[^>]*stroke="var\(--accent\)/.exec(draw(["1990", "2010", "2020"], arrangement))?.map(Number) ?? [];
    expect((b - a) / (c - b)).toBeCloseTo(2, 1);
  }
  expect(() => draw(["2020", "2010", "2024"])).toThrow('the column "2010" does not come after "2020"');
});

test("bars of more than two series have a colour each, in the key too", () => {
  const columns = ["p", "q", "r", "s", "t"];
  const svg = chart({ chart: { ...base, kind: "bars", columns, rows: [{ label: "a", values: [5, 4, 3, 2, 1], decisive: true }] } });
  const looks = (height: number) => [...svg.matchAll(new RegExp(`<rect [^>]*height="${height}" (fill="[^>]*)/>`, "g"))].map(([, look]) => look);
  expect(new Set(looks(16)).size).toBeGreaterThanOrEqual(columns.length);
  expect(looks(16)).toEqual(looks(17));
});

test("what no drawing could show is refused with the row and what to do", () => {
  const refused = (one: Omit<Chart, "title" | "unit" | "source"> & { unit?: string }) => expect(() => chart({ chart: { ...base, ...one } }));
  const row = (label: string, values?: number[], more: Partial<Chart["rows"][number]> = {}) => ({ label, ...(values && { values }), ...more });
  refused({ kind: "ranges", rows: [row("A", [8, 3])] }).toThrow('chart "x" (ranges, €): the row "A" goes from 8 down to 3: write the smaller value first');
  refused({ kind: "timeline", rows: [row("A", [3, 1])] }).toThrow("smaller value first");
  refused({ kind: "bars", unit: "sur 10", rows: [row("A", [12])] }).toThrow('the row "A" has more than 10');
  refused({ kind: "flow", unit: "", rows: [row("A", undefined, { side: "in" }), row("B", undefined, { side: "out" })] }).toThrow("no row has `side: core`: give it to one");
  refused({ kind: "flow", unit: "", rows: [row("A", undefined, { side: "in" }), row("B", undefined, { side: "core" }), row("C", undefined, { side: "core" }), row("D", undefined, { side: "out" })] }).toThrow('the row "C" is number 2 with `side: core`');
  refused({ kind: "core", unit: "année", rows: [row("A", [1950]), row("B", [2100])] }).toThrow("the core goes from 1950 to 2100, of which the drawing holds 60 years");
  refused({ kind: "handover", columns: ["p", "q"], rows: [row("A", [1, 2])] }).toThrow("exactly one is");
  refused({ kind: "access", unit: "", columns: ["p"], rows: [row("A", [1], { decisive: true }), row("B"), row("C")] }).toThrow('the row "C" is the second without `values`');
});

/** How far the words of a sheet reach to its left and to its right, about, without those that stand upright. */
function reach(svg: string): { words: string; left: number; right: number }[] {
  return [...svg.matchAll(/<text x="([\d.-]+)"([^>]*)>(.*?)<\/text>/g)].filter(([, , style = ""]) => !style.includes("rotate")).flatMap(([, x, style = "", said = ""]) => {
    const size = Number(/font-size="([\d.]+)"/.exec(style)?.[1]);
    const share = { start: 0, middle: 0.5, end: 1 }[/text-anchor="(\w+)"/.exec(style)?.[1] ?? "start"] ?? 0;
    return said.split(/<[^>]+>/).filter(Boolean).map((words) => ({ words, left: Number(x) - share * words.length * size * 0.5, right: Number(x) + (1 - share) * words.length * size * 0.5 }));
  });
}

const LONG = ["Traitement des commandes en attente de validation", "Préparation des expéditions vers la métropole", "Contrôle"];
const parts = (side: "in" | "core" | "out", ...labels: string[]): Chart["rows"] => labels.map((label) => ({ label, side, note: "une note qui en dit un peu plus que le nom, et plus encore" }));
const roomy: Pick<Chart, "kind" | "unit" | "columns" | "ceiling" | "rows">[] = [
  { kind: "bars", unit: "minutes par mois", rows: LONG.map((label, i) => ({ label, values: [1250000000 * i] })) },
  { kind: "bars", unit: "€", columns: ["Une colonne au nom vraiment très long", "Pendant", "Après la mise en ligne"], rows: LONG.map((label) => ({ label, values: [1, 2, 3] })) },
  { kind: "stacked", unit: "€", columns: ["Cadrage du projet avec les équipes", "Votre temps"], rows: LONG.map((label) => ({ label, values: [2100000000, 5] })) },
  { kind: "stacked", unit: "€", columns: ["a", "b"], ceiling: { value: 10, label: "au-delà, rien n'est plus remboursé" }, rows: [{ label: "a", values: [50, 50] }] },
  { kind: "ranges", unit: "minutes par mois", rows: [...LONG.map((label) => ({ label, values: [15000, 60000] })), { label: "a", values: [20] }] },
  { kind: "slope", unit: "k€", columns: ["1990", "2010", "2020", "2024"], rows: LONG.map((label, i) => ({ label, values: [1, 2, 3, 50 + i] })) },
  { kind: "slope", unit: "€", columns: ["avant", "après"], rows: [{ label: "Chiffre d'affaires", values: [999999999999, 1000000000000] }] },
  { kind: "timeline", unit: "semaines", rows: LONG.map((label) => ({ label, values: [10, 12] })) },
  { kind: "strata", unit: "", rows: LONG.map((label) => ({ label })) },
  { kind: "flow", unit: "", rows: [...parts("in", "Boutique en ligne", "Comptabilité générale", "CRM", "Formulaires de contact", "Paiement", "Gestion des expéditions"), ...parts("core", "Votre API sur mesure au milieu"), ...parts("out", "Tableau de bord des ventes")] },
  { kind: "core", unit: "année", rows: Array.from({ length: 14 }, (_, i) => ({ label: LONG[i % 3] ?? "", values: [2005 + i, 2008 + i] })) },
  { kind: "devices", unit: "", rows: [...parts("core", "Une base de code en Flutter"), ...parts("out", "Téléphone de chantier", "Tablette", "Web installable", "Borne d'accueil"), ...parts("in", "API Laravel ou Node.js à venir")] },
  { kind: "access", unit: "", columns: ["prix siège social", "prix agence", "prix chantier", "administrations"], rows: [{ label: "direction générale", values: [1, 1, 1, 1], note: "valide et signe tout", decisive: true }, { label: "gestion et comptabilité", note: "sans recopie, ni ressaisie" }] },
  { kind: "handover", unit: "semaines", columns: ["l'ancien logiciel", "le nouveau"], rows: LONG.map((label, i) => ({ label, values: [1, 2], decisive: i === 1 })) },
  { kind: "handover", unit: "mois", columns: ["LE LOGICIEL DE 1998", "LE NOUVEAU LOGICIEL"], rows: [{ label: "BASCULE", values: [1], decisive: true }] },
  { kind: "trace", unit: "", rows: [...parts("in", "ventes en ligne", "production industrielle", "terrain", "approvisionnement"), ...parts("core", "un écran pour les voir ensemble"), ...parts("out", "direction générale", "équipes de vente", "comptabilité", "actionnaires")] },
];

test.each(roomy)("long words of $kind stay on their sheet", (one) => {
  for (const arrangement of ARRANGEMENTS) {
    const svg = chart({ chart: { ...base, ...one }, ...arrangement });
    // The words of a card that has no arrangement of its own are not seen.
    const isSeen = !("cover" in arrangement) || ["bars", "stacked", "slope", "flow", "core"].includes(one.kind);
    const width = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1]);
    if (isSeen) expect(reach(svg).filter(({ left, right }) => left < 0 || right > width)).toEqual([]);
    expect(brotliCompressSync(svg).length).toBeLessThanOrEqual(6 * 1024);
  }
});

test("a range that is narrow on its axis is seen", () => {
  const svg = chart({ chart: { ...base, kind: "ranges", rows: [{ label: "A", values: [999999999, 1000000000] }] } });
  expect(svg).toMatch(/<rect [^>]*width="3"/);
});

test("names of lines that end close to each other keep apart", () => {
  const svg = chart({ chart: { ...base, kind: "slope", columns: ["2020", "2024"], rows: [51, 49.5, 49].map((value, i) => ({ label: `nom ${i}`, values: [10, value] })) } });
  const lines = [...svg.matchAll(/<text x="[\d.]+" y="([\d.]+)"[^>]*>nom/g)].map(([, y]) => Number(y)).sort((a, b) => a - b);
  expect(Math.min((lines[1] ?? 0) - (lines[0] ?? 0), (lines[2] ?? 0) - (lines[1] ?? 0))).toBeGreaterThanOrEqual(17);
});

test("a word goes on in the next line only where no line holds it, in equal pieces", () => {
  expect(wrapped("prix chantier", 70, 17)).toEqual(["prix", "chan-", "tier"]);
  expect(wrapped("en attente de validation", 140, 17)).toEqual(["en attente de", "validation"]);
});

test("a word is broken after its own hyphen, and never within a sign", () => {
  expect(wrapped("Export pour l'expert-comptable", 100, 17)).toEqual(["Export", "pour", "l'expert-", "comptable"]);
  expect(wrapped("porte-à-porte", 100, 17)).toEqual(["porte-à-", "porte"]);
  expect(wrapped("0\u00a0à\u00a01\u202f000\u202f000\u202f000\u00a0semaines", 140, 17)).toEqual(["0\u00a0à", "1\u202f000\u202f000\u202f000", "semaines"]);
  const family = "👨‍👩‍👧‍👦";
  for (const room of [50, 70, 90, 110]) for (const line of wrapped(`a${family.repeat(6)}😀😀😀`, room, 17)) expect(line).toMatch(/^a?(?:👨‍👩‍👧‍👦|😀)*-?$/u);
});

test("what has more digits than a label is refused, and a text's own line breaks are none of the drawing's", () => {
  const draw = (value: number) => chart({ chart: { ...base, kind: "bars", rows: [{ label: "une\n ligne\n", values: [value] }] } });
  expect(() => draw(1 / 3)).toThrow('the row "une ligne" has 0.3333333333333333, with more than six decimals: round it');
  expect(words(draw(0.000001))).toEqual(expect.arrayContaining(["une ligne", "0,000001 €"]));
});

test("who sees what has room for a long name and what is said of it", () => {
  const looker = (label: string, note: string) => ({ label, note, values: [1] });
  const draw = (rows: Chart["rows"]) => seen(chart({ chart: { ...base, unit: "", kind: "access", columns: ["prix"], rows }, narrow: true }));
  const rows = [looker("Responsable exploitation", "consulte, modifie et exporte"), looker("Sous-traitant plomberie", "ne voit que ses propres devis"), looker("Comptable du cabinet", "lit les factures de son client")];
  expect(overlaps(draw(rows))).toEqual([]);
});

test("a handover's duration stays on the sheet of phones, however long its unit is", () => {
  const rows = [{ label: "Préparation", values: [20, 25] }, { label: "Les deux ensemble", values: [10, 12], decisive: true }, { label: "Arrêt", values: [15, 18] }];
  const all = seen(chart({ chart: { ...base, unit: "jours ouvrés de développement", kind: "handover", columns: ["Ancien", "Nouveau"], rows }, narrow: true }));
  for (const { box, words } of all) if (words) expect(box[2], words).toBeLessThanOrEqual(480);
});

test("a unit is said where no part under a ceiling has room for its value", () => {
  const draw = (values: number[]) => words(chart({ chart: { ...base, unit: "jours ouvrés", kind: "stacked", columns: ["p", "q", "r"], rows: [{ label: "a", values }], ceiling: { value: 120, label: "Forfait" } }, narrow: true }));
  expect(draw([1, 1, 140])).toContain("jours ouvrés");
  expect(draw([100, 30, 10])).not.toContain("jours ouvrés");
});

test("devices that talk to nothing have no empty box", () => {
  const rows: Chart["rows"] = [{ label: "Un code", side: "core" }, { label: "Téléphone", side: "out" }];
  const boxes = (more: Chart["rows"]) => chart({ chart: { ...base, unit: "", kind: "devices", rows: [...rows, ...more] } }).match(/<rect /g)?.length ?? 0;
  expect(boxes([{ label: "API", side: "in" }]) - boxes([])).toBe(1);
});

test("names of three lines beside bars keep a gap", () => {
  const rows = ["COMMANDES", "MARCHANDISES"].map((word) => ({ label: `RÉAPPROVISIONNEMENT AUTOMATIQUE DES ${word}`, values: [1] }));
  const names = seen(chart({ chart: { ...base, kind: "bars", rows } })).filter((one) => one.words?.startsWith("RÉAPPRO"));
  expect((names[1]?.box[1] ?? 0) - (names[0]?.box[3] ?? 0)).toBeGreaterThan(10);
});

test("a card of several bars under one ceiling names each and says the ceiling once", () => {
  const rows = ["Recette", "Maquette"].map((label) => ({ label, values: [100, 50] }));
  const said = words(chart({ chart: { ...base, kind: "stacked", columns: ["p", "q"], rows, ceiling: { value: 120, label: "Forfait" } }, cover: true }));
  expect(said.slice(-3)).toEqual(["Forfait", "Recette : 150 €", "Maquette : 150 €"]);
});

test("a card has no words that a small one would show as a grey line", () => {
  const many = Array.from({ length: 16 }, (_, i) => ({ label: `Poste de dépense ${i}`, values: [i] }));
  const sizes = (one: Pick<Chart, "kind" | "rows" | "columns">, unit = "€") => [...chart({ chart: { ...base, unit, ...one }, cover: true }).matchAll(/font-size="([\d.]+)"/g)].map(([, size]) => Number(size));
  expect(sizes({ kind: "bars", rows: many })).toEqual([]);
  expect(Math.min(...sizes({ kind: "bars", rows: LONG.map((label) => ({ label, values: [1] })) }, "heures de développement"))).toBeGreaterThanOrEqual(24);
  expect(Math.min(...sizes({ kind: "slope", columns: ["avant", "après"], rows: many.slice(0, 8).map((row, i) => ({ ...row, label: LONG[0] ?? "", values: [i, 5] })) }))).toBeGreaterThanOrEqual(24);
});
