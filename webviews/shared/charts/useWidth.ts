// The width of an element, for drawings that fill it.
import { useLayoutEffect, useState } from "preact/hooks";

/** Returns the width in whole pixels, also after it changes; 0 before the first layout. */
export function useWidth(element: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (element.current === null) return undefined;
    const observed = element.current;
    const measure = (): void => setWidth(Math.floor(observed.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
