/** A number as a French page writes it: `2 500,5 €`. An amount of money has both decimals or none. */
export function written(value: number, decimals: number, unit = ""): string {
  if (!Number.isFinite(value)) return "–";
  const scale = 10 ** decimals;
  // What is a half on paper is rounded up, although most decimals are a little off in binary.
  const rounded = Math.round(Number((Math.abs(value) * scale).toPrecision(12))) / scale;
  const isWhole = Number.isInteger(rounded);
  const [whole = "", part] = (unit === "€" && !isWhole ? rounded.toFixed(2) : String(rounded)).split(".");
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, "\u202f");
  const sign = value < 0 && rounded !== 0 ? "−" : "";
  // In French what is less than two is one; `mois` is always written so.
  const counted = rounded < 2 && unit !== "mois" ? unit.replace(/s$/, "") : unit;
  return `${sign}${digits}${part ? `,${part}` : ""}${unit ? `\u00a0${counted}` : ""}`;
}

/** The number that was typed, as French hands do: spaces between thousands, a comma, the unit behind it. */
export function typed(text: string, unit = ""): number | undefined {
  const bare = text.replace(/\s/g, "").replace("−", "-");
  const digits = unit && bare.endsWith(unit) ? bare.slice(0, -unit.length) : bare;
  return /^-?\d{1,12}(?:[.,]\d{0,6})?$/.test(digits) ? Number(digits.replace(",", ".")) : undefined;
}
