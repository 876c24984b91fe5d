// Keeps the toolbar in one row. The width of a label depends on language and font, so what has to yield is measured, not derived from the width of the page.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { RefObject } from "preact";

/** What yields, in this order, until the rest fits: words at the end, words of the filter, arrows, and at last the single row. */
const order = ["end", "filter", "arrows", "row"];

/** Returns the toolbar's ref. `content` lists the values that decide what the toolbar shows. */
export function useOneRow(content: readonly unknown[]): RefObject<HTMLElement | null> {
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const fit = (): void => {
      if (bar.current !== null) shrink(bar.current);
    };
    fit();
    window.addEventListener("resize", fit);
    return () => window.removeEventListener("resize", fit);
  }, content);
  return bar;
}

/** The row does not wrap before its last step, so what does not fit reaches beyond its edge. */
function shrink(bar: HTMLElement): void {
  for (let steps = 0; steps <= order.length; steps += 1) {
    bar.dataset["yields"] = order.slice(0, steps).join(" ");
    if (bar.scrollWidth <= bar.clientWidth) return;
  }
}
