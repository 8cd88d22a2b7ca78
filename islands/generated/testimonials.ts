// Made from content/testimonials/_schema.yaml by scripts/schema-types.mjs.

/**
 * A testimonial of the landing page (`nom`, `entreprise`, `texte`, `note`), the tools page or the agency page.
 */
export interface Testimonial {
  page: "landing" | "outils" | "agence";
  /**
   * A role and a trade, never a private person.
   */
  nom: string;
  role?: string;
  entreprise?: string;
  texte: string;
  /**
   * Stars above it.
   */
  note?: number;
  /**
   * A portrait, shown as a small circle.
   */
  image?: string;
  /**
   * What it shows; `""` where the name beside it says it all.
   */
  image_alt?: string;
  order: number;
}
