import { defineConfig } from "vitest/config";

// Logic is tested without a DOM (*.test.ts); components ask for happy-dom in their first line (*.test.tsx).
export default defineConfig({
  oxc: { jsx: { runtime: "automatic" } },
  test: {
    include: ["**/*.test.ts", "**/*.test.tsx"],
    exclude: ["node_modules/**"],
    // A failing query need not print the whole page.
    env: { DEBUG_PRINT_LIMIT: "0" },
  },
});
