// Keys in a list of rows, of which one is in the tab order.

function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(".list-row")];
}

export function focusRow(at: number, event: KeyboardEvent): void {
  const row = rows()[at];
  if (row === undefined) return;
  event.preventDefault();
  row.focus();
}

/** Arrow keys move the focus; Enter and Space select the row, as on every button. */
export function moveRowFocus(event: KeyboardEvent): void {
  const all = rows();
  const at = all.findIndex((row) => row === document.activeElement);
  const last = all.length - 1;
  const next = { ArrowDown: Math.min(at + 1, last), ArrowUp: Math.max(at - 1, 0), Home: 0, End: last }[event.key];
  if (next !== undefined) focusRow(next, event);
}
