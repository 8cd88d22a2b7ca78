// Made from content/articles/_schema.yaml by scripts/schema-types.mjs.

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
/**
 * A text's own figures, drawn to scale, with the table that says the same.
 */
export interface Chart {
  /**
   * Bars; bars of parts; from-to on one axis; lines over columns; steps one after the other; what goes in and out; layers; a core sample of years.
   */
  kind: "bars" | "stacked" | "ranges" | "slope" | "timeline" | "flow" | "strata" | "core";
  /**
   * What the drawing shows
   */
  title: string;
  /**
   * Of every value; empty for a flow or layers.
   */
  unit: string;
  source: string;
  /**
   * Names of the values of a row: parts, moments, before and after.
   */
  columns?: string[];
  /**
   * Above it, parts of a stacked bar no longer count.
   */
  ceiling?: {
    value: number;
    label: string;
  };
  rows: {
    label: string;
    values?: number[];
    note?: string;
    /**
     * The one that matters.
     */
    decisive?: boolean;
    /**
     * Where it stands in a flow.
     */
    side?: "in" | "core" | "out";
    /**
     * The technique of its line.
     */
    style?: "laravel" | "flutter" | "node";
    private?: boolean;
    /**
     * Where its line of the table leads.
     */
    study?: string;
  }[];
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
