// Made from content/_defs.yaml by scripts/schema-types.mjs.

/**
 * Small letters, digits and `_`. Formulas and the address use it.
 */
export type CalculatorName = string;
/**
 * As many values in each row as there are columns.
 */
export type CellsByColumn = {
  [k: string]: unknown;
};

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
   * Of every value, as in `€` or `jours`; empty (`""`) where nothing is counted: in a flow, strata, devices, access and a trace.
   */
  unit: string;
  source: string;
  /**
   * Names of the values of a row: parts, moments, before and after; without them a bar has one value. What is told apart by its colour alone is few: 5 bars, 7 parts. On a slope, 2 to 12 numbers of one kind (years, `3 ans`) stand as far apart as they are; other names stand at equal distances.
   *
   * Items: A few words; more have no room in the drawing.
   */
  columns?: string[];
  /**
   * Above it, parts of a stacked bar no longer count.
   */
  ceiling?: {
    value: number;
    /**
     * A few words; more have no room in the drawing.
     */
    label: string;
  };
  /**
   * What is drawn, one a row. A drawing holds a few that can be read: 16 bars, 8 stacked, 12 from-to, 8 lines, 12 steps, 40 in a core; what is more goes into a second chart or a table.
   *
   * Items: A row takes `label`, `note`, `decisive` and `study`; `values` but in a flow, strata, devices and a trace, which take `side` (strata take none); `style` where a line or a seam has a technique (flow, devices, trace, core); `private` in a flow and among devices; `shape` among devices.
   */
  rows: {
    /**
     * A few words: it stands in two lines at most; more goes into `note`.
     */
    label: string;
    /**
     * One a column, in their order, as in `[14, 6]`, and a decimal has a point: `1.5`, since a comma begins another value. From-to, steps and a core: one or two, the smaller first. Who sees what: 1 is seen and 0 is not.
     *
     * Items: Nothing is drawn below zero: say what was lost as a title of its own. A decimal has a point: `1.5`.
     */
    values?: number[];
    /**
     * What is said of it, below its label or in the table, in a few words: of a part of a scheme, its role.
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
