import { plainNumber } from "../plainNumber";
import type { Field } from "./definition";

/** Spaces, and what comes along unseen with a copied text: marks of direction, joiners. */
const AROUND = /^[\s\u200b-\u200f\u202a-\u202e\u2060-\u206f]+|[\s\u200b-\u200f\u202a-\u202e\u2060-\u206f]+$/g;

/** What a field's text means, as crates/forms/src/judge.rs reads it: only what it says counts, not how it is written. */
export function tidy({ kind }: Field, typed: string): string {
  const text = typed.replace(AROUND, "");
  if (kind === "url" && text && !text.includes("://")) return `https://${text}`;
  if (kind === "phone") return text.replace(/\s/g, " ").replace(/^(?:tel:)?\(?[+＋] *(\d*)\)?/, "+$1");
  return kind === "number" ? plainNumber(text) : text;
}
