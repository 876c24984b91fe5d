// One tab stop for rows of buttons: arrow keys move the focus within a row and between rows. The
// focus stays near when its row is removed.
// Invariant: at most one of the buttons has tabindex 0.

const ROW = "[data-row]";

export function createRoving(root: HTMLElement): () => void {
  let current: HTMLElement | null = null;
  let place = { row: 0, column: 0 };
  let isFocused = false;

  const rows = (): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(ROW)];
  /** Menus in a row have keys of their own. */
  const stopsIn = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>("button")].filter((button) => button.closest("[popover]") === null);

  function setStop(stop: HTMLElement): void {
    if (current !== null && current !== stop) current.tabIndex = -1;
    stop.tabIndex = 0;
    current = stop;
    const row = stop.closest<HTMLElement>(ROW);
    if (row !== null) place = { row: rows().indexOf(row), column: stopsIn(row).indexOf(stop) };
  }

  /** Returns the button that is now where the removed one was. */
  function successor(): HTMLElement | undefined {
    const all = rows();
    const row = all[Math.min(place.row, all.length - 1)];
    const stops = row === undefined ? [] : stopsIn(row);
    return stops[Math.min(place.column, stops.length - 1)];
  }

  function restore(): void {
    for (const row of rows()) for (const stop of stopsIn(row)) if (stop !== current && stop.tabIndex !== -1) stop.tabIndex = -1;
    if (current?.isConnected === true) return;
    const stop = successor();
    if (stop === undefined) return;
    setStop(stop);
    if (isFocused && document.activeElement === document.body) stop.focus({ preventScroll: true });
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { target } = event;
    if (!(target instanceof HTMLElement) || target.closest("[popover]") !== null || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = target.closest<HTMLElement>(ROW);
    if (row === null) return;
    const stops = stopsIn(row);
    const column = stops.indexOf(target);
    const next = { ArrowLeft: stops[column - 1], ArrowRight: stops[column + 1], Home: stops[0], End: stops.at(-1), ArrowUp: beside(row, column, -1), ArrowDown: beside(row, column, 1) }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
    next.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function beside(row: HTMLElement, column: number, step: number): HTMLElement | undefined {
    const all = rows();
    const next = all[all.indexOf(row) + step];
    const stops = next === undefined ? [] : stopsIn(next);
    return stops[Math.min(column, stops.length - 1)];
  }

  function onFocusIn({ target }: FocusEvent): void {
    isFocused = true;
    if (target instanceof HTMLElement && target.closest("[popover]") === null && target.closest(ROW) !== null) setStop(target);
  }

  function onFocusOut({ relatedTarget }: FocusEvent): void {
    // A removed element loses the focus to nothing.
    if (relatedTarget !== null) isFocused = false;
  }

  const observer = new MutationObserver(restore);
  observer.observe(root, { childList: true, subtree: true });
  root.addEventListener("keydown", onKeyDown);
  root.addEventListener("focusin", onFocusIn);
  root.addEventListener("focusout", onFocusOut);
  restore();
  return () => {
    observer.disconnect();
    root.removeEventListener("keydown", onKeyDown);
    root.removeEventListener("focusin", onFocusIn);
    root.removeEventListener("focusout", onFocusOut);
  };
}
