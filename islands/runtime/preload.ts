import { addressOf, type Modules } from "./manifest";

const asked = new Set<string>();

/** Asks for these files at once, before their imports are known, and lets the browser check each one's integrity. */
export function preload(files: string[], { integrity }: Modules): void {
  for (const file of files) {
    if (asked.has(file)) continue;
    asked.add(file);
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = addressOf(file);
    link.crossOrigin = "";
    link.integrity = integrity[file] ?? "";
    document.head.append(link);
  }
}
