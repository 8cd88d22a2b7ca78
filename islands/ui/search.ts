import { distance } from "./typo";

/** Text as the search compares it: without case, accents, typographic variants, and what stands inside a word (H-UP, Vue.js). */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("œ", "oe")
    .replaceAll("æ", "ae")
    .normalize("NFD")
    .replace(/[\p{M}'’.-]/gu, "")
    .replace(/\s+/gu, " ");
}

/** The words of a search. */
export function wordsOf(search: string): string[] {
  return fold(search).trim().split(" ").filter(Boolean);
}

/** Whether the texts contain every word, in any order; an empty search finds everything. */
export function found(words: readonly string[], texts: readonly string[]): boolean {
  const folded = texts.map(fold);
  return words.every((word) => folded.some((text) => text.includes(word)));
}

/** The words with those that stand in none of the texts replaced by the nearest that does: a slip in five letters or more. */
export function understood(words: readonly string[], texts: readonly string[]): string[] {
  const folded = texts.map(fold);
  return words.map((word) => {
    if (word.length < 5 || folded.some((text) => text.includes(word))) return word;
    const slips = word.length < 8 ? 1 : 2;
    const near = folded
      .flatMap((text) => text.split(/[^\p{L}\p{N}+#]+/u))
      .filter((one) => Math.abs(one.length - word.length) <= slips)
      .map((one) => ({ one, slips: distance(word, one) }))
      .sort((a, b) => a.slips - b.slips)[0];
    return near && near.slips <= slips ? near.one : word;
  });
}

/** Where a text contains the words: pairs of places in the text as it is written. */
export function placesOf(text: string, words: readonly string[]): [from: number, to: number][] {
  const at: number[] = [];
  let folded = "";
  for (let index = 0; index < text.length; index++) {
    const plain = fold(text[index] ?? "");
    folded += plain;
    for (const _ of plain) at.push(index);
  }
  return words.flatMap((word) => {
    const places: [number, number][] = [];
    for (let from = folded.indexOf(word); from >= 0; from = folded.indexOf(word, from + word.length))
      places.push([at[from] ?? 0, (at[from + word.length - 1] ?? 0) + 1]);
    return places;
  });
}
