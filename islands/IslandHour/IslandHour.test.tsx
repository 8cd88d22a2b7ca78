// @vitest-environment happy-dom
import { act, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { mount } from "../tests/mount";
import IslandHour from "./IslandHour";

const props = { hours: { opens: "09:00", days: ["Monday"] }, map: "/island.svg", still: "Du lundi au vendredi" };
const motion = (reduced: boolean) => vi.stubGlobal("matchMedia", () => ({ matches: reduced, addEventListener() {} }));

test("the hour takes the place of the opening hours, and goes on", async () => {
  motion(true);
  vi.useFakeTimers({ now: new Date("2026-03-09T06:14:50Z") });
  const { html, element } = await mount(IslandHour, props);
  expect(html).toContain("Du lundi au vendredi");
  expect(screen.getByText(/^10 h 14 ici/u)).toBeDefined();
  act(() => vi.advanceTimersByTime(20_000));
  expect(screen.getByText(/^10 h 15 ici/u)).toBeDefined();
  // Who does not want motion keeps the map as it is.
  expect(element.querySelector("canvas")).toBeNull();
});

test("the relief is drawn where motion is welcome", async () => {
  motion(false);
  const { html, element } = await mount(IslandHour, props);
  expect(html).not.toContain("canvas");
  expect(element.querySelector("canvas")).not.toBeNull();
});
