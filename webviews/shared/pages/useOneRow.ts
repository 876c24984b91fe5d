// Keeps a toolbar in one row. Measures it, since label widths depend on language, font and theme.
import { useLayoutEffect, useRef } from "preact/hooks";
import type { RefObject } from "preact";

/**
 * Shrinks the toolbar step by step until it fits: each step is added to its `data-yields`, for which
 * the style sheet says what shrinks. Before the last step, "row", the toolbar must not wrap.
 * `content` lists the values that the toolbar shows.
 */
export function useOneRow<E extends HTMLElement>(steps: readonly string[], content: readonly unknown[]): RefObject<E | null> {
  const bar = useRef<E>(null);
  useLayoutEffect(() => {
    const fit = (): void => {
      if (bar.current !== null) shrink(bar.current, steps);
    };
    fit();
    window.addEventListener("resize", fit);
    return () => window.removeEventListener("resize", fit);
  }, content);
  return bar;
}

/** The row does not wrap before the last step, so content that does not fit overflows its edge. */
function shrink(bar: HTMLElement, steps: readonly string[]): void {
  for (let taken = 0; taken <= steps.length; taken += 1) {
    bar.dataset["yields"] = steps.slice(0, taken).join(" ");
    if (!overflows(bar)) return;
  }
}

/**
 * Returns whether a part of the toolbar reaches beyond its edge, or into its padding, which
 * `scrollWidth` does not count.
 */
function overflows(bar: HTMLElement): boolean {
  const end = bar.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(bar).paddingRight);
  // Widths are fractions of a pixel.
  return bar.scrollWidth > bar.clientWidth || [...bar.children].some((part) => part.getBoundingClientRect().right > end + 0.5);
}
