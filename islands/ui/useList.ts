import { useEffect, useLayoutEffect } from "react";
import { onReset, type Shown, showInList } from "./list";

/** Keeps the list beside the island as the state wants it. */
export function useList({ list, ids, featured }: Shown, reset?: () => void): void {
  useLayoutEffect(() => showInList({ list, ids, featured }), [list, ids, featured]);
  useEffect(() => (reset ? onReset(list, reset) : undefined), [list, reset]);
}
