/**
 * `<site-island>`: waits for the strategy in `on`, loads the island's module and hands it the server's HTML.
 * It knows no React; a module's default export is `(element, props, identifierPrefix) => void`.
 */
import type { Fire } from "./fire";
import { addressOf, type File, readModules, readProps } from "./manifest";
import { preload } from "./preload";
import { type Recording, record } from "./record";
import { idle } from "./strategies/idle";
import { interaction } from "./strategies/interaction";
import { load } from "./strategies/load";
import { media } from "./strategies/media";
import { visible } from "./strategies/visible";

type Mount = (element: HTMLElement, props: unknown, identifierPrefix: string) => void;

/** What wakes an island, by the name in `on`; `visible` wakes all others. */
const strategies: Record<
  string,
  (element: HTMLElement, fire: Fire, argument: string, prepare: () => void) => void
> = {
  load,
  idle,
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
    const [name = "", ...argument] = (this.getAttribute("on") ?? "").split(" ");
    const prepare = () => void filesOf(this.getAttribute("name") ?? "").catch(() => {});
    (strategies[name] ?? visible)(this, (event) => this.fire(event), argument.join(" "), prepare);
  }

  private fire(event?: Event): void {
    if (this.dataset.state === "waiting") {
      this.dataset.state = "loading";
      this.recording = record(this);
      this.addEventListener("site:settled", () => this.recording?.replay(), { once: true });
      void this.hydrate();
    }
    // The event that fired came before the recording listens; a later one is recorded by its own listener.
    if (event && this.dataset.state === "loading") this.recording?.note(event);
  }

  private async hydrate(): Promise<void> {
    setTimeout(() => this.fail("nothing came"), PATIENCE);
    try {
      const [mount, props] = await Promise.all([
        mountOf(this.getAttribute("name") ?? ""),
        readProps(Number(this.dataset.props)),
      ]);
      await parentSettled(this);
      // What comes late takes nothing away from a visitor who has begun without it or from what came before, and wakes
      // nothing that left the page.
      if (this.isConnected && !this.matches("[data-used],[data-state=hydrated]")) mount(this, props, this.dataset.prefix ?? "");
    } catch (error) {
      this.fail(error);
    }
  }

  /** Gives up what is still on its way. */
  private fail(error: unknown): void {
    if (!this.isConnected || this.dataset.state !== "loading") return;
    this.dataset.state = "failed";
    this.dispatchEvent(new Event("site:settled"));
    interaction(this, () => this.setAttribute("data-used", ""));
    // A request that was lost is made again once the network is back.
    addEventListener("online", () => this.hydrate(), { once: true });
    dispatchEvent(
      new CustomEvent("site:preload-error", { detail: { island: this.getAttribute("name"), error } }),
    );
  }
}

/** An island's files, asked for. */
async function filesOf(island: string): Promise<File[]> {
  const modules = await readModules();
  const own = (modules.islands[island] ?? []).map((place) => modules.files[place] as File);
  preload(own);
  return own;
}

async function mountOf(island: string): Promise<Mount> {
  const file = (await filesOf(island)).at(-1);
  if (!file) throw new Error(`nothing for ${island}`);
  const module = (await import(addressOf(file[0]))) as { default: Mount };
  return module.default;
}

/** Resolves when no island around this one is still to be hydrated: parents come first. */
async function parentSettled(element: HTMLElement): Promise<void> {
  const parent = element.parentElement?.closest("site-island:not([data-state=hydrated],[data-state=failed])");
  if (!parent) return;
  await new Promise((settled) => parent.addEventListener("site:settled", settled, { once: true }));
  await parentSettled(element);
}

customElements.define("site-island", SiteIsland);
// The table comes early but after what the page shows, so that no island waits for it.
void readModules().catch(() => {});
