// Made from content/faq/_schema.yaml by scripts/schema-types.mjs.

export interface Question {
  question: string;
  answer: string;
  page: "home" | "landing";
  order: number;
}
