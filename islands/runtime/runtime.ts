/**
 * `<site-island>`: waits for the strategy in `on`, loads the island's module and hands it the server's HTML.
 * It knows no React; a module's default export is `(element, props, identifierPrefix) => void`.
 */
import type { Fire } from "./fire";
import { addressOf, readModules, readProps } from "./manifest";
import { preload } from "./preload";
import { type Recording, record } from "./record";
import { idle } from "./strategies/idle";
import { interaction } from "./strategies/interaction";
import { load } from "./strategies/load";
import { media } from "./strategies/media";
import { visible } from "./strategies/visible";

type Mount = (element: HTMLElement, props: unknown, identifierPrefix: string) => void;

const strategies: Record<
  string,
  (element: HTMLElement, fire: Fire, argument: string, prepare: () => void) => void
> = {
  load,
  idle,
  visible,
  interaction,
  media,
};

/** Milliseconds after which an island whose files do not come is given up: its HTML works without them. */
const PATIENCE = 10_000;

class SiteIsland extends HTMLElement {
  private recording: Recording | undefined;

  connectedCallback(): void {
    if (this.dataset.state) return;
    this.dataset.state = "waiting";
    const [, name = "visible", argument = ""] = /^(\w+)\s*(.*)/.exec(this.getAttribute("on") ?? "") ?? [];
    const prepare = () => void filesOf(this.getAttribute("name") ?? "").catch(() => {});
    (strategies[name] ?? visible)(this, (event) => this.fire(event), argument, prepare);
  }

  private fire(event?: Event): void {
    if (this.dataset.state === "waiting") {
      this.dataset.state = "loading";
      this.recording = record(this);
      void this.hydrate();
    }
    // The event that fired came before the recording listens; a later one is recorded by its own listener.
    if (event && this.dataset.state === "loading") this.recording?.note(event);
  }

  private async hydrate(): Promise<void> {
    this.addEventListener("site:settled", () => this.recording?.replay(), { once: true });
    const timer = setTimeout(() => this.fail(new Error("nothing came")), PATIENCE);
    try {
      const [mount, props] = await Promise.all([
        mountOf(this.getAttribute("name") ?? ""),
        readProps(Number(this.dataset.props)),
      ]).finally(() => clearTimeout(timer));
      await parentSettled(this);
      // What comes late takes nothing away from a visitor who has begun without it, and wakes nothing that left the page.
      if (this.isConnected && !this.hasAttribute("data-used")) mount(this, props, this.dataset.prefix ?? "");
    } catch (error) {
      if (this.dataset.state === "loading") this.fail(error);
    }
  }

  private fail(error: unknown): void {
    if (!this.isConnected) return;
    this.dataset.state = "failed";
    this.dispatchEvent(new Event("site:settled"));
    interaction(this, () => this.setAttribute("data-used", ""));
    dispatchEvent(
      new CustomEvent("site:preload-error", { detail: { island: this.getAttribute("name"), error } }),
    );
  }
}

/** An island's files, asked for. */
async function filesOf(island: string): Promise<string[]> {
  const modules = await readModules();
  const files = modules.islands[island] ?? [];
  preload(files, modules);
  return files;
}

async function mountOf(island: string): Promise<Mount> {
  const file = (await filesOf(island)).at(-1);
  if (!file) throw new Error(`nothing for ${island}`);
  const module = (await import(addressOf(file))) as { default: Mount };
  return module.default;
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
// The table comes early but after what the page shows, so that no island waits for it.
void readModules().catch(() => {});
