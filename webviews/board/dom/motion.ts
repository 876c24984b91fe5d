// Animates cards from one place to another. A card may be in several lanes; the given lane is
// searched first.
import { animateFrom } from "../../shared/drag/animate.ts";
import { cardElement } from "./elements.ts";

export type Boxes = ReadonlyMap<string, DOMRect>;

/** Returns the boxes of cards; `first` replaces the box of the first card, if it was dragged. */
export function boxesOf(keys: readonly string[], lane: string, first: DOMRect | null = null): Boxes {
  const seen = new Map<string, DOMRect>();
  for (const key of keys) {
    const box = cardElement(key, lane)?.getBoundingClientRect();
    if (box !== undefined) seen.set(key, key === keys[0] && first !== null ? first : box);
  }
  return seen;
}

/**
 * Animates cards from their old boxes. Waits for the next frame, when the cards are in their new
 * place.
 */
export function glide(from: Boxes, lane: string): void {
  requestAnimationFrame(() => {
    for (const [key, box] of from) {
      const element = cardElement(key, lane);
      if (element !== null) animateFrom(element, box);
    }
  });
}

/** Scrolls to a card, and moves the focus if it is on the same card in another lane. */
export function reveal(key: string, lane: string): void {
  requestAnimationFrame(() => {
    const element = cardElement(key, lane);
    element?.scrollIntoView({ block: "nearest", inline: "nearest" });
    const focused = document.activeElement;
    if (focused instanceof HTMLElement && focused !== element && focused.dataset["card"] === key) element?.focus({ preventScroll: true });
  });
}
