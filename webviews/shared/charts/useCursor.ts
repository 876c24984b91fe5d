// A cursor over the stops of a chart, moved with the keyboard or set by the pointer. Each step with
// the keyboard is announced to screen readers.
import { useState } from "preact/hooks";
import { announce } from "../messages/announcer.ts";

/** Stops that Page Up and Page Down skip. */
const PAGE_STEP = 7;

interface CursorOptions {
  /** The positions at which the cursor can be, in order. */
  stops: readonly number[];
  /** Keys to the stop before and after. */
  keys: readonly [before: string, after: string];
  /** Where it begins with the keyboard. */
  start: number | undefined;
  /** Returns what is at a stop. */
  spoken(stop: number): string;
}

export function useCursor({ stops, keys, start, spoken }: CursorOptions) {
  const [cursor, setCursor] = useState<number | null>(null);
  const at = cursor !== null && stops.includes(cursor) ? cursor : null;
  const moveTo = (stop: number | undefined): void => {
    if (stop === undefined) return;
    setCursor(stop);
    announce(spoken(stop));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = at === null ? stops.indexOf(start ?? -1) : nextPlace(event.key, keys, stops.indexOf(at), stops.length);
    if (event.key === "Escape" && at !== null) setCursor(null);
    else if (nextPlace(event.key, keys, 0, 1) !== null && next !== null) moveTo(stops[next]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    at,
    setCursor,
    /** Handlers of the focusable element. */
    handlers: {
      onKeyDown,
      onFocus: (event: FocusEvent): void => {
        if (event.currentTarget instanceof Element && event.currentTarget.matches(":focus-visible")) moveTo(at ?? start);
      },
      onBlur: (): void => setCursor(null),
      onPointerLeave: (): void => setCursor(null),
    },
  };
}

/** Returns the place that a key moves to; null for other keys. */
function nextPlace(key: string, [before, after]: CursorOptions["keys"], place: number, count: number): number | null {
  const clamp = (to: number): number => Math.max(0, Math.min(count - 1, to));
  switch (key) {
    case before:
      return clamp(place - 1);
    case after:
      return clamp(place + 1);
    case "PageUp":
      return clamp(place - PAGE_STEP);
    case "PageDown":
      return clamp(place + PAGE_STEP);
    case "Home":
      return 0;
    case "End":
      return clamp(count - 1);
    default:
      return null;
  }
}
