import { act, cleanup } from "@testing-library/react";
import type { ComponentType } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, vi } from "vitest";
import { entered } from "../runtime/entered";
import { island } from "../runtime/hydrate";

// Keys are typed one by one: a busy machine takes its time over a long form.
vi.setConfig({ testTimeout: 30_000 });

afterEach(async () => {
  cleanup();
  for (const element of document.querySelectorAll<HTMLElement>("site-island")) await unmount(element);
  document.body.replaceChildren();
  history.replaceState(null, "", "/");
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
});

/** Takes an island off the page, as leaving the page does. */
export async function unmount(element: HTMLElement): Promise<void> {
  await act(async () => element.dispatchEvent(new Event("site:unmount")));
  element.remove();
}

interface Mounted {
  element: HTMLElement;
  /** What the server wrote. */
  html: string;
}

/**
 * Renders an island as the build does and hydrates it as the page does. Any difference between the two is an error.
 * `before` sees the server's HTML, for what a visitor does before hydration.
 */
export async function mount<Props extends object>(
  Component: ComponentType<Props>,
  props: Props,
  before?: (element: HTMLElement) => void,
): Promise<Mounted> {
  const html = renderToString(<Component {...props} />, { identifierPrefix: "i0-" });
  if (/\sstyle=/.test(html)) throw new Error("an island wrote a style attribute");
  const element = document.createElement("site-island");
  document.body.append(element);
  element.innerHTML = html;
  before?.(element);
  const again = entered(element);
  const differences: unknown[] = [];
  const log = vi.spyOn(console, "error").mockImplementation((...what) => differences.push(what));
  await act(async () => island(Component.name, Component)(element, props, "i0-"));
  await act(async () => again());
  log.mockRestore();
  if (differences.length > 0) throw new Error(`hydration complained: ${String(differences[0])}`);
  if (element.dataset.state !== "hydrated") throw new Error(`the island is ${element.dataset.state}`);
  return { element, html };
}

/** A browser whose visitor blocks site data: naming the storage is refused. */
export function blockStorage(): void {
  vi.spyOn(globalThis, "localStorage", "get").mockImplementation(() => {
    throw new DOMException("refused", "SecurityError");
  });
}

/** A browser whose storage is full: it gives what it has, and takes nothing more. */
export function fillStorage(): void {
  const storage = localStorage;
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => storage.getItem(key),
    removeItem: (key: string) => storage.removeItem(key),
    setItem: () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
}

/** Analytics events from now on. */
export function events(): [name: string, data: object][] {
  const heard: [string, object][] = [];
  const hear = (event: Event) => {
    const { name, data } = (event as CustomEvent<{ name: string; data: object }>).detail;
    heard.push([name, data]);
  };
  addEventListener("site:track", hear);
  return heard;
}
