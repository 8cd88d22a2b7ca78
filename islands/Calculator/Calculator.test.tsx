// @vitest-environment happy-dom
import { act, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { leaveAnswer } from "../ui/form/draft";
import { blockStorage, fillStorage, mount } from "../tests/mount";
import Calculator, { type CalculatorProps } from "./Calculator";

const props: CalculatorProps = {
  receiver: { form: { id: "contact", draftDays: 7 }, field: "calculation", href: "/contact" },
  sum: {
    slug: "prix",
    title: "Le prix",
    columns: [
      { name: "a", label: "Seul" },
      { name: "b", label: "À trois" },
    ],
    rows: [
      { name: "jours", label: "Durée", unit: "jours", values: [10, 20], min: 1, max: 100 },
      { name: "tarif", label: "Tarif", unit: "€", value: 500, max: 2000 },
      { name: "total", label: "Total", unit: "€", total: true, formula: "jours * tarif" },
    ],
    says: [
      { when: "total.a < total.b", text: "Seul, c’est {total.a}." },
      { text: "À trois, c’est {total.b}." },
    ],
    scenarios: [{ label: "Au double", set: { tarif: 1000 } }],
  },
};
const field = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
const cell = (name: string) => document.querySelector(`[data-cell="${name}"]`)?.textContent;
const says = () => document.querySelector(".calculator output")?.textContent;

test("the page's HTML has every figure and result", async () => {
  const { html } = await mount(Calculator, props);
  const text = html.replace(/<[^>]*>/g, " ").replace(/ +/g, " ");
  for (const wanted of [
    // What is asked for has its unit behind it, as results have.
    "10\u00a0jours",
    "20\u00a0jours",
    "500\u00a0€",
    "5\u202f000\u00a0€",
    "10\u202f000\u00a0€",
    "Seul, c’est 5\u202f000\u00a0€.",
  ])
    expect(text).toContain(wanted);
});

test("what is common to all columns stands together, below each column's own", async () => {
  await mount(Calculator, props);
  const group = screen.getByRole("rowheader", { name: "Commun aux deux" }).closest("tbody");
  const names = within(group as HTMLElement).getAllByRole("textbox");
  expect(names).toEqual([field("Tarif €")]);
});

test("a result that comes from one column stands under it", async () => {
  const { sum } = props;
  const sumOfA = { name: "somme", label: "Somme", once: true, under: "a", formula: "jours.a + jours.a" };
  await mount(Calculator, { ...props, sum: { ...sum, rows: [...sum.rows, sumOfA] } });
  const row = screen.getByRole("row", { name: /^Somme/ });
  expect(within(row).getAllByRole("cell").map((one) => one.textContent)).toEqual(["20", ""]);
});

test("results, sentence and address follow what is typed", async () => {
  await mount(Calculator, props);
  const days = field("Durée jours Seul");
  await userEvent.clear(days);
  await userEvent.type(days, "25,5");
  expect(cell("total.a")).toBe("12\u202f750\u00a0€");
  expect(says()).toBe("À trois, c’est 10\u202f000\u00a0€.");
  expect(location.search).toBe("?prix.jours.a=25.5");
  await userEvent.tab();
  expect(days.value).toBe("25,5");
  await userEvent.type(field("Tarif €"), "{Control>}a{/Control}1 500,50 €");
  expect(cell("total.b")).toBe("30\u202f010\u00a0€");
  await userEvent.tab();
  // With both decimals, as the result below has them.
    expect(field("Tarif €").value).toBe("1\u202f500,50");
});

test("what is wrong is named at its field, holds back the result, and never reaches the address", async () => {
  await mount(Calculator, props);
  const days = field("Durée jours Seul");
  await userEvent.clear(days);
  expect(days.getAttribute("aria-invalid")).toBe("true");
  expect(document.getElementById(days.getAttribute("aria-describedby") ?? "")?.textContent).toMatch(
    /^Un nombre/,
  );
  await userEvent.type(days, "101");
  expect(document.getElementById(days.getAttribute("aria-describedby") ?? "")?.textContent).toBe(
    "Entre 1 et 100",
  );
  expect(cell("total.a")).toBe("–");
  expect(says()).toMatch(/^Le résultat suivra/);
  await userEvent.tab();
  expect(days.value).toBe("101");
  expect(location.search).not.toContain("101");
  await userEvent.click(screen.getByRole("button", { name: "Reprendre les chiffres de départ" }));
  expect(days.value).toBe("10");
  expect(location.search).toBe("");
});

test("a scenario sets its figures, and Back takes them off", async () => {
  await mount(Calculator, props);
  const scenarios = within(screen.getByRole("group", { name: "Exemples à essayer" }));
  expect(scenarios.getByRole("button", { pressed: true }).textContent).toBe("Chiffres de départ");
  await userEvent.click(scenarios.getByRole("button", { name: "Au double" }));
  expect(cell("total.a")).toBe("10\u202f000\u00a0€");
  expect(location.search).toBe("?prix.tarif=1000");
  expect(scenarios.getByRole("button", { pressed: true }).textContent).toBe("Au double");
});

test("the address sets what it may, and nothing else", async () => {
  history.replaceState(null, "", "/?prix.tarif=1000&prix.jours.a=1e9&prix.jours.b=<b>&prix.total.a=1&q=x");
  await mount(Calculator, props);
  expect([cell("total.a"), cell("total.b")]).toEqual(["10\u202f000\u00a0€", "20\u202f000\u00a0€"]);
});

test("the result goes into the form's draft, beside what is there", async () => {
  localStorage.setItem(
    "draft:contact",
    JSON.stringify({ answers: { name: "Ada" }, countries: {}, step: 2, savedAt: Date.now() }),
  );
  await mount(Calculator, props);
  const link = screen.getByRole("link", { name: "Joindre à ma demande" });
  link.addEventListener("click", (event) => event.preventDefault());
  await userEvent.click(link);
  const draft = JSON.parse(localStorage.getItem("draft:contact") ?? "null");
  expect(draft.answers.name).toBe("Ada");
  expect(draft.step).toBe(2);
  expect(draft.answers.calculation).toBe(`Le prix\nSeul, c’est 5\u202f000\u00a0€.\n${location.href}#calcul-prix`);
});

test.each([
  ["keeps nothing more", fillStorage],
  ["blocks site data", blockStorage],
])("a browser that %s says how to send it all the same", async (_, refuses) => {
  await mount(Calculator, props);
  refuses();
  const link = screen.getByRole("link", { name: "Joindre à ma demande" });
  const left = vi.fn((event: Event) => event.defaultPrevented);
  document.addEventListener("click", left, { once: true });
  await userEvent.click(link);
  expect(left, "the page stays").toHaveReturnedWith(true);
  expect(screen.getByText(/Votre navigateur ne garde rien/)).toBeTruthy();
});

test("Back takes what was typed off with the figures that it belonged to", async () => {
  await mount(Calculator, props);
  const rate = field("Tarif €");
  await userEvent.type(rate, "{Control>}a{/Control}700");
  for (const typed of ["900", "rien"]) {
    await userEvent.type(rate, `{Control>}a{/Control}${typed}`);
    history.replaceState(null, "", "/?prix.tarif=600");
    await act(async () => dispatchEvent(new Event("popstate")));
    expect(rate.value).toBe("600");
    expect(cell("total.a")).toBe("6\u202f000\u00a0€");
  }
});

test("the link holds the calculator's own parameters and leads to it; a refused figure is neither copied nor attached", async () => {
  history.replaceState(null, "", "/?gclid=x&prix.tarif=1000#top");
  const user = userEvent.setup();
  const { element } = await mount(Calculator, props);
  const link = `${location.origin}/?prix.tarif=1000#calcul-prix`;
  expect(element.querySelector("#calcul-prix")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Copier le lien" }));
  expect(await navigator.clipboard.readText()).toBe(link);
  await navigator.clipboard.writeText("");
  await user.type(field("Tarif €"), "{Control>}a{/Control}rien");
  for (const [role, name] of [["button", "Copier le lien"], ["link", "Joindre à ma demande"]] as const) {
    await user.click(screen.getByRole(role, { name }));
    expect(screen.getByText(/Corrigez d’abord/)).toBeTruthy();
  }
  expect(await navigator.clipboard.readText()).toBe("");
  expect(localStorage.getItem("draft:contact")).toBeNull();
});

test("a middle click attaches too, and another calculator's result stays beside it", async () => {
  const attached = () => JSON.parse(localStorage.getItem("draft:contact") ?? "null").answers.calculation.split("\n\n");
  leaveAnswer(props.receiver.form, "calculation", () => "Autre\nC’est 1.\n\nLe prix\nC’était 2.");
  await mount(Calculator, props);
  const link = screen.getByRole("link", { name: "Joindre à ma demande" });
  await act(async () => link.dispatchEvent(new MouseEvent("auxclick", { button: 2, bubbles: true, cancelable: true })));
  expect(attached()[1]).toBe("Le prix\nC’était 2.");
  await act(async () => link.dispatchEvent(new MouseEvent("auxclick", { button: 1, bubbles: true, cancelable: true })));
  expect(attached()).toEqual(["Autre\nC’est 1.", expect.stringContaining("Le prix\nSeul, c’est")]);
});
