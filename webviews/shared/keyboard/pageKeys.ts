// Keys that mean the same wherever the focus is, unless something is being typed.
import { isTextField, takesKeys } from "./typing.ts";

interface UndoActions {
  undo(): void;
  redo(): void;
}

/**
 * Listens for the page's keys until the returned function is called. `own` are a surface's own keys: whether it was one of them. The key is
 * given in small letters.
 *
 * The editor listens at the page's window, and answers Ctrl+Z by undoing what was typed last in any field of the page. What is handled here
 * must not get there, so it is stopped at the document, the last stop before the window.
 */
export function listenForPageKeys({ undo, redo }: UndoActions, own: (key: string, event: KeyboardEvent) => boolean): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (isTextField(event.target)) return;
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (command && key === "z" && event.shiftKey) redo();
    else if (command && key === "z") undo();
    else if (event.ctrlKey && key === "y") redo();
    else if (takesKeys(event.target)) return;
    else if (command && key === "f") document.querySelector<HTMLElement>(".filter-text input")?.focus();
    else if (!own(key, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener("keydown", onKey);
  return () => document.removeEventListener("keydown", onKey);
}
