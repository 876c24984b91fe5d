// Scroll positions that survive a reload.
import type { Signal } from "@preact/signals";
import type { PersistedState } from "../state/persistedState.ts";

/** Scrolls the board and its columns to their first cards; columns that are in sight stay so. */
export function scrollToTop(root: HTMLElement): void {
  for (const element of [root, ...root.querySelectorAll<HTMLElement>("[data-scroll]")]) element.scrollTo({ top: 0, behavior: "instant" });
}

/** Restores the positions of `root` and its scrollers, and records changes. */
export function persistScroll(root: HTMLElement, scroll: Signal<PersistedState["scroll"]>): () => void {
  for (const element of [root, ...root.querySelectorAll<HTMLElement>("[data-scroll]")]) {
    const place = scroll.peek()[element.dataset["scroll"] ?? ""];
    if (place !== undefined) element.scrollTo({ left: place[0], top: place[1], behavior: "instant" });
  }
  const onScroll = ({ target }: Event): void => {
    if (!(target instanceof HTMLElement)) return;
    const name = target.dataset["scroll"];
    if (name === undefined) return;
    scroll.value = { ...scroll.peek(), [name]: [target.scrollLeft, target.scrollTop] };
  };
  root.addEventListener("scroll", onScroll, { capture: true, passive: true });
  return () => root.removeEventListener("scroll", onScroll, { capture: true });
}
