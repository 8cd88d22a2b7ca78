// What careful French text may not hold: English words, straight quotes, spaces that break.

/** Words that no French sentence holds. Left out: those that French shares, such as `on`, `or`, `as`, `an`, `but`. */
const ENGLISH = new Set(
  `the and with for your our of from this that these those their they them there where which what when who whose why how
  you we she his her its is are was were be been being has have had will would should could can cannot must may
  not if then than so because while until about into onto over under between through without within to by at in it
  all any each every more most less some such only also just very please click here read learn get started build
  make see find out up new best free home back next previous submit send sign login`
    .split(/\s+/)
    .filter(Boolean),
);
/** Names whose words are English: they are read as one word each. */
const NAMES = [
  "The Mythical Man-Month", "Code Adventure", "Testimonial Hub", "Google Play", "Apple Pay", "Google Pay", "Face ID", "Touch ID",
  "Self-Hosted", "Starter kit", "API Platform", "Web Components", "Backend Development", "Agence E-MA", "Sign in with Apple",
];

const named = new RegExp(NAMES.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "g");

/** English words of a text, each with what stands around it. */
export function english(text) {
  const found = [];
  const plain = text.replace(named, "\ufffc").replace(/\S*(?:https?:\/\/|@|\w\.\w)\S*/g, "\ufffc");
  for (const match of plain.matchAll(/(?<![\p{L}\p{N}’'-])\p{L}+(?![\p{L}\p{N}’'-])/gu)) {
    const around = plain.slice(Math.max(0, match.index - 30), match.index + match[0].length + 30).replace(/\n/g, " ");
    if (ENGLISH.has(match[0].toLowerCase()) && !/^[A-Z]{2,}$/.test(match[0])) found.push(`${match[0]}: …${around}…`);
  }
  return found;
}

const RULES = [
  [/['"]/gu, "straight apostrophe or quote"],
  [/[^\u202f\s][;!?](?=\s|$)/gu, "no narrow space before ; ! ?"],
  [/[ \t\u00a0][;!?]/gu, "other space than U+202F before ; ! ?"],
  [/\p{L}:(?=\s|$)/gu, "no space before :"],
  [/[ \t]:/gu, "breaking space before :"],
  [/«(?![\u00a0\u202f])/gu, "no no-break space after «"],
  [/(?<![\u00a0\u202f])»/gu, "no no-break space before »"],
  [/\d [€%]/gu, "breaking space before € or %"],
  [/(?<![\d,.])\d{1,3} \d{3}(?!\d)/gu, "breaking space in a number"],
  [/ {2,}/gu, "two spaces"],
];

/** Breaches of French typography in a text, each with what stands around it. */
export function typography(text) {
  const plain = text.replace(/\S*(?:https?:\/\/|mailto:|@)\S*|\+\d[\d ]+\d/g, "\ufffc");
  const found = [];
  for (const [rule, name] of RULES) {
    for (const match of plain.matchAll(rule)) {
      const around = plain.slice(Math.max(0, match.index - 30), match.index + match[0].length + 20);
      found.push(`${name}: …${JSON.stringify(around).slice(1, -1)}…`);
    }
  }
  return found;
}
