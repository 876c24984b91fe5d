// The current time for relative times such as "3 min. ago". It moves on each minute as long as a
// component shows it and the page is visible; otherwise there is no timer.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

const MINUTE_MS = 60_000;

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
  }, MINUTE_MS);
}

/** Returns the current time in milliseconds since 1970, and renders the component each minute. */
export function useNow(): number {
  useEffect(() => {
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
}
