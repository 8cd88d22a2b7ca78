import { fieldsOf, text } from "./conditions";
import type { FormController } from "./useForm";

/** What another page put into the form. It shows at every step, goes with the answers, and can be taken off. */
export function Attached({ form }: { form: FormController }) {
  const { definition, state } = form;
  const attached = fieldsOf(definition).filter(
    ({ control, name }) => control === "attached" && text(state.answers, name),
  );
  return attached.map((field) => {
    const [title, ...lines] = text(state.answers, field.name).split("\n");
    return (
      <section
        key={field.name}
        className="attached banner banner-success"
        aria-label={field.label}
        data-attached={field.name}
      >
        <p className="label">{field.label}</p>
        <details>
          <summary>{title}</summary>
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </details>
        <button
          type="button"
          className="button button-text"
          onClick={() => {
            form.answer(field, "");
            // The button goes with what it took off.
            form.go(state.step, state.back);
          }}
        >
          {definition.buttons.detach ?? "Retirer"}
        </button>
      </section>
    );
  });
}
