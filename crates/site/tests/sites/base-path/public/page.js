import { mark } from "./parts/mark.mjs";
import "/parts/mark.mjs";
import("./parts/data.json", { with: { type: "json" } });
import("../_search/search.js"); // "./parts/mark.mjs"
mark(import.meta.url);
