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
  /**
   * A portrait, shown as a small circle.
   */
  avatar?: string;
  /**
   * What it shows; `""` where the name beside it says it all.
   */
  avatar_alt?: string;
}
