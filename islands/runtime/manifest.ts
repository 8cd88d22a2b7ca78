/** What the page says about its islands in the one JSON block that `island_scripts()` writes, and the files it names. */

interface Block {
  /** Address of the table of modules, which pages with the same islands share. */
  modules: string;
  /** Subresource integrity of that table. */
  integrity: string;
  /** Props, each once; `data-props` on an island is an index. Large ones are the address of a file. */
  props: (object | string)[];
}

export interface Modules {
  /** By the island's name: everything its module imports, React's shared chunk included, and the module itself last. */
  islands: Record<string, string[] | undefined>;
  /** Subresource integrity of each of these files; their names are relative to the table. */
  integrity: Record<string, string>;
}

const block = JSON.parse(document.getElementById("islands")?.textContent ?? '{"props":[]}') as Block;
let table: Promise<Modules> | undefined;

async function read<T>(address: string, options?: RequestInit): Promise<T> {
  const response = await fetch(address, options);
  if (!response.ok) throw new Error(`${response.status} for ${address}`);
  return (await response.json()) as T;
}

/** The table of modules. A failure is not kept: the next island asks again. */
export function readModules(): Promise<Modules> {
  table ??= read<Modules>(block.modules, { integrity: block.integrity, priority: "low" });
  table.catch(() => {
    table = undefined;
  });
  return table;
}

export async function readProps(index: number): Promise<unknown> {
  const props = block.props[index];
  return typeof props === "string" ? read(props) : props;
}

/** Where a file of the table lies. */
export function addressOf(file: string): string {
  return new URL(file, new URL(block.modules, location.href)).href;
}
