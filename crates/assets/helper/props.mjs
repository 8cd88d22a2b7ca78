// Derives what props each island takes, as JSON Schema, from the type of its component's first parameter.
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative, sep } from "node:path";

// What stands in for a tsconfig.json.
const OPTIONS = { jsx: "react-jsx", module: "esnext", moduleResolution: "bundler", target: "es2022", strict: true };

// Parsed files, and the last program: what did not change is not parsed again while the helper runs.
const parsed = new Map();
let program;

export function run({ islands: names }, { root, islands, load }) {
  const entry = load.resolve("ts-json-schema-generator");
  const generators = load(entry);
  const ts = createRequire(entry)("typescript");
  const place = (name) => join(islands, name, `${name}.tsx`);
  const written = new Map();
  for (const name of names) {
    const text = ts.sys.readFile(place(name)) ?? "";
    const type = propsType(ts, ts.createSourceFile(place(name), text, ts.ScriptTarget.Latest, true));
    // The type gets a name of its own, so that one written in place can be asked for as well.
    written.set(place(name), { type, text: type ? `${text}\nexport type ${name}IslandProps = ${type};\n` : text });
  }
  const options = { ...compilerOptions(ts, islands), noEmit: true, skipLibCheck: true, types: [], lib: ["lib.es2023.d.ts"] };
  program = ts.createProgram({ rootNames: [...written.keys()], options, host: host(ts, options, written), oldProgram: program });
  const result = {};
  for (const name of names) {
    const { type } = written.get(place(name));
    result[name] = { ...(type ? derive(generators, name) : { mistake: "nothing says their type" }) };
    result[name].dependencies = sources(ts, place(name), { root, islands });
  }
  return { result };
}

function compilerOptions(ts, islands) {
  const file = join(islands, "tsconfig.json");
  const { config = { compilerOptions: OPTIONS } } = ts.sys.fileExists(file) ? ts.readConfigFile(file, ts.sys.readFile) : {};
  return ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, islands).options;
}

// A compiler's host that gives the islands' texts as `written` has them, and each file that stayed the same once.
function host(ts, options, written) {
  const plain = ts.createCompilerHost(options, true);
  return {
    ...plain,
    getSourceFile(path, language) {
      const own = written.get(path)?.text;
      const version = own ?? stamp(path);
      const known = parsed.get(path);
      if (known?.version === version) return known.file;
      const file = own === undefined ? plain.getSourceFile(path, language) : ts.createSourceFile(path, own, language, true);
      parsed.set(path, { version, file });
      return file;
    },
  };
}

function stamp(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  return found && `${found.mtimeMs} ${found.size}`;
}

// The text of the props' type; none when nothing in the file says it.
function propsType(ts, file) {
  const isDefault = (node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
  const named = (name) => {
    for (const node of file.statements) {
      if ((ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) && node.name?.text === name) return node;
      const found = ts.isVariableStatement(node) && node.declarationList.declarations.find((one) => one.name.getText() === name);
      if (found) return found;
    }
    return undefined;
  };
  const typeOf = (node) => {
    if (!node) return undefined;
    if (ts.isIdentifier(node)) return typeOf(named(node.text));
    if (ts.isVariableDeclaration(node)) return node.type?.typeArguments?.[0]?.getText() ?? typeOf(node.initializer);
    // `memo(Component)`, `Component satisfies …`
    if (ts.isCallExpression(node)) return typeOf(node.arguments[0]);
    if (node.expression) return typeOf(node.expression);
    if (!ts.isFunctionLike(node)) return undefined;
    return node.parameters.length === 0 ? "{}" : node.parameters[0].type?.getText();
  };
  for (const node of file.statements) {
    if (ts.isExportAssignment(node)) return typeOf(node.expression);
    if (isDefault(node)) return typeOf(node);
    const elements = ts.isExportDeclaration(node) && !node.moduleSpecifier && node.exportClause?.elements;
    const found = elements && elements.find((one) => one.name.text === "default");
    if (found) return typeOf(found.propertyName);
  }
  return undefined;
}

function derive({ createGenerator }, name) {
  try {
    const generator = createGenerator({ tsProgram: program, skipTypeCheck: true, topRef: false, expose: "none", jsDoc: "none", functions: "hide", encodeRefs: false });
    const schema = generator.createSchema(`${name}IslandProps`);
    settle(schema);
    return { schema };
  } catch (error) {
    return { mistake: String(error?.message ?? error).split("\n")[0] };
  }
}

// What a template lacks is none, which a prop takes as absent: a prop that may be null need not be given. One literal is
// a choice of one.
function settle(schema) {
  if (schema === null || typeof schema !== "object") return;
  for (const inner of Object.values(schema)) settle(inner);
  if ("const" in schema && typeof schema.type === "string") schema.enum = [schema.const];
  if (schema.enum) delete schema.const;
  // Of an object without properties, breaches would not say which one was given.
  if (schema.additionalProperties === false) schema.properties ??= {};
  if (!Array.isArray(schema.required) || !schema.properties) return;
  schema.required = schema.required.filter((name) => !takesNull(schema.properties[name]));
}

function takesNull(schema) {
  return schema?.type === "null" || schema?.type?.includes?.("null") || (schema?.anyOf ?? []).some(takesNull);
}

// The site's own files that say what an island takes: its component and what that imports.
function sources(ts, start, { root, islands }) {
  const seen = new Set();
  const visit = (path) => {
    if (seen.has(path) || path.includes("node_modules")) return;
    seen.add(path);
    const file = program.getSourceFile(path);
    for (const { text } of file?.imports ?? []) {
      const found = ts.resolveModuleName(text, path, program.getCompilerOptions(), ts.sys).resolvedModule;
      if (found) visit(found.resolvedFileName);
    }
  };
  visit(start);
  for (const file of ["tsconfig.json", "package.json", "package-lock.json"]) seen.add(join(islands, file));
  return [...seen].map((path) => relative(root, path).split(sep).join("/")).sort();
}
