// Renders long lists in steps: first what fits into the window, then the rest, so that the page
// appears at once and stays responsive.
import { effect } from "@preact/signals";
import type { Signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";

/** A step visits all items that are rendered already, so very long lists take larger steps. */
const GROWTH_PER_STEP = 1 / 4;
/** Rows per step: few enough not to block the page noticeably. */
const ROWS_PER_STEP = 150;
const INITIAL_ROWS = 60;

/** Runs `work` once the next frame is painted. Returns a function that cancels it. */
function afterPaint(work: () => void): () => void {
  let timer = 0;
  // The callbacks of a frame run before it is painted, timers that they set run after.
  const frame = requestAnimationFrame(() => {
    timer = window.setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Sets a signal once the next frame is painted with its old value. */
export function setAfterPaint<T>(target: Signal<T>, value: T): void {
  afterPaint(() => {
    target.value = value;
  });
}

function nextCount(rendered: number, step: number): number {
  return rendered + Math.ceil(Math.max(step, rendered * GROWTH_PER_STEP));
}

/** Returns how many of `total` rows to render now. */
export function useProgressiveCount(total: number, initial = INITIAL_ROWS): number {
  const [rendered, setRendered] = useState(initial);
  useEffect(() => {
    if (rendered >= total) return undefined;
    return afterPaint(() => setRendered(nextCount(rendered, ROWS_PER_STEP)));
  }, [rendered, total]);
  return Math.min(rendered, total);
}

/**
 * Raises `rendered` step by step while `stepSize` returns a number, and again whenever a signal
 * that it reads changes. Returns a function that ends this.
 */
export function renderProgressively(rendered: Signal<number>, stepSize: () => number | null): () => void {
  let cancel: (() => void) | null = null;
  const stop = effect(() => {
    if (stepSize() === null || cancel !== null) return;
    cancel = afterPaint(() => {
      cancel = null;
      const step = stepSize();
      if (step !== null) rendered.value = nextCount(rendered.value, step);
    });
  });
  return () => {
    cancel?.();
    stop();
  };
}
