/** What the page says about its islands, in the one JSON block that `island_scripts()` writes. */

export interface IslandModule {
  /** Address of the island's module. */
  src: string;
  /** Everything the module imports statically, React's shared chunk included. */
  imports: string[];
  /** Subresource integrity by address. */
  integrity: Record<string, string>;
}

export interface Manifest {
  /** Props, each once; `data-props` on an island is an index into this list. */
  props: unknown[];
  islands: Record<string, IslandModule | undefined>;
}

let manifest: Manifest | undefined;

export function readManifest(): Manifest {
  manifest ??= JSON.parse(
    document.getElementById("islands")?.textContent ?? '{"props":[],"islands":{}}',
  ) as Manifest;
  return manifest;
}
