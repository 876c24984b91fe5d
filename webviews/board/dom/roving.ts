// One tab stop for the whole board: arrow keys move the focus among cards and add buttons. The
// focus stays in place when elements are rendered again, moved or removed.
// Invariant: at most one element with `data-stop` has tabindex 0.
import { cellOf } from "./elements.ts";
import type { Spot } from "../../shared/selection.ts";

export interface Roving {
  /** Moves the focus. Returns the focused element, or null if there is none in that direction. */
  step(key: string): HTMLElement | null;
  /** Returns the card that has the tab stop. */
  current(): Spot | null;
  focus(stop: string): void;
  dispose(): void;
}

export function createRoving(root: HTMLElement): Roving {
  let name: string | null = null;
  let home = "";
  let place: { cell: HTMLElement; at: number } | null = null;
  let focused = false;

  const stopsIn = (box: ParentNode): HTMLElement[] => [...box.querySelectorAll<HTMLElement>("[data-stop]")];

  /** Finds a stop by name, first in the lane that had the focus. */
  function find(stop: string): HTMLElement | null {
    const all = [...root.querySelectorAll<HTMLElement>(`[data-stop="${CSS.escape(stop)}"]`)];
    return all.find((element) => cellOf(element)?.lane === home) ?? all[0] ?? null;
  }

  function setStop(element: HTMLElement): void {
    for (const other of root.querySelectorAll<HTMLElement>('[data-stop][tabindex="0"]')) if (other !== element) other.tabIndex = -1;
    if (element.tabIndex !== 0) element.tabIndex = 0;
    name = element.dataset["stop"] ?? null;
    const cell = cellOf(element);
    home = cell?.lane ?? "";
    place = cell === null ? null : { cell: cell.element, at: stopsIn(cell.element).indexOf(element) };
  }

  /** Returns the element that is now where the removed one was. */
  function successor(): HTMLElement | null {
    const near = place !== null && place.cell.isConnected ? stopsIn(place.cell) : [];
    const [first] = stopsIn(root);
    return near[Math.min(place?.at ?? 0, near.length - 1)] ?? root.querySelector<HTMLElement>("[data-stop][data-card]") ?? first ?? null;
  }

  function restoreStop(): void {
    const element = (name === null ? null : find(name)) ?? successor();
    if (element === null) return;
    setStop(element);
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (focused && lost) element.focus({ preventScroll: true });
  }

  function onFocusIn(event: FocusEvent): void {
    focused = true;
    const stop = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-stop]") : null;
    if (stop !== null) setStop(stop);
  }

  /** Runs before a field that loses the focus is removed: its card must not take the focus back. */
  function onBlur({ relatedTarget }: FocusEvent): void {
    if (relatedTarget instanceof Node && !root.contains(relatedTarget)) focused = false;
  }

  function onFocusOut(event: FocusEvent): void {
    const { target } = event;
    // A removed element also loses the focus, but the user did not leave the board.
    queueMicrotask(() => {
      if (target instanceof Node && target.isConnected && !root.contains(document.activeElement)) focused = false;
    });
  }

  function step(key: string): HTMLElement | null {
    const from = document.activeElement?.closest<HTMLElement>("[data-stop]") ?? null;
    const cell = from === null ? null : cellOf(from);
    if (from === null || cell === null) return null;
    const stops = stopsIn(cell.element);
    const at = stops.indexOf(from);
    switch (key) {
      case "ArrowUp":
        return stops[at - 1] ?? stopsOfLane(cell, -1).at(-1) ?? null;
      case "ArrowDown":
        return stops[at + 1] ?? stopsOfLane(cell, 1)[0] ?? null;
      case "Home":
        return stops[0] ?? null;
      case "End":
        return stops.at(-1) ?? null;
      case "ArrowLeft":
        return beside(cell, at, -1);
      case "ArrowRight":
        return beside(cell, at, 1);
      default:
        return null;
    }
  }

  type Cell = NonNullable<ReturnType<typeof cellOf>>;

  function cells(): Cell[] {
    return [...root.querySelectorAll("[data-status][data-lane]")].flatMap((element) => cellOf(element) ?? []);
  }

  /**
   * Returns the stops of the nearest non-empty cell of the same column, in the lanes above or
   * below.
   */
  function stopsOfLane(from: Cell, by: 1 | -1): HTMLElement[] {
    const column = cells().filter(({ status }) => status === from.status);
    const at = column.findIndex(({ element }) => element === from.element);
    const rest = by > 0 ? column.slice(at + 1) : column.slice(0, at).toReversed();
    return rest.map(({ element }) => stopsIn(element)).find((stops) => stops.length > 0) ?? [];
  }

  /** Returns the stop at the same index in the nearest column that has one. */
  function beside(from: Cell, index: number, by: 1 | -1): HTMLElement | null {
    const row = cells().filter(({ lane }) => lane === from.lane);
    const at = row.findIndex(({ element }) => element === from.element);
    const rest = by > 0 ? row.slice(at + 1) : row.slice(0, at).toReversed();
    const stops = rest.map(({ element }) => stopsIn(element)).find((found) => found.length > 0) ?? [];
    const cardsOnly = stops.filter(({ dataset }) => dataset["card"] !== undefined);
    return cardsOnly[Math.min(index, cardsOnly.length - 1)] ?? stops[0] ?? null;
  }

  root.addEventListener("focusin", onFocusIn);
  root.addEventListener("blur", onBlur, true);
  root.addEventListener("focusout", onFocusOut);
  const watch = new MutationObserver(restoreStop);
  watch.observe(root, { childList: true, subtree: true });
  restoreStop();

  return {
    step: (key) => {
      const target = step(key);
      target?.focus();
      target?.scrollIntoView({ block: "nearest", inline: "nearest" });
      return target;
    },
    current: () => {
      const key = name === null ? undefined : find(name)?.dataset["card"];
      return key === undefined ? null : { key, lane: home };
    },
    focus: (stop) => find(stop)?.focus(),
    dispose: () => {
      watch.disconnect();
      root.removeEventListener("focusin", onFocusIn);
      root.removeEventListener("blur", onBlur, true);
      root.removeEventListener("focusout", onFocusOut);
    },
  };
}
