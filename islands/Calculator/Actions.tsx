import { type MouseEvent, useRef, useState } from "react";
import { withPart } from "../ui/form/attachment";
import { leaveAnswer } from "../ui/form/draft";
import type { FormDefinition } from "../ui/form/definition";
import { type Figures, linkTo, type Sum, told } from "./sum";

/** The form that takes a result. */
export interface Receiver {
  form: Pick<FormDefinition, "id" | "draftDays">;
  /** Name of its field. */
  field: string;
  /** Where it stands. */
  href: string;
}

/** Said when a result is asked for that there is not. */
const REFUSED = "Corrigez d’abord le chiffre signalé\u00a0: sans cette correction, il n’y a pas de résultat à partager.";

interface ActionsProps {
  sum: Sum;
  figures: Figures;
  receiver: Receiver;
  isWrong: boolean;
  /** Goes back to the text's figures; absent when they stand there. */
  onReset: (() => void) | undefined;
}

/** What can be done with a result: share it, print it, attach it to a message, forget it. */
export function Actions({ sum, figures, receiver, isWrong, onReset }: ActionsProps) {
  const [said, say] = useState("");
  const status = useRef<HTMLParagraphElement>(null);

  const copy = async () => {
    // Said again, it is heard again.
    say("");
    if (isWrong) return say(REFUSED);
    try {
      await navigator.clipboard.writeText(linkTo(sum, figures, location.href));
      say("Le lien est copié. Il ouvre cette page avec vos chiffres.");
    } catch {
      say("Copiez l’adresse de cette page\u00a0: elle contient vos chiffres.");
    }
  };
  const print = (event: MouseEvent<HTMLButtonElement>) => {
    const calculator = event.currentTarget.closest(".calculator");
    // Printed by its button, it is alone on the sheet; with the page, it stands in its place.
    calculator?.setAttribute("data-printing", "");
    addEventListener("afterprint", () => calculator?.removeAttribute("data-printing"), { once: true });
    window.print();
  };
  const attach = (event: MouseEvent) => {
    say("");
    const text = told(sum, figures, linkTo(sum, figures, location.href));
    const isLeft = () => leaveAnswer(receiver.form, receiver.field, (before) => withPart(before, text));
    if (!isWrong && isLeft()) return;
    event.preventDefault();
    say(isWrong ? REFUSED : "Votre navigateur ne garde rien\u00a0: copiez le lien et collez-le dans votre message.");
  };
  return (
    <div className="form-actions needs-js" data-search="off">
      <a
        className="button"
        href={receiver.href}
        aria-disabled={isWrong || undefined}
        onClick={attach}
        // A middle click opens the form too, in a tab of its own.
        onAuxClick={(event) => event.button === 1 && attach(event)}
      >
        Joindre à ma demande
      </a>
      <button type="button" className="button button-text" onClick={() => void copy()}>
        Copier le lien
      </button>
      <button type="button" className="button button-text" onClick={print}>
        Imprimer ce calcul
      </button>
      {onReset ? (
        <button
          type="button"
          className="button button-text"
          onClick={() => {
            onReset();
            say("Les chiffres de départ sont revenus.");
            // The button goes with what it undid.
            status.current?.focus({ preventScroll: true });
          }}
        >
          Reprendre les chiffres de départ
        </button>
      ) : null}
      <p className="muted" role="status" tabIndex={-1} ref={status}>
        {said}
      </p>
    </div>
  );
}
