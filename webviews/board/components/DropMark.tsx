// Shows where carried cards would land: a line between cards, or a frame where they cannot choose their place.
// One element that is laid over the board, so that no card is drawn or moved anew while something is dragged.
import { useLayoutEffect, useRef } from "preact/hooks";
import { useBoard } from "../actions/context.ts";
import { cellElement } from "../dom/elements.ts";
import type { Goal } from "../state/dropTarget.ts";

export function DropMark() {
  const { state } = useBoard();
  const mark = useRef<HTMLDivElement>(null);
  const carried = state.carried.value;
  const goal = carried?.goal ?? null;

  useLayoutEffect(() => {
    const element = mark.current;
    if (element === null || goal === null) return undefined;
    const lay = (): void => layOut(element, goal, carried?.keys ?? []);
    lay();
    window.addEventListener("scroll", lay, { capture: true, passive: true });
    return () => window.removeEventListener("scroll", lay, { capture: true });
  });

  return goal === null ? null : <div ref={mark} class={goal.index === null ? "drop-mark frame" : "drop-mark"} />;
}

function layOut(mark: HTMLElement, goal: Goal, carried: readonly string[]): void {
  const cell = cellElement(goal.status, goal.lane);
  if (cell === null) return;
  const box = cell.getBoundingClientRect();
  if (goal.index === null) {
    Object.assign(mark.style, { left: px(box.left), top: px(box.top), width: px(box.width), height: px(box.height) });
    return;
  }
  const list = (cell.querySelector(".cards") ?? cell).getBoundingClientRect();
  const stay = [...cell.querySelectorAll<HTMLElement>("[data-card]")].filter(({ dataset }) => !carried.includes(dataset["card"] ?? ""));
  const above = stay[goal.index - 1];
  const below = stay[goal.index];
  const between = above === undefined ? (below?.getBoundingClientRect().top ?? list.top + 8) - 4 : above.getBoundingClientRect().bottom + 4;
  const top = Math.max(list.top + 1, Math.min(between, list.bottom - 1));
  Object.assign(mark.style, { left: px(box.left + 8), top: px(top - 1), width: px(box.width - 16), height: "2px" });
}

function px(length: number): string {
  return `${length}px`;
}
