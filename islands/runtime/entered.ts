/**
 * What a visitor typed, chose or opened in the server's HTML, which React does not hear of: it neither asks a control what
 * it holds when it hydrates nor believes an event that repeats a value it has seen. Once the island is awake each
 * change is made again, so that it has the effect that it would have had.
 */

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** React's note of the value it knows; an event with the same value is ignored. */
type Tracked = Control & { _valueTracker?: { setValue(value: string): void } };

const CONTROLS = "input,textarea,select";

/** Looks at an island's controls and keeps looking; the answer makes what was changed again. */
export function entered(island: HTMLElement): () => void {
  const changes = new Map<Element, () => void>();
  const isOwn = (element: Element) => element.closest("site-island") === island;
  const keep = (control: Control) => changes.set(control, changeOf(control));
  for (const control of island.querySelectorAll<Control>(CONTROLS)) {
    if (isOwn(control) && isChanged(control)) keep(control);
  }
  const note = ({ target }: Event) => {
    if (target instanceof Element && target.matches(CONTROLS) && isOwn(target)) keep(target as Control);
  };
  for (const type of ["input", "change"]) island.addEventListener(type, note, true);

  return () => {
    for (const type of ["input", "change"]) island.removeEventListener(type, note, true);
    for (const [element, change] of changes) if (element.isConnected) change();
  };
}

function isCheckable(control: Control): control is HTMLInputElement {
  return control.type === "checkbox" || control.type === "radio";
}

/** Whether a control is no longer as the server sent it. */
function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options];
    const isPreset = options.some((option) => option.defaultSelected);
    const first = control.multiple ? -1 : 0;
    return options.some((option, i) => option.selected !== (isPreset ? option.defaultSelected : i === first));
  }
  if (isCheckable(control)) return control.checked !== control.defaultChecked;
  // A slider or a colour has a value that nobody gave it.
  if (!control.defaultValue && /range|color/.test(control.type)) return false;
  return control.value !== control.defaultValue;
}

/** How to make again what a control is now. */
function changeOf(control: Control): () => void {
  const announce = (...types: string[]) => {
    for (const type of types) control.dispatchEvent(new Event(type, { bubbles: true }));
  };
  if (control instanceof HTMLSelectElement) {
    const chosen = [...control.options].map((option) => option.selected);
    return () => {
      for (const [i, option] of [...control.options].entries()) option.selected = chosen[i] ?? false;
      announce("input", "change");
    };
  }
  if (isCheckable(control)) {
    const { checked } = control;
    return () => {
      // A radio that is off says nothing: the one that is on does.
      if (control.type === "radio" && !checked) return;
      control.checked = !checked;
      control.click();
    };
  }
  const { value } = control;
  return () => {
    // Writing a value moves the caret: only what hydration took away is written again.
    if (control.value !== value && control.type !== "file") control.value = value;
    (control as Tracked)._valueTracker?.setValue(`${value}.`);
    announce("input", "change");
  };
}
