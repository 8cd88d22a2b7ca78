import { addressOf, type File } from "./manifest";

const asked = new Set<string>();

/** Asks for these files at once, before their imports are known, and lets the browser check each one's integrity. */
export function preload(files: File[]): void {
  for (const [file, integrity] of files) {
    if (asked.has(file)) continue;
    asked.add(file);
    const link = document.createElement("link");
    link.rel = "modulepreload";
    link.href = addressOf(file);
    link.crossOrigin = "";
    link.integrity = integrity;
    document.head.append(link);
  }
}
