import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { expect, test } from "vitest";

const islands = join(import.meta.dirname, "..");

/** Bytes of an entry as it is served: bundled, minified, brotli. */
async function size(entry: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [join(islands, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    external: ["react", "react-dom", "react/jsx-runtime", "react-dom/client"],
    define: { "process.env.NODE_ENV": '"production"' },
  });
  return brotliCompressSync(outputFiles[0]?.contents ?? "").length;
}

test.each([
  ["runtime/runtime.ts", 1536],
  ["page.ts", 3072],
  ["inline/head.ts", 300],
  ["Toaster/Toaster.tsx", 1536],
  ["ContactWizard/ContactWizard.tsx", 10752],
  ["ListFilter/ListFilter.tsx", 4096],
  ["Calculator/Calculator.tsx", 5120],
  ["../crates/site/src/search/search.js", 3072],
])("%s stays under %i bytes, React left out", async (entry, limit) => {
  expect(await size(entry)).toBeLessThanOrEqual(limit);
});

test("what checks a calculator's entry is loaded by the build, not by visitors", async () => {
  const inputs = async (platform: "browser" | "node") => {
    const entryPoints = [join(islands, "Calculator/Calculator.tsx")];
    const { metafile } = await build({
      entryPoints,
      platform,
      bundle: true,
      write: false,
      metafile: true,
      packages: "external",
    });
    return Object.keys(metafile.inputs).filter((input) => /(?:check|names)\.ts$/.test(input));
  };
  expect(await inputs("browser")).toEqual([]);
  expect(await inputs("node")).toHaveLength(2);
});

test("the runtime knows no React", async () => {
  const { metafile } = await build({
    entryPoints: ["runtime/runtime.ts", "page.ts", "inline/head.ts"].map((entry) => join(islands, entry)),
    bundle: true,
    write: false,
    metafile: true,
    outdir: "unused",
    format: "esm",
  });
  expect(Object.keys(metafile.inputs).filter((input) => input.includes("react"))).toEqual([]);
});
