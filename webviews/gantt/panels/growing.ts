// Draws a long list step by step: first what can be in sight, then the rest in steps between which the page answers.
import { useEffect, useState } from "preact/hooks";

/** So many rows at once are not felt. */
const step = 150;
/** A step looks at all rows that are drawn already, so that very long lists take larger ones. */
const share = 1 / 4;

/** How many of so many rows to draw by now. */
export function useGrowing(total: number, atFirst = 60): number {
  const [drawn, setDrawn] = useState(atFirst);
  useEffect(() => {
    if (drawn >= total) return undefined;
    let timer = 0;
    // A frame begins before it is painted; what comes after it may take its time.
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => setDrawn(drawn + Math.ceil(Math.max(step, drawn * share))));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [drawn, total]);
  return Math.min(drawn, total);
}
