// Made from content/services/_schema.yaml by scripts/schema-types.mjs.
import type {Action, Block, Chart, Figure, Quote, Seo} from "./defs";

export interface Service {
  /**
   * The page's headline.
   */
  title: string;
  /**
   * Short name in cards and navigation.
   */
  name: string;
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
  figures?: Figure[];
  why?: Block;
  process?: Block;
  platforms?: Block;
  integrations?: Block;
  problems?: {
    title: string;
    lead?: string;
    items: {
      icon?: string;
      problem: string;
      solution: string;
      result: string;
    }[];
  };
  phases?: {
    title: string;
    lead?: string;
    items: {
      phase: string;
      title: string;
      description: string;
      duration: string;
      deliverables: string[];
    }[];
  };
  use_cases?: Block;
  features?: Block;
  improvements?: Block;
  /**
   * The technology panel, a group a line.
   */
  stack?: {
    title: string;
    lead?: string;
    groups: {
      label: string;
      items: string[];
    }[];
  };
  stories?: {
    title: string;
    items: {
      title: string;
      description: string;
      metrics: string;
      industry: string;
      study?: string;
    }[];
    action?: Action;
  };
  testimonial?: Quote;
  picture?: Chart;
  /**
   * The study that shows the service at work.
   */
  neighbour?: string;
  cta?: Block;
}
