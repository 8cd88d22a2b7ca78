import { distance } from "../typo";

/** Where most visitors have their mail. */
const DOMAINS =
  "gmail.com ymail.com email.com mail.com gmx.com gmx.fr me.com msn.com live.com aol.com outlook.com outlook.fr hotmail.com hotmail.fr live.fr yahoo.fr yahoo.com icloud.com orange.fr wanadoo.fr free.fr sfr.fr laposte.net bbox.fr only.fr zeop.re proton.me protonmail.com".split(
    " ",
  );

/** The address that was probably meant, when its domain is a slip away from a well-known one. */
export function mailMeant(address: string): string | undefined {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1).trim().toLowerCase();
  if (at < 1 || DOMAINS.includes(domain)) return undefined;
  // Of a well-known name, another country's ending is no slip; `.com` with a letter left out is one.
  const [, name] = /^(.+)\.(?!c[mo]|om)..$/.exec(domain) ?? [];
  if (DOMAINS.some((one) => one.startsWith(`${name}.`))) return undefined;
  const within = (slips: number) => DOMAINS.find((one) => distance(domain, one) <= slips);
  const meant = within(1) ?? (domain.length > 8 ? within(2) : undefined);
  return meant && address.slice(0, at + 1) + meant;
}
