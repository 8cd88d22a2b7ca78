/** Programs of the system: the browsers and what drives them. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Where the first of `names` lies; the environment may say it by `variable`. `apt` is the package of Debian that has it. */
export function program(variable, names, apt) {
  const given = process.env[variable];
  const folders = process.env.PATH.split(delimiter);
  const found = (given ? [given] : names.flatMap((name) => folders.map((folder) => join(folder, name)))).find(existsSync);
  if (!found) throw new Error(`there is no ${given ?? names.join(" or ")}: ./build.sh test installs it (package ${apt}), ${variable} says where else it is`);
  return found;
}
