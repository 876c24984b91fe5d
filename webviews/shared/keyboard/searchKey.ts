// Ctrl+F goes to the page's own search. On a page without one, the key reaches VSCode, which searches
// the page.
import { useLayoutEffect } from "preact/hooks";
import { isTextField } from "./typing.ts";

/**
 * Ctrl+F focuses a field and selects its text, or presses the button that opens one. In other text
 * fields and in a modal dialog the key belongs to VSCode.
 */
export function useSearchKey(find: () => HTMLElement | null): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!isCommand || event.key.toLowerCase() !== "f") return;
      const target = find();
      if (target === null || !target.checkVisibility() || document.querySelector(":modal") !== null) return;
      if (isTextField(event.target) && event.target !== target) return;
      event.preventDefault();
      event.stopPropagation();
      if (target instanceof HTMLInputElement) {
        target.focus();
        target.select();
      } else target.click();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
