// Keys that work anywhere on the page, except in text fields.
import { isKeyOfOthers, isTextField } from "./typing.ts";

interface UndoActions {
  undo(): void;
  redo(): void;
}

/**
 * Listens for the page's keys until the returned function is called. `own` handles the surface's
 * own keys (lower case) and returns whether it did.
 *
 * VSCode listens at the window and answers Ctrl+Z by undoing typed text in any field of the page.
 * Handled keys must not reach it, so they are stopped at the document.
 */
export function listenForPageKeys({ undo, redo }: UndoActions, own: (key: string, event: KeyboardEvent) => boolean): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (isTextField(event.target)) return;
    const step = historyKey(event);
    if (step === "redo") redo();
    else if (step === "undo") undo();
    else if (isKeyOfOthers(event)) return;
    else if (!own(event.key.toLowerCase(), event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}

/** Returns what the keys of Undo and Redo ask for; null for other keys. */
export function historyKey({ ctrlKey, metaKey, shiftKey, key }: KeyboardEvent): "undo" | "redo" | null {
  const letter = key.toLowerCase();
  if ((ctrlKey || metaKey) && letter === "z") return shiftKey ? "redo" : "undo";
  return ctrlKey && letter === "y" ? "redo" : null;
}
