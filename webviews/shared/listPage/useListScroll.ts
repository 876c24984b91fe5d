// Keeps the scroll position of a page's list in a signal, which the page persists.
import type { Signal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";

/** Restores the position as soon as the page is loaded, and then records each later one. */
export function useListScroll(scroll: Signal<number>, isLoaded: boolean): void {
  useLayoutEffect(() => {
    const list = document.querySelector(".list-rows");
    if (isLoaded && list !== null) list.scrollTop = scroll.peek();
    const onScroll = ({ target }: Event): void => {
      if (target instanceof HTMLElement && target.classList.contains("list-rows")) scroll.value = target.scrollTop;
    };
    // Scroll events do not bubble.
    document.addEventListener("scrollend", onScroll, true);
    return () => document.removeEventListener("scrollend", onScroll, true);
  }, [scroll, isLoaded]);
}
