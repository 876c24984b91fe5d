// Keeps the place of the keyboard in a list from which rows disappear when they are acted on.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { RefObject } from "preact";

/** Focuses the row that takes the place of one that had the focus when it disappeared. Returns the ref of the list. */
export function useFocusAfterAct(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  /** The position of the row that had the focus last. */
  const place = useRef(-1);
  const rows = (): HTMLElement[] => [...(list.current?.querySelectorAll<HTMLElement>(".act-row") ?? [])];
  useLayoutEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      place.current = rows().findIndex((row) => target instanceof Node && row.contains(target));
    };
    // Focus elsewhere on the page forgets the row; a row that disappears sends no event.
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  }, []);
  useLayoutEffect(() => {
    if (place.current === -1 || document.activeElement !== document.body || !document.hasFocus()) return;
    const left = rows();
    left[Math.min(place.current, left.length - 1)]?.querySelector<HTMLElement>(".row")?.focus({ preventScroll: true });
  });
  return list;
}
