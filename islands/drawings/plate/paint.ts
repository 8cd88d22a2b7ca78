/** For pictures that know no style sheet. */

/** Without custom properties: colours from the palette, everything else as it is by default. */
export function fixed(svg: string, paint: Record<string, string>): string {
  return svg.replaceAll(/var\(--(?:color-)?([\w-]+)(?:,([^)]+))?\)/g, (_, name: string, otherwise?: string) => paint[name] ?? otherwise ?? "none");
}
