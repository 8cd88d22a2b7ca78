import data from "./data.json" with { type: "json" };
export const mark = (text) => console.log(`${text} ${data / 2}`);
