import { exact, rounded } from "./number";

/** What a formula is worth, where `of` gives what its names are worth. */
export type Formula = (of: (name: string) => number) => number;

/** A number, a name, a sign; or a letter that begins none of them, which no place in a formula takes. */
const TOKEN = /\d+(?:\.\d+)?|[a-z]\w*(?:\.[a-z]\w*)?|[<>]=|\S/g;

/** How strongly an operator binds, and what it does. A comparison that holds is 1, else 0. */
const OPERATORS = new Map<string, [strength: number, apply: (a: number, b: number) => number]>([
  ["<", [1, (a, b) => Number(a < b)]],
  [">", [1, (a, b) => Number(a > b)]],
  ["<=", [1, (a, b) => Number(a <= b)]],
  [">=", [1, (a, b) => Number(a >= b)]],
  ["=", [1, (a, b) => Number(a === b)]],
  ["+", [2, (a, b) => a + b]],
  ["-", [2, (a, b) => a - b]],
  ["*", [3, (a, b) => a * b]],
  ["/", [3, (a, b) => a / b]],
]);

/** Those that name what they take are given as many values, the others as many as there are. */
const FUNCTIONS = new Map<string, (...values: number[]) => number>(
  Object.entries({
    min: (...values: number[]) => Math.min(...values),
    max: (...values: number[]) => Math.max(...values),
    round: (value: number) => rounded(value),
    floor: (value: number) => Math.floor(exact(value)),
    ceil: (value: number) => Math.ceil(exact(value)),
    if: (holds: number, yes: number, no: number) => (holds ? yes : no),
  }),
);

/**
 * Reads a formula: numbers, names (`days`, or `days.senior` for one column), `+ - * /`, comparisons, brackets, and
 * `min`, `max`, `round`, `floor`, `ceil` and `if(test, then, else)`. Nothing else can be said in it, so a page's policy
 * need not allow `eval`, and a build computes what a browser does.
 */
export function compile(text: string): Formula {
  const tokens = text.match(TOKEN) ?? [];
  let at = 0;

  const fail = (wanted: string) =>
    new Error(`formula \`${text}\`: ${wanted}, not ${tokens[at] ?? "its end"}`);
  const take = (token: string) => {
    if (tokens[at] !== token) throw fail(`\`${token}\` is wanted`);
    at++;
  };

  function expression(above = 0): Formula {
    let left = operand();
    for (;;) {
      const [strength, apply] = OPERATORS.get(tokens[at] ?? "") ?? [0];
      if (!apply || strength <= above) return left;
      at++;
      // What compares a comparison is not what it looks like: `1 < a < 3` always holds.
      if (strength === 1) above = 1;
      const [first, second] = [left, expression(strength)];
      left = (of) => apply(first(of), second(of));
    }
  }

  function operand(): Formula {
    const token = tokens[at++] ?? "";
    if (token === "-") {
      const value = expression(3);
      return (of) => -value(of);
    }
    if (token === "(") {
      const inside = expression();
      take(")");
      return inside;
    }
    if (/^\d/.test(token)) return () => Number(token);
    if (tokens[at] === "(") return call(token);
    if (/^[a-z]/.test(token)) return (of) => of(token);
    at--;
    throw fail("a number or a name is wanted");
  }

  function call(name: string): Formula {
    const apply = FUNCTIONS.get(name);
    if (!apply) throw new Error(`formula \`${text}\`: there is no function \`${name}\``);
    const values: Formula[] = [];
    do {
      at++;
      values.push(expression());
    } while (tokens[at] === ",");
    take(")");
    if (apply.length && apply.length !== values.length) {
      throw new Error(`formula \`${text}\`: \`${name}\` is given ${values.length} values and takes ${apply.length}`);
    }
    return (of) => apply(...values.map((value) => value(of)));
  }

  const formula = expression();
  if (at < tokens.length) throw fail("an operator is wanted");
  return formula;
}
