/** How a state stands in the address's query. A parameter that is empty is left out. */
export interface Codec<State> {
  parse(query: URLSearchParams): State;
  format(state: State): Record<string, string>;
}

/** The address with these parameters; others and the fragment stay. */
export function withQuery(href: string, parameters: Record<string, string>): string {
  const url = new URL(href);
  for (const [name, value] of Object.entries(parameters)) {
    if (value) url.searchParams.set(name, value);
    else url.searchParams.delete(name);
  }
  return url.href;
}

/** A parameter's value when it is one of the known ones, else the default. */
export function known(
  query: URLSearchParams,
  name: string,
  values: readonly string[],
  otherwise: string,
): string {
  const value = query.get(name) ?? "";
  return values.includes(value) ? value : otherwise;
}
