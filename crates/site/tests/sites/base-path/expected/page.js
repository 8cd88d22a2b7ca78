import { mark } from "./assets/mark.d69fffd8.mjs";
import "./assets/mark.d69fffd8.mjs";
import("./assets/data.53c234e5.json", { with: { type: "json" } });
import("../_search/search.js"); // "./parts/mark.mjs"
mark(import.meta.url);
