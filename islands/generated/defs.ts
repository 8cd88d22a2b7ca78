// Made from content/_defs.yaml by scripts/schema-types.mjs.

/**
 * Small letters, digits and `_`. Formulas and the address use it.
 */
export type CalculatorName = string;

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
 * Numbers by cell: `days`, or `days.senior` where each column has its own.
 */
export interface CalculatorFigures {
  [k: string]: number;
}
/**
 * A text's own figures, drawn to scale, with the table that says the same.
 */
export interface Chart {
  /**
   * Bars; bars of parts; from-to on one axis; lines over columns; steps one after the other; what goes in and out; layers; a core sample of years; one code on several devices; who sees what; one thing that takes over from another (its two columns) during the decisive step; a screen and the sheets that its numbers come from.
   */
  kind:
    | "bars"
    | "stacked"
    | "ranges"
    | "slope"
    | "timeline"
    | "flow"
    | "strata"
    | "core"
    | "devices"
    | "access"
    | "handover"
    | "trace";
  /**
   * What the drawing shows, in a sentence.
   */
  title: string;
  /**
   * Of every value; empty where nothing is counted.
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
    /**
     * One a column; for who sees what, 1 is seen and 0 is not.
     */
    values?: number[];
    /**
     * What is said of it, below its label or in the table: of a part of a scheme, its role.
     */
    note?: string;
    /**
     * The one that matters.
     */
    decisive?: boolean;
    /**
     * Where it stands in a flow, among devices or in a trace.
     */
    side?: "in" | "core" | "out";
    /**
     * What a device looks like; a phone unless said.
     */
    shape?: "phone" | "window";
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
