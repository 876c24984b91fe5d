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

/** Attribute of the document: shortcuts of one character are off. */
const SINGLE_KEYS_OFF = "singleKeysOff";

/** Switches the shortcuts of one character on or off, for the whole document. */
export function setSingleKeys(isOn: boolean): void {
  if (isOn) delete document.documentElement.dataset[SINGLE_KEYS_OFF];
  else document.documentElement.dataset[SINGLE_KEYS_OFF] = "";
}

/**
 * Returns whether a key is not for the surface: its target handles it, or it is a single letter,
 * digit or sign and the user has switched such shortcuts off. Space stays, since it presses buttons.
 */
export function isKeyOfOthers({ target, key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isSingle = key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
  return takesKeys(target) || (isSingle && document.documentElement.dataset[SINGLE_KEYS_OFF] !== undefined);
}
