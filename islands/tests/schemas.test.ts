import { expect, test } from "vitest";
import { staleTypes } from "../scripts/schema-types.mjs";

test("the generated types are those of the schemas (`npm run types` writes them)", async () => {
  expect(await staleTypes()).toEqual([]);
  // Every schema is compiled and formatted, which a busy machine takes its time for.
}, 60_000);
