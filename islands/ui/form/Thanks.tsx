import type { FormController } from "./useForm";

interface ThanksProps {
  form: FormController;
  onClose?: () => void;
}

/** The thank-you screen, or banner without a way to close it. */
export function Thanks({ form, onClose }: ThanksProps) {
  const { title, text, button } = form.definition.success;
  return (
    <div className={onClose ? "thanks" : "banner banner-success"} role="status" tabIndex={-1} data-thanks="">
      <strong className="thanks-title">{title}</strong>
      <p>{text}</p>
      {onClose && button ? (
        <button type="button" className="button" onClick={onClose}>
          {button}
        </button>
      ) : null}
    </div>
  );
}
