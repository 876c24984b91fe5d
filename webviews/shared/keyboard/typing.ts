// Whether a key belongs to a field rather than to the surface around it. The one place that decides it: fields let their keys pass, since
// the editor has shortcuts of its own that must work while something is typed.

/** Kinds of `input` that are no fields for text: a key pressed there is the surface's. */
const CONTROLS = new Set(["button", "checkbox", "color", "file", "image", "radio", "range", "reset", "submit"]);

/** Whether text is typed into the target of an event. Such a field has its own undo, its own letters and its own arrows. */
export function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !CONTROLS.has(target.type);
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
}

/** Whether the target of an event has a meaning of its own for letters and arrows: a text field, or a list to choose from. */
export function takesKeys(target: EventTarget | null): boolean {
  return isTextField(target) || target instanceof HTMLSelectElement;
}
