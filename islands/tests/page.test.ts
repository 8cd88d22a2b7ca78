// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { anchors } from "../page/anchors";
import { header } from "../page/header";
import { menu } from "../page/menu";
import { opening } from "../page/opening";
import { theme } from "../page/theme";

beforeEach(() => {
  Element.prototype.getClientRects = () => [{}] as unknown as DOMRectList;
});
afterEach(() => {
  document.body.replaceChildren();
  document.documentElement.removeAttribute("data-theme");
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
const one = (selector: string) => document.querySelector(selector) as HTMLElement;
const press = (key: string, init = {}) =>
  document.activeElement?.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init }),
  );

test("what a page that opens at its top left for later is laid out, a section a frame", async () => {
  const root = document.documentElement;
  document.body.innerHTML = "<main><section></section><section></section></main>";
  vi.stubGlobal("PerformanceObserver", { supportedEntryTypes: [] });
  const laidOut = () => document.querySelectorAll("[data-laid-out]").length;
  opening();
  await new Promise((next) => setTimeout(next, 50));
  expect(laidOut()).toBe(0);
  root.classList.add("opening");
  opening();
  await vi.waitFor(() => expect(laidOut()).toBe(1), { interval: 1 });
  expect(root.classList.contains("opening")).toBe(true);
  await vi.waitFor(() => expect(root.classList.contains("opening")).toBe(false));
  expect(laidOut()).toBe(2);
});

test("the header notices its threshold", () => {
  document.body.innerHTML = '<header data-header data-threshold="10"></header>';
  header();
  const at = (y: number) => {
    vi.stubGlobal("scrollY", y);
    dispatchEvent(new Event("scroll"));
    return one("header").hasAttribute("data-scrolled");
  };
  expect([at(10), at(11), at(0)]).toEqual([false, true, false]);
});

test("the menu locks the page, keeps the focus and closes", () => {
  document.body.innerHTML = `<a href="#main" id="skip">Contenu</a>
    <header><a href="/" id="logo">Logo</a><button data-menu-toggle aria-expanded="false">Menu</button>
      <div data-menu><a href="/about" id="first">À propos</a><a href="#contact" id="last">Contact</a></div></header>
    <main></main>`;
  menu();
  const toggle = one("[data-menu-toggle]");
  toggle.click();
  expect(toggle.getAttribute("aria-expanded")).toBe("true");
  expect(document.documentElement.hasAttribute("data-menu-open")).toBe(true);
  expect(["main", "#skip", "#logo"].map((selector) => one(selector).inert)).toEqual([true, true, false]);
  toggle.focus();
  press("Tab", { shiftKey: true });
  expect(document.activeElement?.id).toBe("logo");
  press("Tab", { shiftKey: true });
  expect(document.activeElement?.id).toBe("last");
  press("Tab");
  press("Tab");
  expect(document.activeElement).toBe(toggle);
  press("Tab");
  expect(document.activeElement?.id).toBe("first");
  press("Escape");
  expect(document.activeElement).toBe(toggle);
  expect(one("main").inert).toBe(false);
  toggle.click();
  one("#last").click();
  expect(one("[data-menu]").hasAttribute("data-open")).toBe(false);
  expect(document.documentElement.hasAttribute("data-menu-open")).toBe(false);
});

test("the theme switch goes to the other theme and remembers it, and follows the system's where that is the one", () => {
  document.body.innerHTML = "<button data-theme-switch></button>";
  const system = Object.assign(new EventTarget(), { matches: false });
  vi.stubGlobal("matchMedia", () => system);
  theme();
  const button = one("button");
  const state = () => [
    button.getAttribute("aria-label"),
    document.documentElement.dataset.theme,
    localStorage.getItem("theme"),
  ];
  expect(state()).toEqual(["Passer au thème sombre", "", null]);
  button.click();
  expect(state()).toEqual(["Passer au thème clair", "dark", "dark"]);
  button.click();
  expect(state()).toEqual(["Passer au thème sombre", "", ""]);
  system.matches = true;
  system.dispatchEvent(new Event("change"));
  expect(state()).toEqual(["Passer au thème clair", "", ""]);
  // Another tab chooses, while this page shows or while it is put away.
  for (const [type, choice, other] of [["storage", "light", "sombre"], ["pageshow", "dark", "clair"]] as const) {
    localStorage.setItem("theme", choice);
    dispatchEvent(new Event(type));
    expect(state()).toEqual([`Passer au thème ${other}`, choice, choice]);
  }
  button.click();
  expect(state()).toEqual(["Passer au thème sombre", "light", "light"]);
});

test("an anchor of this page scrolls, changes the address and moves the focus", () => {
  document.body.innerHTML = '<a href="/#contact">Contact</a><section id="contact"></section>';
  history.replaceState(null, "", "/?utm_source=x");
  const scroll = vi.spyOn(one("#contact"), "scrollIntoView").mockImplementation(() => {});
  anchors();
  one("a").click();
  expect(scroll).toHaveBeenCalledWith({ behavior: "smooth" });
  expect(location.search + location.hash).toBe("?utm_source=x#contact");
  expect(document.activeElement?.id).toBe("contact");
});
