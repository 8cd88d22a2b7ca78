/** Groups of three behind one sign, when nothing else can be meant: `2.500`, `2.500,50`, `2,500.50`, `1,234,567`. */
const GROUPED = /^-?[1-9]\d{0,2}(?:(?:\.\d{3})+(?=,|$)|(?:,\d{3})+(?=\.)|(?:,\d{3}){2,}$)/;

/**
 * A number as it is typed, with digits and one comma before its decimals: `2 500,50 €` is `2500,50`. What is none stays
 * none: `12,34,56`. crates/forms/src/judge.rs reads numbers alike, and both are tested with the same cases.
 */
export function plainNumber(typed: string): string {
  return typed
    .replace(/[\s'’€]/g, "")
    .replace(GROUPED, (groups) => groups.replace(/[.,]/g, ""))
    .replace(".", ",");
}
