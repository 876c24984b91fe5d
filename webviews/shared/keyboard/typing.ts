// Decides whether a key belongs to a field or to the surface. Fields let keys pass, since VSCode
// has shortcuts that must work while typing.

/** Types of `input` that are not text fields. */
const CONTROLS = new Set(["button", "checkbox", "color", "file", "image", "radio", "range", "reset", "submit"]);

/**
 * Returns whether an event's target is a text field, which has its own undo, letters and arrow
 * keys.
 */
export function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !CONTROLS.has(target.type);
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
}

/** Returns whether an event's target is in a popover, such as a calendar, whose keys and clicks are its own. */
export function isInPopover(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[popover]") !== null;
}

/** Returns whether an event's target handles letters and arrow keys: a text field or a select. */
export function takesKeys(target: EventTarget | null): boolean {
  return isTextField(target) || target instanceof HTMLSelectElement;
}
