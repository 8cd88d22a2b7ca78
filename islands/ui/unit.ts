/** What stays, and a word in the plural. What stands behind a preposition has a number of its own. */
const WORDS = /mois|fois|cas| (?:d['’]|(?:par|de|en) ).*|(\p{L}{2,})s(?!\p{L})/gu;

/**
 * A unit as it follows a number: in French what is less than two is one. The words before a preposition agree: `jours ouvrés par
 * mois` becomes `jour ouvré par mois`. Signs and abbreviations stay as they are.
 */
export function unitOf(value: number, unit: string): string {
  return Math.abs(value) < 2 ? unit.replace(WORDS, (all, one) => one ?? all) : unit;
}
