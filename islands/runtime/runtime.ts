/**
 * `<site-island>`: waits for the strategy in `on`, loads the island's module and hands it the server's HTML.
 * It knows no React; a module's default export is `(element, props, identifierPrefix) => void`.
 */
import { type Manifest, readManifest } from "./manifest";
import { preload } from "./preload";
import { type Recording, record } from "./record";
import { idle } from "./strategies/idle";
import { interaction } from "./strategies/interaction";
import { load } from "./strategies/load";
import { media } from "./strategies/media";
import { visible } from "./strategies/visible";

/** What a strategy calls when it is time, with the visitor's event when there was one. */
export type Fire = (event?: Event) => void;

type Mount = (element: HTMLElement, props: unknown, identifierPrefix: string) => void;

const strategies: Record<string, (element: HTMLElement, fire: Fire, argument: string) => void> = {
  load,
  idle,
  visible,
  interaction,
  media,
};

class SiteIsland extends HTMLElement {
  private recording: Recording | undefined;

  connectedCallback(): void {
    if (this.dataset.state) return;
    this.dataset.state = "waiting";
    const [, name = "visible", argument = ""] = /^(\w+)\s*(.*)/.exec(this.getAttribute("on") ?? "") ?? [];
    (strategies[name] ?? visible)(this, (event) => this.fire(event), argument);
  }

  private fire(event?: Event): void {
    if (this.dataset.state === "waiting") {
      this.dataset.state = "loading";
      this.recording = record(this);
      void this.hydrate(readManifest());
    }
    // The event that fired came before the recording listens; a later one is recorded by its own listener.
    if (event && this.dataset.state === "loading") this.recording?.note(event);
  }

  private async hydrate({ islands, props }: Manifest): Promise<void> {
    const name = this.getAttribute("name") ?? "";
    const src = islands[name]?.src ?? "";
    this.addEventListener("site:settled", () => this.recording?.replay(), { once: true });
    try {
      if (islands[name]) preload(islands[name]);
      const [module] = await Promise.all([import(src) as Promise<{ default: Mount }>, parentSettled(this)]);
      module.default(this, props[Number(this.dataset.props)], this.dataset.prefix ?? "");
    } catch (error) {
      this.dataset.state = "failed";
      this.dispatchEvent(new Event("site:settled"));
      dispatchEvent(new CustomEvent("site:preload-error", { detail: { island: name, src, error } }));
    }
  }
}

/** Resolves when no island around this one is still to be hydrated: parents come first. */
async function parentSettled(element: HTMLElement): Promise<void> {
  const parent = element.parentElement?.closest("site-island");
  if (!parent) return;
  if (!/hydrated|failed/.test((parent as HTMLElement).dataset.state ?? "")) {
    await new Promise((settled) => parent.addEventListener("site:settled", settled, { once: true }));
  }
  await parentSettled(parent as HTMLElement);
}

customElements.define("site-island", SiteIsland);
