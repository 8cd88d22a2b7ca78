/** What the page says about its islands in the one JSON block that `island_scripts()` writes, and the files it names. */

interface Block {
  /** Address of the table of modules, which pages with the same islands share. */
  modules: string;
  /** Subresource integrity of that table. */
  integrity: string;
  /** Props, each once; `data-props` on an island is an index. Large ones are the address of a file. */
  props: (object | string)[];
}

/** A file by its name, which is relative to the table, and its subresource integrity. */
export type File = [name: string, integrity: string];

export interface Modules {
  /** The files of all islands of the page. */
  files: File[];
  /** By the island's name, places among these: everything its module imports, React's shared chunk included, and itself last. */
  islands: Record<string, number[] | undefined>;
}

/** Read anew each time: a development client changes it in place. */
function block(): Block {
  return JSON.parse(document.getElementById("islands")?.textContent ?? '{"props":[]}') as Block;
}

/** The table, and what asked for it. */
let table: { address: string; modules: Promise<Modules> } | undefined;

async function read<T>(address: string, options?: RequestInit): Promise<T> {
  const response = await fetch(address, options);
  if (!response.ok) throw new Error(`${response.status} for ${address}`);
  return (await response.json()) as T;
}

/** The table of modules. A failure is not kept: the next island asks again. */
export function readModules(): Promise<Modules> {
  const { modules: address, integrity } = block();
  if (table?.address === address) return table.modules;
  const modules = read<Modules>(address, { integrity, priority: "low" });
  table = { address, modules };
  modules.catch(() => {
    table = undefined;
  });
  return modules;
}

export async function readProps(index: number): Promise<unknown> {
  const props = block().props[index];
  return typeof props === "string" ? read(props) : props;
}

/** Where a file of the table lies. */
export function addressOf(file: string): string {
  return new URL(file, new URL(block().modules, location.href)).href;
}
