import type { FormDefinition } from "./definition";

/** The fields that every form has beside its own. Without JavaScript the relay does without all but the first. */
export function MetaFields({ definition, page }: { definition: FormDefinition; page: string }) {
  const { honeypot, elapsed, source, submission } = definition.meta;
  return (
    <>
      <div className="visually-hidden" aria-hidden="true">
        <label>
          {honeypot.label}
          <input type="text" name={honeypot.name} defaultValue="" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {[elapsed, source, submission].map((name) => (
        <input key={name} type="hidden" name={name} defaultValue={name === source ? page : ""} />
      ))}
    </>
  );
}
