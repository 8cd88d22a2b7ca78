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
