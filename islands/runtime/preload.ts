import type { IslandModule } from "./manifest";

const asked = new Set<string>();

/** Asks for an island's module and everything it imports at once, and lets the browser check each one's integrity. */
export function preload({ src, imports, integrity }: IslandModule): void {
  for (const href of [src, ...imports]) {
    if (asked.has(href)) continue;
    asked.add(href);
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = href;
    link.crossOrigin = "";
    if (integrity?.[href]) link.integrity = integrity[href];
    document.head.append(link);
  }
}
