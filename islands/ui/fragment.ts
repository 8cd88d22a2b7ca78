/** The id that an address's fragment names; as it is written where its encoding is none. */
export function fragmentOf({ hash }: { hash: string }): string {
  const written = hash.slice(1);
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
