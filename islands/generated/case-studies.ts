// Made from content/case-studies/_schema.yaml by scripts/schema-types.mjs.

export type ProjectCategory =
  "E-commerce" | "Backend Development" | "Application Mobile" | "SaaS" | "Ancien projet" | "Site Web" | "Missions";

/**
 * One project told as a story. Texts are fields; a body below the front matter is optional.
 */
export interface CaseStudy {
  title: string;
  subtitle?: string;
  slug?: string;
  category: ProjectCategory;
  client: string;
  year: number;
  /**
   * Shown instead of the year, such as `2010-2015`.
   */
  year_label?: string;
  duration?: string;
  type?: string;
  status?: string;
  description: string;
  /**
   * Plain text; the first three sentences become the summary.
   */
  challenge: string;
  solution: string;
  /**
   * @minItems 3
   */
  features: [string, string, string, ...string[]];
  /**
   * @minItems 1
   */
  technologies: [string, ...string[]];
  /**
   * @minItems 1
   */
  results: [string, ...string[]];
  /**
   * The three cards under the header.
   *
   * @maxItems 3
   */
  highlights?: [] | [Item] | [Item, Item] | [Item, Item, Item];
  icon?: string;
  image?: string;
  image_alt?: string;
  images?: {
    src: string;
    alt: string;
    caption?: string;
  }[];
  /**
   * Shown only when its quote is not empty.
   */
  testimonial?: {
    quote: string;
    author: string;
    role: string;
    sample?: boolean;
  } | null;
  business_value?: string[];
  next?: string;
  previous?: string;
  website?: string | null;
  app_name?: string;
  app_links?: {
    clients?: Stores;
    depanneurs?: Stores;
  };
  seo?: Seo;
}
/**
 * One entry of a list of things with a title.
 */
export interface Item {
  icon?: string;
  title?: string;
  text?: string;
  /**
   * A figure shown large.
   */
  value?: string;
  label?: string;
  percent?: number;
  duration?: string;
  year?: string;
  items?: string[];
  result?: string;
  href?: string;
  link_label?: string;
  hidden?: boolean;
}
export interface Stores {
  ios?: string;
  android?: string;
}
/**
 * What search engines and social networks show; the template's pattern fills what is absent.
 */
export interface Seo {
  title?: string;
  description?: string;
  keywords?: string[];
  image?: string;
  image_alt?: string;
}
