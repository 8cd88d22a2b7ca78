interface CountProps {
  count: number;
  /** Singular, plural and what to say when there is none. */
  nouns: readonly [one: string, many: string, none: string];
}

/** How many are shown, read out when it changes. */
export function Count({ count, nouns: [one, many, none] }: CountProps) {
  return (
    <p className="count needs-js" role="status">
      {count === 0 ? none : `${count}\u00a0${count === 1 ? one : many}`}
    </p>
  );
}
