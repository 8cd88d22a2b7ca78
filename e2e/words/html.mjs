// Reads the built pages: a small HTML reader for documents that the site itself wrote, so well-formed ones.

const VOID = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]);
const RAW = new Set(["script", "style", "textarea", "title"]);
const INLINE = new Set(["a", "abbr", "b", "bdi", "cite", "code", "em", "i", "kbd", "label", "mark", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "u", "var"]);
const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0", ensp: "\u2002" };

/** The text with its character references read, without the signs that keep short compounds whole. */
export function decode(text) {
  return text.replaceAll("\u2060", "").replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex) return String.fromCodePoint(parseInt(hex, 16));
    if (decimal) return String.fromCodePoint(Number(decimal));
    return ENTITIES[name] ?? whole;
  });
}

function attributes(source) {
  const found = {};
  for (const [, name, double, single, bare] of source.matchAll(/([^\s=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g)) {
    found[name.toLowerCase()] = decode(double ?? single ?? bare ?? "");
  }
  return found;
}

/**
 * The tree of a document: elements `{ tag, attributes, children }` and strings.
 * Throws when the closing tags do not answer the opening ones, so that a text is never filed under the wrong element.
 */
export function parse(source) {
  const root = { tag: "#document", attributes: {}, children: [] };
  const open = [root];
  const tags = /<!--[\s\S]*?-->|<!doctype[^>]*>|<(\/?)([a-z][\w-]*)((?:"[^"]*"|'[^']*'|[^"'>])*?)(\/?)>/gi;
  let at = 0;
  for (let match; (match = tags.exec(source)); ) {
    const parent = open[open.length - 1];
    if (match.index > at) parent.children.push(decode(source.slice(at, match.index)));
    at = tags.lastIndex;
    const [, closing, name, inside, selfClosing] = match;
    if (!name) continue;
    const tag = name.toLowerCase();
    if (closing) {
      if (parent.tag !== tag) throw new Error(`</${tag}> closes <${parent.tag}> at character ${match.index}`);
      open.pop();
      continue;
    }
    const element = { tag, attributes: attributes(inside), children: [] };
    parent.children.push(element);
    if (VOID.has(tag) || selfClosing) continue;
    if (RAW.has(tag)) {
      const end = source.indexOf(`</${tag}`, at);
      const text = source.slice(at, end);
      element.children.push(tag === "title" || tag === "textarea" ? decode(text) : text);
      at = tags.lastIndex = source.indexOf(">", end) + 1;
      continue;
    }
    open.push(element);
  }
  return root;
}

/** Every element below `node`, itself included, in reading order; `skip` says which subtrees to leave out. */
export function* elements(node, skip = () => false) {
  if (typeof node === "string" || skip(node)) return;
  yield node;
  for (const child of node.children) yield* elements(child, skip);
}

export const find = (node, test) => {
  for (const element of elements(node)) if (test(element)) return element;
  return undefined;
};

const hasClass = (element, name) => (element.attributes.class ?? "").split(/\s+/).includes(name);
export const withClass = (name) => (element) => hasClass(element, name);

const UNSEEN = new Set(["script", "style", "template", "svg"]);

/**
 * What a reader sees below `node`: inline elements run together, any other element starts a new line.
 * `skip` leaves more out; what is left out becomes `stand`, so that the texts around it do not touch.
 */
export function visible(node, { skip = () => false, stand = "" } = {}) {
  let out = "";
  const walk = (child) => {
    if (typeof child === "string") {
      out += child.replace(/[ \t\r\n]+/g, " ");
      return;
    }
    if (UNSEEN.has(child.tag)) return;
    if (skip(child)) {
      out += stand;
      return;
    }
    const block = !INLINE.has(child.tag) || child.tag === "br";
    if (block) out += "\n";
    child.children.forEach(walk);
    if (block) out += "\n";
  };
  node.children.forEach(walk);
  return out.split("\n").map((line) => line.trim()).filter(Boolean).join("\n");
}
