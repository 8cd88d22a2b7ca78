/** Text as the search compares it: without case, accents or typographic variants. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae")
    .replaceAll("’", "'")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/\s+/gu, " ");
}

/** Whether one of the texts contains what was searched; an empty search finds everything. */
export function found(search: string, texts: readonly string[]): boolean {
  const wanted = fold(search).trim();
  return wanted === "" || texts.some((text) => fold(text).includes(wanted));
}
