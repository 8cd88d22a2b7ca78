import data from "./data.53c234e5.json" with { type: "json" };
export const mark = (text) => console.log(`${text} ${data / 2}`);
