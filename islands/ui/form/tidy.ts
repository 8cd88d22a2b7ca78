import type { Field } from "./definition";

/** What a field's text means, as crates/forms/src/judge.rs reads it: only what it says counts, not how it is written. */
export function tidy(field: Field, typed: string): string {
  const text = typed.trim();
  if (field.kind === "url" && text && !text.includes("://")) return `https://${text}`;
  return field.kind === "number" ? plainNumber(text) : text;
}

/** The last separator is the decimal one, unless exactly three digits follow it. */
function plainNumber(text: string): string {
  const [, whole, decimals] = /^(?:(.*)[.,])?(.*)$/.exec(text.replace(/[\s'’€]/g, "")) ?? [];
  if (whole === undefined) return decimals ?? "";
  return `${whole.replace(/[.,]/g, "")}${decimals?.length === 3 ? "" : ","}${decimals}`;
}
