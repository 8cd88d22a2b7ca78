import { partsOf, withoutPart } from "./attachment";
import { fieldsOf, text } from "./conditions";
import type { Field } from "./definition";
import type { FormController } from "./useForm";

/** What other pages put into the form. It shows at every step, goes with the answers, and can be taken off. */
export function Attached({ form }: { form: FormController }) {
  return fieldsOf(form.definition)
    .filter(({ control }) => control === "attached")
    .flatMap((field) =>
      partsOf(text(form.state.answers, field.name)).map((part, index) => (
        <Part key={part} form={form} field={field} part={part} id={`${form.prefix}${field.name}-${index}`} />
      )),
    );
}

interface PartProps {
  form: FormController;
  field: Field;
  part: string;
  id: string;
}

function Part({ form, field, part, id }: PartProps) {
  const { definition, state } = form;
  const [title, ...lines] = part.split("\n");
  const error = state.errors[field.name];
  return (
    <section
      className={`attached banner banner-${error ? "error" : "success"}`}
      aria-label={field.label}
      data-attached={field.name}
      data-invalid={error ? "" : undefined}
    >
      <p className="label">{field.label}</p>
      <details>
        <summary>{title}</summary>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </details>
      {error ? (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      <button
        type="button"
        className="button button-text"
        aria-describedby={error ? `${id}-error` : undefined}
        onClick={() => {
          form.answer(field, withoutPart(text(state.answers, field.name), part));
          // The button goes with what it took off.
          form.go(state.step, state.back);
        }}
      >
        {definition.buttons.detach ?? "Retirer"}
      </button>
    </section>
  );
}
