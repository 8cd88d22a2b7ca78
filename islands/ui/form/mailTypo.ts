import { distance } from "../typo";

/** Where most visitors have their mail. */
const DOMAINS =
  "gmail.com mail.com gmx.com gmx.fr me.com msn.com live.com aol.com outlook.com outlook.fr hotmail.com hotmail.fr live.fr yahoo.fr yahoo.com icloud.com orange.fr wanadoo.fr free.fr sfr.fr laposte.net bbox.fr only.fr zeop.re proton.me protonmail.com".split(
    " ",
  );

/** The address that was probably meant, when its domain is a slip away from a well-known one. */
export function mailMeant(address: string): string | undefined {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1).trim().toLowerCase();
  if (at < 1 || DOMAINS.includes(domain)) return undefined;
  const slips = domain.length > 8 ? 2 : 1;
  const meant = DOMAINS.map((one) => ({ one, slips: distance(domain, one) }))
    .filter((near) => near.slips <= slips)
    .sort((a, b) => a.slips - b.slips)[0];
  return meant && `${address.slice(0, at + 1)}${meant.one}`;
}
