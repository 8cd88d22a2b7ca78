import { check } from "#calculator-check";
import { useEffect, useId, useMemo, useState } from "react";
import { Chips } from "../ui/Chips";
import { useAddress } from "../ui/useAddress";
import { Actions, type Receiver } from "./Actions";
import { allInputs, codecOf, figuresOf, idOf, read, START, type Sum, sentenceOf, solve } from "./sum";
import { SumTable } from "./SumTable";

export interface CalculatorProps {
  sum: Sum;
  /** The form that the result can be attached to. */
  receiver: Receiver;
}

/** A sum that the visitor can redo: figures in a table, what follows from them, and both in the address. */
export default function Calculator({ sum, receiver }: CalculatorProps) {
  check(sum);
  const id = useId();
  const codec = useMemo(() => codecOf(sum), [sum]);
  const inputs = useMemo(() => new Map(allInputs(sum).map((input) => [input.cell, input])), [sum]);
  const [figures, change] = useAddress(codec, figuresOf(sum));
  // What is being typed stays as it is until the field is left; what is wrong stays until it is right.
  const [texts, setTexts] = useState<Record<string, string>>({});
  // Back and Forward bring figures that none of it belongs to.
  useEffect(() => {
    const forget = () => setTexts({});
    addEventListener("popstate", forget);
    return () => removeEventListener("popstate", forget);
  }, []);

  const problems = Object.fromEntries(
    Object.entries(texts).flatMap(([cell, text]) => {
      const input = inputs.get(cell);
      const problem = input && read(input, text);
      return typeof problem === "string" ? [[cell, problem]] : [];
    }),
  );
  const wrong = Object.keys(problems).length;
  const of = useMemo(() => solve(sum, figures), [sum, figures]);

  const type = (cell: string, text: string) => {
    const input = inputs.get(cell);
    setTexts({ ...texts, [cell]: text });
    const number = input && read(input, text);
    if (typeof number === "number") change({ [cell]: number }, "replace");
  };
  const leave = (cell: string) => {
    const { [cell]: _, ...others } = texts;
    if (!problems[cell]) setTexts(others);
  };
  const set = (next: Record<string, number>) => {
    setTexts({});
    change({ ...figuresOf(sum), ...next }, "push");
  };
  const isSet = (next: Record<string, number>) =>
    wrong === 0 && [...inputs.values()].every(({ cell, figure }) => figures[cell] === (next[cell] ?? figure));

  const scenarios = [{ label: START, set: {} }, ...(sum.scenarios ?? [])];
  return (
    <section id={idOf(sum)} className="calculator stack-small" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className="h3">
        {sum.title}
      </h3>
      {/* It says what to do with the fields, which need scripts. */}
      {sum.lead ? <p className="muted needs-js">{sum.lead}</p> : null}
      {sum.scenarios?.length ? (
        <Chips
          label="Exemples à essayer"
          chips={scenarios.map(({ label }) => ({ value: label, label }))}
          chosen={scenarios.find((scenario) => isSet(scenario.set))?.label ?? ""}
          onChoose={({ value }) => set(scenarios.find(({ label }) => label === value)?.set ?? {})}
        />
      ) : null}
      <SumTable
        id={id}
        sum={sum}
        figures={figures}
        texts={texts}
        problems={problems}
        of={wrong > 0 ? () => Number.NaN : of}
        onType={type}
        onLeave={leave}
      />
      {sum.note ? <p className="muted small">{sum.note}</p> : null}
      <output
        className="banner"
        aria-live="polite"
        htmlFor={[...inputs.keys()].map((cell) => `${id}${cell}`).join(" ")}
      >
        {wrong > 0
          ? `Le résultat suivra dès que ${wrong === 1 ? "le champ signalé sera corrigé" : "les champs signalés seront corrigés"}.`
          : sentenceOf(sum, of)}
      </output>
      <Actions
        sum={sum}
        figures={figures}
        receiver={receiver}
        isWrong={wrong > 0}
        onReset={isSet({}) ? undefined : () => set({})}
      />
    </section>
  );
}
