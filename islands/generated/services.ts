// Made from content/services/_schema.yaml by scripts/schema-types.mjs.
import type {Action, Chart, ChecksBlock, ClosingBlock, Figure, PointsBlock, Quote, Seo, StepsBlock} from "./defs";

export interface Service {
  /**
   * The page's headline.
   */
  title: string;
  /**
   * Short name in cards and navigation.
   */
  name: string;
  /**
   * Last step of the breadcrumb.
   */
  short_title?: string;
  order: number;
  icon: string;
  ink?: "lagon" | "vanille" | "tamarin" | "vetyver" | "lava" | "ink-2";
  /**
   * Text of the home page's card.
   */
  summary: string;
  badge?: string;
  pitch?: string;
  seo: Seo;
  actions?: Action[];
  /**
   * What the service covers, a few words a line: below the buttons of the page's head.
   *
   * @maxItems 4
   */
  covers?: string[];
  figures?: Figure[];
  why?: PointsBlock;
  process?: StepsBlock;
  platforms?: PointsBlock;
  /**
   * Families of things to connect to, each with the names of its members.
   */
  integrations?: {
    eyebrow?: string;
    title: string;
    lead?: string;
    /**
     * @minItems 1
     */
    items: [
      {
        icon?: string;
        title: string;
        text?: string;
        items?: string[];
        hidden?: boolean;
      },
      ...{
        icon?: string;
        title: string;
        text?: string;
        items?: string[];
        hidden?: boolean;
      }[]
    ];
    hidden?: boolean;
    sample?: boolean;
  };
  problems?: {
    eyebrow?: string;
    title: string;
    lead?: string;
    /**
     * @minItems 1
     */
    items: [
      {
        icon?: string;
        problem: string;
        solution: string;
        result: string;
      },
      ...{
        icon?: string;
        problem: string;
        solution: string;
        result: string;
      }[]
    ];
    hidden?: boolean;
  };
  phases?: {
    eyebrow?: string;
    title: string;
    lead?: string;
    /**
     * @minItems 1
     */
    items: [
      {
        phase: string;
        title: string;
        description: string;
        duration: string;
        deliverables: string[];
      },
      ...{
        phase: string;
        title: string;
        description: string;
        duration: string;
        deliverables: string[];
      }[]
    ];
    hidden?: boolean;
  };
  use_cases?: PointsBlock;
  features?: ChecksBlock;
  improvements?: ChecksBlock;
  /**
   * The technology panel, a group a line.
   */
  stack?: {
    eyebrow?: string;
    title: string;
    lead?: string;
    /**
     * @minItems 1
     */
    groups: [
      {
        label: string;
        items: string[];
      },
      ...{
        label: string;
        items: string[];
      }[]
    ];
    hidden?: boolean;
  };
  stories?: {
    eyebrow?: string;
    title: string;
    lead?: string;
    /**
     * @minItems 1
     */
    items: [
      {
        title: string;
        description: string;
        metrics: string;
        industry: string;
        study?: string;
      },
      ...{
        title: string;
        description: string;
        metrics: string;
        industry: string;
        study?: string;
      }[]
    ];
    action?: Action;
    hidden?: boolean;
  };
  testimonial?: Quote;
  picture?: Chart;
  /**
   * The study that shows the service at work.
   */
  neighbour?: string;
  cta?: ClosingBlock;
}
