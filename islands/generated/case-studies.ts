// Made from content/case-studies/_schema.yaml by scripts/schema-types.mjs.
import type {Highlight, Seo} from "./defs";

export type ProjectCategory =
  "E-commerce" | "Backend Development" | "Application Mobile" | "SaaS" | "Ancien projet" | "Site Web" | "Missions";
/**
 * @minItems 2
 * @maxItems 2
 */
export type Span = [number, number];
/**
 * When the truck accepts, and when it is seen.
 *
 * @minItems 2
 * @maxItems 2
 */
export type Span1 = [number, number];

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
   * Figures within the results, written as there, that stand large beside them. One that a result begins with does so by itself, and an amount of money.
   */
  result_figures?: string[];
  /**
   * The three cards under the header.
   *
   * @maxItems 3
   */
  highlights?: [] | [Highlight] | [Highlight, Highlight] | [Highlight, Highlight, Highlight];
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
export interface Stores {
  ios?: string;
  android?: string;
}
/**
 * The drawing that explains the product; it is the cover, the head of the page and the social image.
 */
export interface Plate {
  /**
   * What the drawing shows, in a sentence.
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
    callday?: Callday;
    slope?: Slope;
    pallet?: Pallet;
    metro?: Metro;
    board?: Board;
    cartogram?: Cartogram;
    tokens?: Tokens;
    bricks?: Bricks;
    pattern?: Pattern;
    spines?: Spines;
    facade?: Facade;
    rings?: Rings;
    gates?: Gates;
    disc?: Disc;
    scan?: Scan;
    sundial?: Sundial;
    calendar?: Calendar;
    redline?: Redline;
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
   * Points, each its distance from the breakdown and its bearing; roads cross where they share one, and a truck stands on one.
   */
  roads: [Span, Span, ...Span[]][];
  trucks: {
    name: string;
    note: string;
    km: number;
    bearing: number;
    flatbed?: boolean;
    fate: "laisse" | "accepte" | "hors";
  }[];
  minutes: Span1;
  /**
   * How far from the breakdown, in kilometres.
   */
  seen: number;
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
  /**
   * What keeps them apart at first.
   */
  cut: string;
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
    /**
     * What the broken socket adds to it.
     */
    missing?: number;
    /**
     * What the label is without that: incomplete.
     */
    partial?: string;
  }[];
  labels: {
    sockets: string;
    broken: string;
    core: string;
    traced: string;
    /**
     * Where and when the traced figure was read.
     */
    origin: string;
  };
}
/**
 * A day of calls: answered, missed, and five ways on.
 */
export interface Callday {
  from: number;
  to: number;
  answered: number[];
  missed: number[];
  lost: number;
  seconds: {
    label: string;
    value: number;
  }[];
  limit: number;
  outcomes: string[];
  chosen: number;
  labels: {
    lost: string;
    kept: string;
    journal: string;
    limit: string;
  };
}
/**
 * A garden in section, bare then terraced, at its true angle.
 */
export interface Slope {
  angle: number;
  terraces: number;
  length: string;
  fields: string[];
  decisive: number;
  labels: {
    fields: string;
    flat: string;
    steep: string;
  };
}
/**
 * A lot pulled apart, its facts on leaders, and a padlock.
 */
export interface Pallet {
  boxes: number;
  each: number;
  cracked: number;
  facts: {
    box: number;
    label: string;
    /**
     * What the boxes measure together where none is given.
     */
    value?: string;
    /**
     * What is true of it once a box is cracked, where that differs.
     */
    corrected?: string;
  }[];
  labels: {
    title: string;
    cracked: string;
    hold: string;
    paid: string;
  };
}
/**
 * Years of service as a metro line.
 */
export interface Metro {
  stations: {
    year: number;
    level: number;
    name: string;
    note?: string;
    interchange?: boolean;
  }[];
  refused: string;
  second: {
    from: number;
  };
  labels: {
    first: string;
    second: string;
  };
}
/**
 * A board, its walls, and a program with one wrong block (A forward, G left, D right).
 */
export interface Board {
  size: number;
  start: Span;
  facing: number;
  goal: Span;
  walls: Span[];
  program: string;
  fault: number;
  was: string;
  labels: {
    program: string;
    fault: string;
    solver: string;
  };
}
/**
 * An island by distance and by driving time.
 */
export interface Cartogram {
  centre: {
    name: string;
    lat: number;
    lon: number;
  };
  km_per_minute: number;
  rings: number[];
  coast: Span[];
  places: {
    name: string;
    lat: number;
    lon: number;
    minutes: number;
    inland?: boolean;
    far?: boolean;
    /**
     * Out at sea, above or below; else on the right.
     */
    name_at?: "haut" | "bas";
  }[];
  tables: {
    place: string;
    seats: number;
    free: number;
    note: string;
  }[];
  labels: {
    far: string;
    taken: string;
    free: string;
  };
}
/**
 * A label cut into fields, and pairs by likeness between two thresholds.
 */
export interface Tokens {
  parts: {
    text: string;
    field?: string;
  }[];
  pairs: number;
  low: number;
  high: number;
  exception: {
    score: number;
    label: string;
  };
  labels: {
    title: string;
    axis: string;
    human: string;
    automatic: string;
  };
}
/**
 * A programme of blocks by week, its loads, and the minutes to build it before and after.
 */
export interface Bricks {
  kinds: string[];
  blocks: number[][];
  loads: number[];
  changed: number;
  minutes: Span[];
  labels: {
    load: string;
    changed: string;
    before: string;
    after: string;
    gain: string;
  };
}
/**
 * A platform cut like a garment, and a workshop's seats.
 */
export interface Pattern {
  pieces: {
    name: string;
    state: "done" | "building" | "planned";
  }[];
  seats: number;
  freed: number;
  labels: {
    pieces: string;
    seats: string;
    freed: string;
    waiting: string;
    lock: string;
  };
}
/**
 * Every text kept, a stroke each; one pulled out with its notes.
 */
export interface Spines {
  count: number;
  words: {
    shortest: number;
    longest: number;
    pulled: number;
  };
  pulled: number;
  notes: number;
  weight: Span;
  labels: {
    count: string;
    pulled: string;
    cleaned: string;
  };
}
/**
 * A front surveyed, scaffolded, with one stone replaced.
 */
export interface Facade {
  courses: number;
  doubt: Span;
  seconds: Span;
  labels: {
    kept: string;
    tests: string;
    replaced: string;
    /**
     * What was replaced.
     */
    stone: string;
    seconds: string;
    refused: string;
  };
}
/**
 * Lanes of a day as rings; a slot stands where all are free.
 */
export interface Rings {
  open: number;
  close: number;
  /**
   * What is asked, in hours, the setup included.
   */
  long: number;
  /**
   * The part of it after the treatment.
   */
  setup: number;
  clash: Span;
  lanes: {
    name: string;
    busy: Span[];
  }[];
  labels: {
    title: string;
    clash: string;
    slot: string;
  };
}
/**
 * Ads on a belt, three gates, one suspect, and a person.
 */
export interface Gates {
  gates: string[];
  cars: {
    /**
     * Where it stands on the belt, from 0 to 1; one that is stopped, before it falls.
     */
    at: number;
    stopped?: number;
    reason?: string;
  }[];
  suspect: {
    at: number;
    gate: number;
    price: string;
    reason: string;
  };
  labels: {
    title: string;
    in: string;
    out: string;
    judge: string;
    verdict: string;
  };
}
/**
 * Everybody listed as the grooves of a record, by style; one is heard.
 */
export interface Disc {
  styles: {
    name: string;
    count: number;
  }[];
  lifted: {
    index: number;
    name: string;
  };
  seconds: number;
  labels: {
    title: string;
    total: string;
    heard: string;
  };
}
/**
 * A page at the speed of a modem, and what its parts take in seconds.
 */
export interface Scan {
  dates: string[];
  /**
   * Who plays, a name a date; the changed one is corrected.
   */
  heads: string[];
  changed: number;
  correction: string;
  loads: string[];
  seconds: number[];
  labels: {
    title: string;
    scale: string;
  };
}
/**
 * One hour, one sentence, and what was refused.
 */
export interface Sundial {
  hour: number;
  clock: string;
  phrase: string;
  refused: string[];
}
/**
 * A month of posts in every network, its hollow days, and a reserve.
 */
export interface Calendar {
  /**
   * The weekday of the first, from 0 for Monday.
   */
  starts: number;
  /**
   * The initials of the weekdays.
   *
   * @minItems 7
   * @maxItems 7
   */
  week: [string, string, string, string, string, string, string];
  days: number;
  networks: number;
  fills: number[];
  /**
   * The filled day that the plate is about.
   */
  decisive: number;
  cut: number;
  cut_from: number;
  labels: {
    month: string;
    reserve: string;
    read: string;
    cut: string;
  };
}
/**
 * A text in versions, a cut that waits, a seal, a thread.
 */
export interface Redline {
  /**
   * The day of the consent, as the seal shows it.
   */
  date: string;
  lines: {
    text: string;
    cut?: boolean;
  }[];
  labels: {
    versions: string;
    author: string;
    waiting: string;
    revoked: string;
    gone: string;
    proof: string;
  };
}
