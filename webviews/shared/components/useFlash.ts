// A state that is on for a moment, such as "Copied" on a button.
import { useEffect, useState } from "preact/hooks";

const FLASH_MS = 2000;

/** Returns whether it is on, and a function that switches it on. */
export function useFlash(): [boolean, () => void] {
  const [until, setUntil] = useState(0);
  useEffect(() => {
    if (until === 0) return undefined;
    const timer = setTimeout(() => setUntil(0), FLASH_MS);
    return () => clearTimeout(timer);
  }, [until]);
  return [until !== 0, () => setUntil(Date.now())];
}
