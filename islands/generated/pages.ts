// Made from content/pages/_schema.yaml by scripts/schema-types.mjs.
import type {
  Action,
  Chart,
  Check,
  ClosingBlock,
  Figure,
  HeadBlock,
  Highlight,
  Point,
  PointsBlock,
  Said,
  Seo,
  Sheet,
  SheetsBlock,
  Step,
  StepsBlock
} from "./defs";

/**
 * A page that stands alone. Its texts are blocks that its template places by name.
 */
export type Page = {
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
  /**
   * Below the head, on pages whose template has a place for them.
   */
  figures?: Figure[];
  /**
   * Shown by legal pages.
   */
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
    about?: {
      /**
       * Small line above the title.
       */
      eyebrow?: string;
      title: string;
      lead: string;
      body: string;
      tags?: string[];
      /**
       * @minItems 1
       */
      items: [Point, ...Point[]];
      actions?: Action[];
      hidden?: boolean;
      sample?: boolean;
    };
    ads?: {
      title: string;
      lead: string;
      /**
       * @minItems 1
       */
      items: [Point, ...Point[]];
      actions?: Action[];
      hidden?: boolean;
      sample?: boolean;
    };
    amounts?: {
      /**
       * Small line above the title.
       */
      eyebrow?: string;
      title: string;
      lead?: string;
      /**
       * @minItems 1
       */
      figures: [Figure, ...Figure[]];
      note?: string;
      hidden?: boolean;
      sample?: boolean;
    };
    article_cta?: ClosingBlock;
    article_marketplace?: {
      title?: string;
      lead: string;
      actions?: Action[];
      hidden?: boolean;
      sample?: boolean;
    };
    /**
     * What stands below an author's name.
     */
    author?: {
      lead: string;
      hidden?: boolean;
      sample?: boolean;
    };
    benefits?: PointsBlock;
    clients?: HeadBlock;
    contact?: {
      /**
       * Small line above the title.
       */
      eyebrow?: string;
      title: string;
      lead?: string;
      body?: string;
      items?: Check[];
      note?: string;
      actions?: Action[];
      hidden?: boolean;
      sample?: boolean;
    };
    /**
     * Shows how often articles were read; what it counts are their own fields.
     */
    counters?: {
      /**
       * For those who edit the file.
       */
      note?: string;
      hidden?: boolean;
      sample?: boolean;
    };
    cta?: ClosingBlock;
    deliverables?: {
      title: string;
      lead?: string;
      /**
       * @minItems 1
       */
      items: [Check, ...Check[]];
      hidden?: boolean;
      sample?: boolean;
    };
    eligibility?: {
      /**
       * Small line above the title.
       */
      eyebrow?: string;
      title: string;
      lead: string;
      /**
       * @minItems 1
       */
      items: [Check, ...Check[]];
      note?: string;
      hidden?: boolean;
      sample?: boolean;
    };
    expertise?: {
      /**
       * Small line above the title.
       */
      eyebrow?: string;
      title: string;
      lead?: string;
      /**
       * @minItems 1
       */
      items: [
        {
          title: string;
          percent: number;
          items?: string[];
          hidden?: boolean;
        },
        ...{
          title: string;
          percent: number;
          items?: string[];
          hidden?: boolean;
        }[]
      ];
      hidden?: boolean;
      sample?: boolean;
    };
    facts?: {
      /**
       * Small line above the title.
       */
      eyebrow?: string;
      title: string;
      lead?: string;
      /**
       * @minItems 1
       */
      items: [
        {
          icon?: string;
          /**
           * A figure shown large.
           */
          value?: string;
          title: string;
          text: string;
          hidden?: boolean;
        },
        ...{
          icon?: string;
          /**
           * A figure shown large.
           */
          value?: string;
          title: string;
          text: string;
          hidden?: boolean;
        }[]
      ];
      hidden?: boolean;
      sample?: boolean;
    };
    faq?: {
      /**
       * Small line above the title.
       */
      eyebrow?: string;
      title: string;
      lead?: string;
      actions?: Action[];
      hidden?: boolean;
      sample?: boolean;
    };
    featured?: {
      /**
       * Small line above the title.
       */
      eyebrow?: string;
      lead?: string;
      tags?: string[];
      /**
       * @minItems 1
       */
      figures?: [Figure, ...Figure[]];
      link_label?: string;
      hidden?: boolean;
      sample?: boolean;
    };
    features?: SheetsBlock;
    form?: {
      /**
       * Small line above the title.
       */
      eyebrow?: string;
      title: string;
      lead?: string;
      items?: Check[];
      note?: string;
      hidden?: boolean;
      sample?: boolean;
    };
    highlights?: {
      /**
       * @minItems 1
       */
      items: [Check, ...Check[]];
      hidden?: boolean;
      sample?: boolean;
    };
    intro?: {
      /**
       * Small line above the title.
       */
      eyebrow?: string;
      title: string;
      lead?: string;
      body: string;
      hidden?: boolean;
      sample?: boolean;
    };
    marketplace?: {
      /**
       * Small line above the title.
       */
      eyebrow?: string;
      title: string;
      lead?: string;
      tags?: string[];
      note?: string;
      actions?: Action[];
      hidden?: boolean;
      sample?: boolean;
    };
    newsletter?: {
      title: string;
      lead?: string;
      note?: string;
      hidden?: boolean;
      sample?: boolean;
    };
    next?: {
      title: string;
      /**
       * @minItems 1
       */
      items: [Step, ...Step[]];
      actions?: Action[];
      hidden?: boolean;
      sample?: boolean;
    };
    no_phone?: {
      title: string;
      body: string;
      note?: string;
      hidden?: boolean;
      sample?: boolean;
    };
    packages?: {
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
      note?: string;
      hidden?: boolean;
      sample?: boolean;
    };
    philosophy?: {
      /**
       * Small line above the title.
       */
      eyebrow?: string;
      title: string;
      lead?: string;
      body: string;
      quotes?: Said[];
      hidden?: boolean;
      sample?: boolean;
    };
    process?: StepsBlock;
    projects?: {
      /**
       * Small line above the title.
       */
      eyebrow?: string;
      title: string;
      lead?: string;
      /**
       * @maxItems 1
       */
      actions?: Action[];
      hidden?: boolean;
      sample?: boolean;
    };
    quotes?: HeadBlock;
    realisations?: {
      /**
       * Small line above the title.
       */
      eyebrow?: string;
      title: string;
      lead?: string;
      actions?: Action[];
      hidden?: boolean;
      sample?: boolean;
    };
    reasons?: PointsBlock;
    remainder?: HeadBlock;
    sectors?: {
      /**
       * Small line above the title.
       */
      eyebrow?: string;
      title: string;
      lead?: string;
      tags: string[];
      hidden?: boolean;
      sample?: boolean;
    };
    services?: {
      /**
       * Small line above the title.
       */
      eyebrow?: string;
      title: string;
      lead?: string;
      items?: Sheet[];
      hidden?: boolean;
      sample?: boolean;
    };
    stack?: {
      /**
       * Small line above the title.
       */
      eyebrow?: string;
      title: string;
      lead?: string;
      tags: string[];
      hidden?: boolean;
      sample?: boolean;
    };
    stats?: {
      /**
       * @minItems 1
       */
      figures: [Figure, ...Figure[]];
      hidden?: boolean;
      sample?: boolean;
    };
    study_cta?: {
      lead?: string;
      actions: Action[];
      hidden?: boolean;
      sample?: boolean;
    };
    study_highlights?: {
      /**
       * @maxItems 3
       */
      items: Highlight[];
      hidden?: boolean;
      sample?: boolean;
    };
    testimonials?: HeadBlock;
    timeline?: {
      /**
       * Small line above the title.
       */
      eyebrow?: string;
      title: string;
      lead?: string;
      /**
       * @minItems 1
       */
      items: [
        {
          year: string;
          title: string;
          text: string;
          hidden?: boolean;
        },
        ...{
          year: string;
          title: string;
          text: string;
          hidden?: boolean;
        }[]
      ];
      hidden?: boolean;
      sample?: boolean;
    };
    use_cases?: PointsBlock;
    values?: PointsBlock;
    work_process?: {
      /**
       * Small line above the title.
       */
      eyebrow: string;
      title: string;
      lead: string;
      /**
       * @minItems 1
       */
      items: [
        {
          /**
           * The letter.
           */
          label: string;
          title: string;
          text: string;
          hidden?: boolean;
        },
        ...{
          /**
           * The letter.
           */
          label: string;
          title: string;
          text: string;
          hidden?: boolean;
        }[]
      ];
      hidden?: boolean;
      sample?: boolean;
    };
  };
};
