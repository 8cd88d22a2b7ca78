import { mark } from "./mark.d69fffd8.mjs";
import "./mark.d69fffd8.mjs";
import("./data.53c234e5.json", { with: { type: "json" } });
import("../_search/search.js"); // "./parts/mark.mjs"
mark(import.meta.url);
