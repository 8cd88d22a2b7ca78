/** A reporter of `node --test`: what failed, where and why, to be read after everything else. */
import { relative } from "node:path";

export default async function* failures(events) {
  for await (const { type, data } of events) {
    if (type !== "test:fail" || data.details.error.failureType === "subtestsFailed") continue;
    const { error } = data.details;
    const place = data.file ? ` (${relative(process.cwd(), data.file)}:${data.line})` : "";
    yield `failed: ${data.name}${place}\n${described(error.cause ?? error)}\n`;
  }
}

/** An error with its stack, without Node's own part of that. */
function described(error) {
  const lines = String(error.stack ?? error).split("\n");
  return lines.filter((line) => !/^\s+at .*\bnode:/.test(line)).map((line) => `  ${line}`).join("\n");
}
