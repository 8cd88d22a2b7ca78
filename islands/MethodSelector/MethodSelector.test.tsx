// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { mount } from "../tests/mount";
import MethodSelector from "./MethodSelector";

const steps = ["Découverte", "Architecture", "Design", "Développement", "Déploiement"].map((title) => ({
  title,
  text: `Texte ${title}`,
}));
const done = (element: HTMLElement) => element.querySelectorAll("[data-done]").length;

test("numbers and dots choose one step, and the way follows", async () => {
  const { element, html } = await mount(MethodSelector, { steps });
  for (const { text } of steps) expect(html).toContain(text);
  expect(screen.getByRole("tabpanel", { name: "Découverte" })).toBeDefined();
  expect(done(element)).toBe(1);
  await userEvent.click(screen.getByRole("tab", { name: "Design" }));
  expect(screen.getAllByRole("tabpanel")).toHaveLength(1);
  expect(screen.getByRole("tabpanel", { name: "Design" })).toBeDefined();
  expect(done(element)).toBe(3);
  await userEvent.click(screen.getByRole("button", { name: "Étape 5\u00a0: Déploiement" }));
  expect(done(element)).toBe(5);
  expect(screen.getByRole("button", { name: /Étape 5/ }).getAttribute("aria-current")).toBe("step");
});

test("arrow keys walk round, Home and End jump, and focus follows", async () => {
  await mount(MethodSelector, { steps });
  screen.getByRole("tab", { selected: true }).focus();
  const chosen = () => screen.getByRole("tab", { selected: true }).textContent;
  for (const [key, expected] of [
    ["{ArrowRight}", "2Architecture"],
    ["{ArrowLeft}{ArrowLeft}", "5Déploiement"],
    ["{ArrowRight}", "1Découverte"],
    ["{End}", "5Déploiement"],
    ["{Home}", "1Découverte"],
  ] as const) {
    await userEvent.keyboard(key);
    expect(chosen()).toBe(expected);
    expect(document.activeElement?.textContent).toBe(expected);
  }
});
