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
 * One of a list of points.
 */
export interface Point {
  icon?: string;
  /**
   * What stands above the title.
   */
  value?: string;
  title: string;
  text?: string;
  items?: string[];
  result?: string;
  href?: string;
  /**
   * Words of the link; the title unless given.
   */
  link_label?: string;
  hidden?: boolean;
}
/**
 * One of the sheets that lie side by side.
 */
export interface Sheet {
  icon?: string;
  title: string;
  text?: string;
  items?: string[];
  href?: string;
  /**
   * What screen readers say of the arrow.
   */
  link_label?: string;
  hidden?: boolean;
}
/**
 * One of the cards under the head of a study.
 */
export interface Highlight {
  icon?: string;
  title: string;
  /**
   * A figure shown large.
   */
  value?: string;
  text?: string;
  hidden?: boolean;
}
/**
 * One of a list that is ticked off.
 */
export interface Check {
  icon?: string;
  title: string;
  text?: string;
  hidden?: boolean;
}
/**
 * A stop of a route.
 */
export interface Step {
  title: string;
  duration?: string;
  text?: string;
  items?: string[];
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
  /**
   * A portrait, shown as a small circle.
   */
  image?: string;
  /**
   * What it shows; `""` where the name beside it says it all.
   */
  image_alt?: string;
  study?: string;
  sample?: boolean;
  hidden?: boolean;
}
/**
 * What somebody says within a section. Invented ones carry `sample` and name a role, never a person.
 */
export interface Said {
  quote: string;
  author: string;
  role?: string;
  /**
   * A portrait, shown as a small circle.
   */
  image?: string;
  /**
   * What it shows; `""` where the name beside it says it all.
   */
  image_alt?: string;
  sample?: boolean;
  hidden?: boolean;
}
/**
 * The head of a section whose list comes from elsewhere.
 */
export interface HeadBlock {
  /**
   * Small line above the title.
   */
  eyebrow?: string;
  title: string;
  lead?: string;
  hidden?: boolean;
  sample?: boolean;
}
/**
 * A section with points.
 */
export interface PointsBlock {
  /**
   * Small line above the title.
   */
  eyebrow?: string;
  title: string;
  lead?: string;
  /**
   * @minItems 1
   */
  items: [Point, ...Point[]];
  hidden?: boolean;
  sample?: boolean;
}
/**
 * A section with a list that is ticked off.
 */
export interface ChecksBlock {
  /**
   * Small line above the title.
   */
  eyebrow?: string;
  title: string;
  lead?: string;
  /**
   * @minItems 1
   */
  items: [Check, ...Check[]];
  hidden?: boolean;
  sample?: boolean;
}
/**
 * A section with sheets side by side.
 */
export interface SheetsBlock {
  /**
   * Small line above the title.
   */
  eyebrow?: string;
  title: string;
  lead?: string;
  /**
   * @minItems 1
   */
  items: [Sheet, ...Sheet[]];
  hidden?: boolean;
  sample?: boolean;
}
/**
 * A section with the stops of a route.
 */
export interface StepsBlock {
  /**
   * Small line above the title.
   */
  eyebrow?: string;
  title: string;
  lead?: string;
  /**
   * @minItems 1
   */
  items: [Step, ...Step[]];
  hidden?: boolean;
  sample?: boolean;
}
/**
 * The band with one question and its buttons.
 */
export interface ClosingBlock {
  title: string;
  lead?: string;
  note?: string;
  actions?: Action[];
  hidden?: boolean;
  sample?: boolean;
}
