// Made from content/pages/_schema.yaml by scripts/schema-types.mjs.
import type {Action, Block, Chart, Figure, Seo} from "./defs";

/**
 * A page that stands alone. Its texts are blocks that its template places by name.
 */
export interface Page {
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
  figures?: Figure[];
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
    about?: Block;
    ads?: Block;
    amounts?: Block;
    article_cta?: Block;
    article_marketplace?: Block;
    author?: Block;
    benefits?: Block;
    clients?: Block;
    contact?: Block;
    counters?: Block;
    cta?: Block;
    deliverables?: Block;
    eligibility?: Block;
    expertise?: Block;
    facts?: Block;
    faq?: Block;
    featured?: Block;
    features?: Block;
    form?: Block;
    highlights?: Block;
    intro?: Block;
    marketplace?: Block;
    newsletter?: Block;
    next?: Block;
    no_phone?: Block;
    packages?: Block;
    philosophy?: Block;
    process?: Block;
    projects?: Block;
    quotes?: Block;
    realisations?: Block;
    reasons?: Block;
    remainder?: Block;
    sectors?: Block;
    services?: Block;
    stack?: Block;
    stats?: Block;
    study_cta?: Block;
    study_highlights?: Block;
    testimonials?: Block;
    timeline?: Block;
    use_cases?: Block;
    values?: Block;
    work_process?: Block;
  };
}
