/** Random edits of a page that is served: each time the open page is what the server sent, changed in place. */
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { root } from "../harness/engine.mjs";
import { watching } from "../harness/watched.mjs";

const EDITS = 120;
const HOLDING = ["div", "section", "ul", "details", "blockquote"];

/** Numbers that look random and are the same each time. */
let state = Number(process.env.SEED ?? 1);
function random(below) {
  state = (state * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff;
  return (state >> 8) % below;
}

const chosen = (list) => list[random(list.length)];
let ids = 0;

function element(depth) {
  if (depth === 0 || random(4) === 0) return { tag: chosen(["span", "em", "input"]), attributes: {}, inner: [`w${random(30)}`] };
  const attributes = { ...(random(4) === 0 && { id: `i${ids++}` }), ...(random(3) === 0 && { class: `c${random(5)}` }) };
  const inner = Array.from({ length: random(5) }, () => (random(3) === 0 ? `text ${random(20)} ` : element(depth - 1)));
  return { tag: chosen(HOLDING), attributes, inner };
}

function html(node) {
  if (typeof node === "string") return node;
  const attributes = Object.entries(node.attributes).map(([name, value]) => ` ${name}="${value}"`).join("");
  if (node.tag === "input") return `<input aria-label="x"${attributes} value="${node.inner[0]}">`;
  const inner = node.inner.map(html).map((one) => (node.tag === "ul" ? `<li>${one}</li>` : one));
  const summary = node.tag === "details" ? "<summary>s</summary>" : "";
  return `<${node.tag}${attributes}>${summary}${inner.join("\n")}</${node.tag}>`;
}

const all = (node) => (typeof node === "string" ? [] : [node, ...node.inner.flatMap(all)]);
const holding = (tree) => all(tree).filter(({ tag }) => HOLDING.includes(tag));

/** Puts in, takes out, moves, renames, turns round, wraps. */
function edit(tree) {
  const one = chosen(holding(tree));
  const { inner } = one;
  const edits = [
    () => inner.splice(random(inner.length + 1), 0, element(3)),
    () => inner.splice(random(inner.length + 1), 0, element(2)),
    () => inner.splice(random(inner.length + 1), 1),
    () => {
      const moved = inner.splice(random(inner.length + 1), 1);
      chosen(holding(tree)).inner.unshift(...moved);
    },
    () => Object.assign(one.attributes, { class: `c${random(5)} d${random(4)}` }),
    () => inner.push(`text ${random(40)}`),
    () => inner.reverse(),
    () => Object.assign(one, { inner: [{ tag: "div", attributes: {}, inner }] }),
    () => inner.length > 0 && Object.assign(one, { tag: chosen(HOLDING) }),
  ];
  chosen(edits)();
}

test("whatever is edited, an open page is what was sent", async () => {
  const folder = mkdtempSync(join(tmpdir(), "patches-"));
  cpSync(join(root, "examples/minimal"), folder, { recursive: true });
  const template = join(folder, "templates/index.html");
  const text = readFileSync(template, "utf8");
  const tree = { tag: "div", attributes: {}, inner: [element(4), element(4)] };
  const write = (number) => writeFileSync(template, text.replace("<h1>", `<h1 data-edit="${number}">`).replace("<ul>", `${html(tree)}<ul>`));
  write(0);
  const change = async (page) => {
    for (let number = 1; number <= EDITS; number++) {
      for (let left = 1 + random(3); left > 0; left--) edit(tree);
      if (all(tree).length < 25) tree.inner.push(element(4), element(4));
      if (all(tree).length > 160) tree.inner.splice(0, tree.inner.length - 1);
      write(number);
      await page.locator(`[data-edit="${number}"]`).waitFor();
      const [shown, sent] = await page.evaluate(async () => {
        const sent = new DOMParser().parseFromString(await (await fetch(location)).text(), "text/html");
        return [document, sent].map(({ body }) => {
          const main = body.querySelector("main").cloneNode(true);
          // The order of classes means nothing.
          for (const one of main.querySelectorAll("[class]")) one.className = Array.from(one.classList).sort().join(" ");
          return main.innerHTML;
        });
      });
      assert.equal(shown, sent, `edit ${number}`);
    }
  };
  // The sent page is parsed again in the page itself.
  await watching(folder, change, { bypassCSP: true });
});
