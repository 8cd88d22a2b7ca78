/** A number with what stands before and behind it, thousands in groups and decimals as French has them; a remark in brackets is none of it. */
const NUMBERED = /^(\D*?)((?:\d{1,3}(?:\s\d{3})+|\d+)(?:[.,]\d+)?)(\D*)$/;

/** Where columns stand on a common scale: by their numbers where all have one of the same kind, at equal distances otherwise. */
export function placesOf(columns: readonly string[]): number[] {
  const read = columns.map((words) => NUMBERED.exec(words.replace(/\s*\([^)]*\)\s*$/, "")));
  const kinds = new Set(read.map((found) => found && `${found[1]}#${found[3]?.trim().replace(/s\b/g, "")}`));
  if (kinds.size > 1 || kinds.has(null)) return columns.map((_, i) => i);
  return read.map((found) => Number((found?.[2] ?? "").replaceAll(/\s/g, "").replace(",", ".")));
}
