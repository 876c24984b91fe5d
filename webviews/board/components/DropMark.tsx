// Shows where dragged cards would be dropped: a line between cards, or a frame if the order is not
// manual. One overlay element, so that no card is rendered again during a drag.
import { useLayoutEffect, useRef } from "preact/hooks";
import { useBoard } from "../actions/actions.ts";
import { cellElement } from "../dom/elements.ts";
import type { DropTarget } from "../state/dropTarget.ts";

export function DropMark() {
  const { state } = useBoard();
  const mark = useRef<HTMLDivElement>(null);
  const drag = state.drag.value;
  const target = drag?.target ?? null;

  useLayoutEffect(() => {
    const element = mark.current;
    if (element === null || target === null) return undefined;
    const place = (): void => placeMark(element, target, drag?.keys ?? []);
    place();
    window.addEventListener("scroll", place, { capture: true, passive: true });
    return () => window.removeEventListener("scroll", place, { capture: true });
  });

  return target === null ? null : <div ref={mark} class={target.index === null ? "drop-mark frame" : "drop-mark"} />;
}

function placeMark(mark: HTMLElement, target: DropTarget, draggedKeys: readonly string[]): void {
  const cell = cellElement(target.status, target.lane);
  if (cell === null) return;
  const box = cell.getBoundingClientRect();
  if (target.index === null) {
    Object.assign(mark.style, { left: px(box.left), top: px(box.top), width: px(box.width), height: px(box.height) });
    return;
  }
  const list = (cell.querySelector(".cards") ?? cell).getBoundingClientRect();
  const stay = [...cell.querySelectorAll<HTMLElement>("[data-card]")].filter(({ dataset }) => !draggedKeys.includes(dataset["card"] ?? ""));
  const above = stay[target.index - 1];
  const below = stay[target.index];
  const between = above === undefined ? (below?.getBoundingClientRect().top ?? list.top + 8) - 4 : above.getBoundingClientRect().bottom + 4;
  const top = Math.max(list.top + 1, Math.min(between, list.bottom - 1));
  Object.assign(mark.style, { left: px(box.left + 8), top: px(top - 1), width: px(box.width - 16), height: "2px" });
}

function px(length: number): string {
  return `${length}px`;
}
