/** What other pages put into one field of a form: parts, each of some lines of which the first names it, with an empty line between. */
const BETWEEN = "\n\n";

export function partsOf(text: string): string[] {
  return text.split(BETWEEN).filter(Boolean);
}

function nameOf(part: string): string | undefined {
  return part.split("\n")[0];
}

/** The text with one part more, in place of the one of its name. */
export function withPart(text: string, part: string): string {
  return [...others(text, part), part].join(BETWEEN);
}

function others(text: string, part: string): string[] {
  return partsOf(text).filter((one) => nameOf(one) !== nameOf(part));
}

export function withoutPart(text: string, part: string): string {
  return others(text, part).join(BETWEEN);
}
