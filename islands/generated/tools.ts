// Made from content/tools/_schema.yaml by scripts/schema-types.mjs.

export interface Tool {
  id: number;
  name: string;
  description: string;
  category: "Boilerplates";
  price: string;
  downloads: number;
  rating: number;
  tags: string[];
  features: string[];
  tech_stack: string[];
  last_update: string;
  /**
   * At the top of its card; without it, the featured one shows the chart of its page.
   */
  image?: string;
  image_alt?: string;
  featured?: boolean;
  href: string;
}
