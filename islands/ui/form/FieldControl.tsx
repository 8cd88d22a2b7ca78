import type { ChangeEvent, ReactNode } from "react";
import { PhoneField } from "../PhoneField";
import { away } from "../useEnhanced";
import { ChoiceField } from "./ChoiceField";
import { EmailField } from "./EmailField";
import { isAsked, text } from "./conditions";
import type { ControlProps } from "./control";
import type { Field, FieldKind } from "./definition";
import type { FormController } from "./useForm";

const INPUT_TYPES: Partial<Record<FieldKind, string>> = { url: "url", phone: "tel" };

interface FieldControlProps {
  form: FormController;
  field: Field;
  /** The step's heading already asks; the field's own label is for screen readers. */
  quiet?: boolean;
}

/** One question with its label, hint and error. */
export function FieldControl({ form, field, quiet = false }: FieldControlProps) {
  const { enhanced, prefix, state } = form;
  // It stands above all steps.
  if (field.control === "attached") return null;
  const id = `${prefix}${field.name}`;
  const error = state.errors[field.name];
  // Without JavaScript nothing tells when a question is asked, unless it always is.
  const isAlways = field.required && (!field.when || field.askedAnyway === true);
  const notes = [field.hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  const control: ControlProps = {
    id,
    name: field.name,
    // The browser's own check is for those without JavaScript.
    required: isAlways && !enhanced,
    "aria-required": field.required || undefined,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": notes || undefined,
  };
  const isGroup = (field.kind === "choice" && field.control !== "select") || field.kind === "multi";
  const label = (
    <>
      {field.label}
      {isAlways || (field.required && enhanced) ? <span className="required">{"\u00a0*"}</span> : null}
    </>
  );
  const below = (
    <>
      {field.hint ? (
        <p className="hint" id={`${id}-hint`}>
          {field.hint}
        </p>
      ) : null}
      {error ? (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </>
  );
  const shared = {
    "data-field": field.name,
    "data-invalid": error ? "" : undefined,
    ...away(!isAsked(field, state.answers), enhanced),
  };
  if (isGroup) {
    return (
      <div className="field wide" {...shared}>
        {quiet ? null : (
          <p className="field-label" id={`${id}-label`}>
            {label}
          </p>
        )}
        {/* Above the answers, which may be more than a screen. */}
        {below}
        <ChoiceField form={form} field={field} control={control} quiet={quiet} />
      </div>
    );
  }
  return (
    <div className={field.kind === "textarea" ? "field wide" : "field"} {...shared}>
      <label htmlFor={id}>{label}</label>
      {oneControl(form, field, control)}
      {below}
    </div>
  );
}

function oneControl(form: FormController, field: Field, control: ControlProps): ReactNode {
  const common = {
    ...control,
    className: "input",
    placeholder: field.placeholder,
    autoComplete: field.autocomplete,
    // A choice stays as it is by itself.
    readOnly: form.state.sending,
    value: text(form.state.answers, field.name) && String(form.state.answers[field.name]),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
      form.answer(field, event.currentTarget.value),
  };
  if (field.kind === "textarea") return <textarea {...common} rows={field.rows ?? 4} />;
  if (field.kind === "choice") {
    return (
      <select {...common}>
        <option value="">{field.placeholder ?? "Choisir"}</option>
        {field.options?.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    );
  }
  if (field.countries) {
    return (
      <PhoneField
        countries={field.countries}
        control={common}
        country={form.state.countries[field.name]}
        onPhone={(value, country) => form.answer(field, value, country)}
      />
    );
  }
  if (field.kind === "email") return <EmailField control={common} onMeant={(meant) => form.answer(field, meant)} />;
  // The browser's own check, which is for those without JavaScript, would refuse an address without its scheme.
  const isLenient = field.kind === "url" && !form.enhanced;
  const input = (
    <input
      {...common}
      type={(!isLenient && INPUT_TYPES[field.kind]) || "text"}
      inputMode={field.kind === "number" ? "decimal" : isLenient ? "url" : undefined}
    />
  );
  if (!field.unit) return input;
  return (
    <div className="with-unit">
      {input}
      <span className="unit">{field.unit}</span>
    </div>
  );
}
