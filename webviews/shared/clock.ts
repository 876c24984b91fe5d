// The current time, for relative times such as "3 min. ago" and for running timers. It moves on as
// long as a component shows it and the page is visible; otherwise there is no timer.
import { signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

/** Returns a hook that returns the current time in milliseconds since 1970, and renders the component each period. */
function createClock(periodMs: number): () => number {
  const now = signal(Date.now());
  let users = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  function follow(): void {
    clearInterval(timer);
    timer = undefined;
    if (users === 0 || document.hidden) return;
    now.value = Date.now();
    timer = setInterval(() => {
      now.value = Date.now();
    }, periodMs);
  }

  return () => {
    // Before the first paint: the time has not moved since the last component was removed.
    useLayoutEffect(() => {
      users += 1;
      if (users === 1) {
        document.addEventListener("visibilitychange", follow);
        follow();
      }
      return () => {
        users -= 1;
        if (users > 0) return;
        document.removeEventListener("visibilitychange", follow);
        follow();
      };
    }, []);
    return now.value;
  };
}

/** Moves on each minute. */
export const useNow = createClock(MINUTE_MS);

/** Moves on each second. */
export const useSeconds = createClock(SECOND_MS);
