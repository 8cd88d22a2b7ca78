// Made from content/articles/_schema.yaml by scripts/schema-types.mjs.
import type {Chart, Seo} from "./defs";

/**
 * A blog article. The text below the front matter is its body.
 */
export interface Article {
  id: number;
  title: string;
  subtitle?: string;
  /**
   * Last step of the breadcrumb.
   */
  short_title?: string;
  slug?: string;
  date: string;
  updated?: string;
  /**
   * One or two sentences for cards and feeds.
   */
  excerpt: string;
  category: "SaaS" | "Analyse" | "Méthodes" | "Productivité" | "Solutions Métier" | "Tech";
  /**
   * @minItems 1
   */
  tags: [string, ...string[]];
  author: string;
  /**
   * Minutes; computed at 220 words a minute when absent.
   */
  reading_time?: number;
  featured?: boolean;
  views?: number;
  likes?: number;
  comments?: number;
  image?: string;
  image_alt?: string;
  ink?: "lagon" | "vanille" | "tamarin" | "vetyver" | "lava" | "ink-2";
  /**
   * Other articles to read next.
   */
  related?: string[];
  related_studies?: string[];
  picture?: Chart;
  seo?: Seo;
}
