// How a toolbar is laid out, measured by its visible buttons.

/** Returns the number of rows, and whether the whole toolbar is visible. */
export function toolbarRows(selector: string): { rows: number; fits: boolean } {
  const bar = document.querySelector(selector);
  const edge = bar === null ? 0 : bar.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(bar).paddingRight);
  const boxes = [...(bar?.querySelectorAll(".button") ?? [])].filter((button) => button.checkVisibility()).map((button) => button.getBoundingClientRect());
  return { rows: new Set(boxes.map(({ top, bottom }) => Math.round((top + bottom) / 2))).size, fits: boxes.every(({ right }) => right <= edge + 0.5) };
}
