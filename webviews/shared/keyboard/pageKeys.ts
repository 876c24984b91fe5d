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
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (command && key === "z" && event.shiftKey) redo();
    else if (command && key === "z") undo();
    else if (event.ctrlKey && key === "y") redo();
    else if (isKeyOfOthers(event)) return;
    else if (!own(key, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}
