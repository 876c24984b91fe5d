// Keys that mean the same wherever the focus is, unless something is being typed.
// What is handled goes no further, so that the editor does not act on it as well.

interface Ways {
  undo(): void;
  redo(): void;
}

/** `own` are a surface's own keys: whether it was one of them. The key is told in small letters. */
export function pageKeys({ undo, redo }: Ways, own: (key: string, event: KeyboardEvent) => boolean): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.target instanceof Element && event.target.closest("input, textarea, select") !== null) return;
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (command && key === "z" && event.shiftKey) redo();
    else if (command && key === "z") undo();
    else if (event.ctrlKey && key === "y") redo();
    else if (command && key === "f") document.querySelector<HTMLElement>(".filter-text input")?.focus();
    else if (!own(key, event)) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
