import { expect, test } from "vitest";
import { known, withQuery } from "./address";

test("other parameters and the fragment stay, empty ones go", () => {
  expect(withQuery("https://a.re/p?utm_source=x&q=old#list", { q: "", type: "Site Web" })).toBe(
    "https://a.re/p?utm_source=x&type=Site+Web#list",
  );
});

test("a value that nobody offers counts as none", () => {
  const query = new URLSearchParams("type=Pirate&annee=2024");
  expect(known(query, "type", ["SaaS"], "all")).toBe("all");
  expect(known(query, "annee", ["2024"], "all")).toBe("2024");
});
