// Made from content/projects/_schema.yaml by scripts/schema-types.mjs.

/**
 * A card of the portfolio that leads to a case study.
 */
export interface Project {
  title: string;
  subtitle: string;
  category:
    "E-commerce" | "Backend Development" | "Application Mobile" | "SaaS" | "Ancien projet" | "Site Web" | "Missions";
  tags: string[];
  image?: string;
  image_alt?: string;
  description: string;
  /**
   * May be empty; the line is then left out.
   */
  impact?: string;
  color: "lagon" | "vanille" | "tamarin" | "vetyver" | "lava" | "ink-2";
  /**
   * The case study that the card links to.
   */
  study: string;
  featured?: boolean;
  icon: string;
  year: number;
  valuation?: string;
}
