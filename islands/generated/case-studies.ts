// Made from content/case-studies/_schema.yaml by scripts/schema-types.mjs.

export type ProjectCategory =
  "E-commerce" | "Backend Development" | "Application Mobile" | "SaaS" | "Ancien projet" | "Site Web" | "Missions";
/**
 * @minItems 2
 * @maxItems 2
 */
export type Span = [number, number];

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
  plate?: Plate;
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
/**
 * The drawing that explains the product; it is the cover, the head of the page and the social image.
 */
export interface Plate {
  /**
   * What the drawing shows
   */
  title: string;
  /**
   * What a length means.
   */
  scale: string;
  /**
   * The situation, the moment, the outcome: they tell the whole drawing.
   *
   * @minItems 3
   * @maxItems 3
   */
  states: [string, string, string];
  /**
   * The part that cards show: x, y and width of the 960 by 600 drawing.
   *
   * @minItems 3
   * @maxItems 3
   */
  cover?: [number, number, number];
  /**
   * A screen of the product, drawn in the same grammar.
   */
  screen: {
    title: string;
    /**
     * The screen's main button.
     */
    action: string;
    rows: {
      text: string;
      note?: string;
      mark?: "done" | "open" | "struck" | "private" | "decisive";
    }[];
  };
  /**
   * One kind of drawing and its data; islands/drawings/plate/ has a program for each.
   */
  draw: {
    roster?: Roster;
    dispatch?: Dispatch;
    braid?: Braid;
    patchbay?: Patchbay;
  };
}
/**
 * A week of agents, a hole in it, and who can fill it.
 */
export interface Roster {
  days: string[];
  agents: {
    name: string;
    /**
     * Start and end, in days from Monday.
     */
    shifts: Span[];
  }[];
  hole: {
    agent: number;
    span: Span;
    label: string;
  };
  question: string;
  candidates: {
    name: string;
    /**
     * Why not.
     */
    reason?: string;
    note?: string;
  }[];
  round: {
    label: string;
    points: number;
    offline: Span;
    note: string;
  };
}
/**
 * A breakdown, roads, and trucks at their distance and bearing.
 */
export interface Dispatch {
  breakdown: string;
  breakdown_note: string;
  /**
   * In kilometres.
   */
  rings: number[];
  /**
   * Bearing, bend and distance from the breakdown.
   */
  roads: number[][];
  trucks: {
    name: string;
    note: string;
    km: number;
    bearing: number;
    flatbed?: boolean;
    fate: "laisse" | "accepte" | "hors";
  }[];
  minutes: number;
  promise: string;
}
/**
 * Two phones' edits, merged behind a relay that reads nothing.
 */
export interface Braid {
  phones: {
    name: string;
    edits: string[];
  }[];
  relay: string;
  /**
   * @minItems 2
   * @maxItems 2
   */
  knot: [string, string];
  answer: string;
  result: string;
  result_note: string;
}
/**
 * Sockets wired to one core; one breaks alone, one is traced.
 */
export interface Patchbay {
  sockets: number;
  broken: number;
  traced: number;
  outputs: {
    label: string;
    value: number;
  }[];
  labels: {
    sockets: string;
    broken: string;
    core: string;
    traced: string;
  };
}
