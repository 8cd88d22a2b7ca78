// Made from content/reviews/_schema.yaml by scripts/schema-types.mjs.

export interface Review {
  id: number;
  author: string;
  role: string;
  company: string;
  rating: number;
  text: string;
  date: string;
  project_type: string;
  avatar?: string;
}
