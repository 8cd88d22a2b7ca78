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
 * The first and the last point without network, from 0.
 *
 * @minItems 2
 * @maxItems 2
 */
export type Cell = [number, number];
/**
 * Kilometres, at most 40, and degrees.
 *
 * @minItems 2
 * @maxItems 2
 */
export type Place = [number, number];
/**
 * When the truck accepts, and when it is seen.
 *
 * @minItems 2
 * @maxItems 2
 */
export type Cell1 = [number, number];
/**
 * @minItems 2
 * @maxItems 2
 */
export type Cell2 = [number, number];
/**
 * The course from below and the stone from the left, from 0; one beside the windows.
 *
 * @minItems 2
 * @maxItems 2
 */
export type Cell3 = [number, number];

/**
 * One project told as a story. Texts are fields; a body below the front matter is optional.
 */
export interface CaseStudy {
  title: string;
  /**
   * Last step of the breadcrumb.
   */
  short_title?: string;
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
  highlights?: Highlight[];
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
   * The part that cards show: x, y and width of the 960 by 600 drawing; 320 wide or more, and at most 120 outside of it.
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
    /**
     * The sentence below the screen, instead of « Un écran de », the study's title and « réduit à l'essentiel »: for a name that takes « d' » or an article, or for what is no screen of a finished product. « Données fictives. » follows it.
     */
    caption?: string;
    rows: {
      text: string;
      note?: string;
      mark?: "done" | "open" | "struck" | "private" | "decisive";
    }[];
  };
  /**
   * Only one kind of drawing, with its data: remove the others. islands/drawings/plate/ has a program for each.
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
  /**
   * On phones their first letters.
   *
   * @minItems 2
   * @maxItems 10
   */
  days: [string, string, ...string[]];
  /**
   * @minItems 1
   * @maxItems 8
   */
  agents: [
    {
      name: string;
      /**
       * Start and end, in days from Monday.
       *
       * @maxItems 10
       */
      shifts: Span[];
    },
    ...{
      name: string;
      /**
       * Start and end, in days from Monday.
       *
       * @maxItems 10
       */
      shifts: Span[];
    }[]
  ];
  hole: {
    /**
     * Counted from 0 in `agents`.
     */
    agent: number;
    span: Span;
    label: string;
  };
  question: string;
  /**
   * All but one have a reason why not; the one that is chosen, an agent of the week, has a note.
   *
   * @minItems 1
   * @maxItems 5
   */
  candidates: [
    {
      name: string;
      /**
       * Why not.
       */
      reason?: string;
      /**
       * Why yes.
       */
      note?: string;
    },
    ...{
      name: string;
      /**
       * Why not.
       */
      reason?: string;
      /**
       * Why yes.
       */
      note?: string;
    }[]
  ];
  round: {
    label: string;
    points: number;
    offline: Cell;
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
   *
   * @minItems 1
   * @maxItems 3
   */
  rings: [number, ...number[]];
  /**
   * Points, each its distance from the breakdown and its bearing; roads cross where they share one, and a truck stands on one.
   *
   * @minItems 1
   * @maxItems 5
   */
  roads: [[Place, Place, ...Place[]], ...[Place, Place, ...Place[]][]];
  /**
   * One of them has the fate `accepte`.
   *
   * @minItems 1
   * @maxItems 6
   */
  trucks: [
    {
      name: string;
      note: string;
      km: number;
      bearing: number;
      flatbed?: boolean;
      fate: "laisse" | "accepte" | "hors";
    },
    ...{
      name: string;
      note: string;
      km: number;
      bearing: number;
      flatbed?: boolean;
      fate: "laisse" | "accepte" | "hors";
    }[]
  ];
  minutes: Cell1;
  /**
   * How far from the breakdown, in kilometres by road.
   */
  seen: number;
  promise: string;
}
/**
 * Two phones' edits, merged behind a relay that reads nothing.
 */
export interface Braid {
  /**
   * @minItems 2
   * @maxItems 2
   */
  phones: [
    {
      name: string;
      /**
       * Those before the last are made while the phones are apart.
       *
       * @minItems 1
       * @maxItems 3
       */
      edits: [string, ...string[]];
    },
    {
      name: string;
      /**
       * Those before the last are made while the phones are apart.
       *
       * @minItems 1
       * @maxItems 3
       */
      edits: [string, ...string[]];
    }
  ];
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
  /**
   * Counted from 0.
   */
  broken: number;
  /**
   * Counted from 0; another than the broken one.
   */
  traced: number;
  /**
   * @minItems 1
   * @maxItems 3
   */
  outputs: [
    {
      label: string;
      value: number;
      /**
       * What the broken socket adds to it, a part of the value.
       */
      missing?: number;
      /**
       * What the label is without that: incomplete.
       */
      partial?: string;
    },
    ...{
      label: string;
      value: number;
      /**
       * What the broken socket adds to it, a part of the value.
       */
      missing?: number;
      /**
       * What the label is without that: incomplete.
       */
      partial?: string;
    }[]
  ];
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
  /**
   * @maxItems 24
   */
  answered: number[];
  /**
   * @minItems 1
   * @maxItems 8
   */
  missed: [number, ...number[]];
  /**
   * Counted from 0 in `missed`.
   */
  lost: number;
  /**
   * Together no more than `limit`.
   *
   * @minItems 1
   * @maxItems 3
   */
  seconds: [
    {
      label: string;
      value: number;
    },
    ...{
      label: string;
      value: number;
    }[]
  ];
  limit: number;
  /**
   * @minItems 1
   * @maxItems 5
   */
  outcomes: [string, ...string[]];
  /**
   * Counted from 0 in `outcomes`.
   */
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
  /**
   * In degrees.
   */
  angle: number;
  /**
   * How many times the price of a flat garden it costs at that angle.
   */
  times?: number;
  terraces: number;
  length: string;
  /**
   * @minItems 1
   * @maxItems 5
   */
  fields: [string, ...string[]];
  /**
   * Counted from 0 in `fields`.
   */
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
  /**
   * In square metres.
   */
  each: number;
  /**
   * Counted from 0, from below.
   */
  cracked: number;
  /**
   * @minItems 1
   * @maxItems 4
   */
  facts: [
    {
      /**
       * Counted from 0, from below.
       */
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
    },
    ...{
      /**
       * Counted from 0, from below.
       */
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
    }[]
  ];
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
  /**
   * By year; one between the first and the last is the interchange.
   *
   * @minItems 3
   * @maxItems 7
   */
  stations: [
    {
      year: number;
      level: number;
      name: string;
      note?: string;
      interchange?: boolean;
    },
    {
      year: number;
      level: number;
      name: string;
      note?: string;
      interchange?: boolean;
    },
    {
      year: number;
      level: number;
      name: string;
      note?: string;
      interchange?: boolean;
    },
    ...{
      year: number;
      level: number;
      name: string;
      note?: string;
      interchange?: boolean;
    }[]
  ];
  refused: string;
  second: {
    /**
     * The year of a station.
     */
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
  start: Cell2;
  /**
   * Up the columns (0), then clockwise.
   */
  facing: number;
  goal: Cell2;
  /**
   * @maxItems 24
   */
  walls: Cell2[];
  /**
   * At most 12 blocks: A forward, G left, D right.
   */
  program: string;
  /**
   * Counted from 0 in `program`.
   */
  fault: number;
  /**
   * What the wrong block ordered.
   */
  was: "A" | "G" | "D";
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
  /**
   * @maxItems 4
   */
  rings: number[];
  /**
   * Latitude and longitude, all the way round.
   *
   * @minItems 3
   * @maxItems 60
   */
  coast: [Span, Span, Span, ...Span[]];
  /**
   * @minItems 1
   * @maxItems 10
   */
  places: [
    {
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
    },
    ...{
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
    }[]
  ];
  /**
   * @minItems 1
   * @maxItems 3
   */
  tables: [
    {
      place: string;
      seats: number;
      free: number;
      note: string;
    },
    ...{
      place: string;
      seats: number;
      free: number;
      note: string;
    }[]
  ];
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
  /**
   * On phones the first two stand above the others.
   *
   * @minItems 1
   * @maxItems 6
   */
  parts: [
    {
      text: string;
      field?: string;
    },
    ...{
      text: string;
      field?: string;
    }[]
  ];
  pairs: number;
  /**
   * On a scale from 40 to 100; at least 10 below `high`.
   */
  low: number;
  /**
   * On a scale from 40 to 100; at least 10 above `low`.
   */
  high: number;
  exception: {
    /**
     * As likely as what is merged: `high` or more.
     */
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
  /**
   * @minItems 1
   * @maxItems 3
   */
  kinds: [string, ...string[]];
  /**
   * A list a week, of kinds counted from 0.
   *
   * @minItems 2
   * @maxItems 10
   */
  blocks: [[number, ...number[]], [number, ...number[]], ...[number, ...number[]][]];
  /**
   * In kilogrammes, one a week.
   *
   * @minItems 2
   * @maxItems 10
   */
  loads: [number, number, ...number[]];
  /**
   * What the plan added each week, in kilogrammes.
   */
  step?: number;
  /**
   * Counted from 0 in `loads`.
   */
  changed: number;
  /**
   * Of each task, before and after; together less after.
   *
   * @minItems 1
   * @maxItems 8
   */
  minutes: [[number, number], ...[number, number][]];
  labels: {
    load: string;
    changed: string;
    /**
     * Names the load that was planned instead, where there is room.
     */
    planned?: string;
    before: string;
    after: string;
    gain: string;
  };
}
/**
 * A platform cut like a garment, and a workshop's seats.
 */
export interface Pattern {
  /**
   * @minItems 1
   * @maxItems 5
   */
  pieces: [
    {
      name: string;
      state: "done" | "building" | "planned";
    },
    ...{
      name: string;
      state: "done" | "building" | "planned";
    }[]
  ];
  seats: number;
  /**
   * Counted from 0.
   */
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
    /**
     * From the shortest to the longest.
     */
    pulled: number;
  };
  /**
   * Which of them, counted from 0.
   */
  pulled: number;
  notes: number;
  /**
   * Before and after, in Ko; less after.
   *
   * @minItems 2
   * @maxItems 2
   */
  weight: [number, number];
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
  doubt: Cell3;
  /**
   * Before and after.
   *
   * @minItems 2
   * @maxItems 2
   */
  seconds: [number, number];
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
  /**
   * @minItems 2
   * @maxItems 3
   */
  lanes: [
    {
      name: string;
      /**
       * Start and end, in hours of the day.
       *
       * @maxItems 12
       */
      busy: Span[];
    },
    {
      name: string;
      /**
       * Start and end, in hours of the day.
       *
       * @maxItems 12
       */
      busy: Span[];
    },
    ...{
      name: string;
      /**
       * Start and end, in hours of the day.
       *
       * @maxItems 12
       */
      busy: Span[];
    }[]
  ];
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
  /**
   * @minItems 1
   * @maxItems 3
   */
  gates: [string, ...string[]];
  /**
   * At most four that no gate stops.
   *
   * @minItems 1
   * @maxItems 6
   */
  cars: [
    {
      /**
       * Where it stands on the belt, from 0 to 1; one that is stopped, before it falls.
       */
      at: number;
      /**
       * By which gate, counted from 0.
       */
      stopped?: number;
      reason?: string;
    },
    ...{
      /**
       * Where it stands on the belt, from 0 to 1; one that is stopped, before it falls.
       */
      at: number;
      /**
       * By which gate, counted from 0.
       */
      stopped?: number;
      reason?: string;
    }[]
  ];
  suspect: {
    at: number;
    /**
     * Counted from 0 in `gates`.
     */
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
  /**
   * @minItems 1
   * @maxItems 6
   */
  styles: [
    {
      name: string;
      count: number;
    },
    ...{
      name: string;
      count: number;
    }[]
  ];
  lifted: {
    /**
     * Counted from 0, over all styles in their order.
     */
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
  /**
   * @minItems 1
   * @maxItems 4
   */
  dates: [string, ...string[]];
  /**
   * Who plays, a name a date; the changed one is corrected.
   *
   * @minItems 1
   * @maxItems 4
   */
  heads: [string, ...string[]];
  /**
   * Counted from 0 in `dates`.
   */
  changed: number;
  correction: string;
  /**
   * At most three; the last of them was refused.
   *
   * @minItems 2
   * @maxItems 3
   */
  loads: [string, string, ...string[]];
  /**
   * One a load.
   *
   * @minItems 2
   * @maxItems 3
   */
  seconds: [number, number, ...number[]];
  labels: {
    title: string;
    scale: string;
  };
}
/**
 * One hour, one sentence, and what was refused.
 */
export interface Sundial {
  /**
   * From 6 to 18: 7.5 is half past seven.
   */
  hour: number;
  /**
   * The same in words.
   */
  clock: string;
  phrase: string;
  /**
   * @minItems 1
   * @maxItems 5
   */
  refused: [string, ...string[]];
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
  /**
   * Days, one a week at most, in their order.
   *
   * @minItems 1
   * @maxItems 4
   */
  fills: [number, ...number[]];
  /**
   * The filled day that the plate is about.
   */
  decisive: number;
  /**
   * Which network, counted from 0.
   */
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
  /**
   * One of them is cut.
   *
   * @minItems 1
   * @maxItems 4
   */
  lines: [
    {
      text: string;
      cut?: boolean;
    },
    ...{
      text: string;
      cut?: boolean;
    }[]
  ];
  labels: {
    link: string;
    accept: string;
    refuse: string;
    versions: string;
    author: string;
    waiting: string;
    revoked: string;
    gone: string;
    proof: string;
  };
}
