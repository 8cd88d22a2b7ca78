import { useCallback, useLayoutEffect, useState } from "react";
import { type Codec, withQuery } from "./address";

/** `push` makes a step that Back undoes; `replace` is for what changes with every key. */
export type AddressChange = "push" | "replace";

/**
 * A state that lives in the address's query. The first render has `initial`, as the server's; the address applies in a
 * layout effect, and again on Back and Forward. A change is one to what the address says. `codec` must stay the same
 * object.
 */
export function useAddress<State extends object>(codec: Codec<State>, initial: State) {
  const [state, setState] = useState(initial);

  useLayoutEffect(() => {
    const read = () => setState(codec.parse(new URLSearchParams(location.search)));
    read();
    addEventListener("popstate", read);
    return () => removeEventListener("popstate", read);
  }, [codec]);

  const change = useCallback(
    (part: Partial<State>, how: AddressChange) => {
      const next = { ...codec.parse(new URLSearchParams(location.search)), ...part };
      setState(next);
      const href = withQuery(location.href, codec.format(next));
      if (href === location.href) return;
      try {
        if (how === "push") history.pushState(null, "", href);
        else history.replaceState(history.state, "", href);
      } catch {
        // Browsers refuse too many changes in a short time; the list is right all the same.
      }
    },
    [codec],
  );
  return [state, change] as const;
}
