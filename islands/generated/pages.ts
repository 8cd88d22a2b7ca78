// Made from content/pages/_schema.yaml by scripts/schema-types.mjs.

/**
 * A page that stands alone. Its texts are blocks that its template places by name.
 */
export interface Page {
  /**
   * The h1.
   */
  title: string;
  eyebrow?: string;
  /**
   * The sentence under the title.
   */
  lead?: string;
  seo: Seo;
  picture?: Chart;
  actions?: Action[];
  figures?: Figure[];
  updated?: string;
  /**
   * Sends the visitor to another page after a delay.
   */
  redirect?: {
    to: string;
    /**
     * Milliseconds.
     */
    delay_ms: number;
    enabled?: boolean;
  };
  /**
   * Text for screen readers and search engines only.
   */
  seo_text?: string;
  /**
   * The page's sections, by the names under which its template places them.
   */
  blocks?: {
    about?: Block;
    ads?: Block;
    amounts?: Block;
    article_cta?: Block;
    article_marketplace?: Block;
    author?: Block;
    benefits?: Block;
    clients?: Block;
    contact?: Block;
    counters?: Block;
    cta?: Block;
    deliverables?: Block;
    eligibility?: Block;
    expertise?: Block;
    facts?: Block;
    faq?: Block;
    featured?: Block;
    features?: Block;
    form?: Block;
    highlights?: Block;
    intro?: Block;
    marketplace?: Block;
    newsletter?: Block;
    next?: Block;
    no_phone?: Block;
    packages?: Block;
    philosophy?: Block;
    process?: Block;
    projects?: Block;
    quotes?: Block;
    realisations?: Block;
    reasons?: Block;
    remainder?: Block;
    sectors?: Block;
    services?: Block;
    stack?: Block;
    stats?: Block;
    study_cta?: Block;
    study_highlights?: Block;
    testimonials?: Block;
    timeline?: Block;
    use_cases?: Block;
    values?: Block;
    work_process?: Block;
  };
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
 * A link that asks for something.
 */
export interface Action {
  label: string;
  /**
   * A path of this site, an anchor, or an absolute address.
   */
  href: string;
  style?: "primary" | "outline" | "text";
  icon?: string;
  /**
   * Opens in a new tab.
   */
  external?: boolean;
  hidden?: boolean;
}
/**
 * A figure shown as a spot height on a map.
 */
export interface Figure {
  value: string;
  label: string;
  note?: string;
}
/**
 * One section of a page. The template decides where it stands; `hidden` keeps it out of the page.
 */
export interface Block {
  /**
   * Small line above the title.
   */
  eyebrow?: string;
  title?: string;
  lead?: string;
  body?: string;
  note?: string;
  items?: Item[];
  figures?: Figure[];
  tags?: string[];
  quotes?: Quote[];
  actions?: Action[];
  hidden?: boolean;
  sample?: boolean;
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
/**
 * What somebody says. Invented ones carry `sample` and name a role, never a person.
 */
export interface Quote {
  quote: string;
  author: string;
  role?: string;
  figures?: Figure[];
  image?: string;
  study?: string;
  sample?: boolean;
  hidden?: boolean;
}
