import { type ComponentType, type ReactNode, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { entered } from "./entered";

/**
 * Makes an island's module from its component: `export default island("Faq", Faq)`.
 * When the component throws in the browser, the server's HTML is put back as it was. Whoever takes the element off the
 * page (a development client) dispatches `site:unmount` on it first.
 */
export function island<Props extends object>(name: string, Component: ComponentType<Props>) {
  return (element: HTMLElement, props: Props, identifierPrefix: string): void => {
    const server = document.createDocumentFragment();
    for (const node of element.childNodes) server.append(node.cloneNode(true));
    const again = entered(element);
    const settle = (state: "hydrated" | "failed") => {
      element.dataset.state = state;
      again();
      element.dispatchEvent(new Event("site:settled"));
    };
    const report = (what: string, error: unknown, stack?: string | null) => {
      const mistake = `island \`${name}\` on ${location.pathname}: ${what}`;
      console.error(mistake, error, stack ?? "");
      // A development client shows it over the page.
      const detail = `error: ${mistake}\n\n${error}\n${stack ?? ""}`;
      element.dispatchEvent(new CustomEvent("site:mistake", { bubbles: true, detail }));
    };

    const root = hydrateRoot(
      element,
      <Ready then={() => settle("hydrated")}>
        <Component {...props} />
      </Ready>,
      {
        identifierPrefix,
        onRecoverableError: (error, info) => report("hydration differs", error, info.componentStack),
        onUncaughtError: (error, info) => {
          report("threw", error, info.componentStack);
          queueMicrotask(() => {
            element.replaceChildren(server);
            settle("failed");
          });
        },
      },
    );
    element.addEventListener("site:unmount", () => root.unmount(), { once: true });
  };
}

/**
 * Says when the component is rendered with what its layout effects found; adds nothing to the tree that ids are made from.
 * React runs effects before it renders again, so what a visitor did would meet handlers that do not know of a draft yet.
 */
function Ready({ then, children }: { then: () => void; children: ReactNode }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the root renders once.
  useEffect(() => queueMicrotask(then), []);
  return children;
}
