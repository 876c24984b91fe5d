// How cards get from one place to another before the eyes. Cards are looked for in a lane first, since one may stand in several.
import { animateFrom } from "../../shared/drag/animate.ts";
import { cardElement } from "./elements.ts";

export type Boxes = ReadonlyMap<string, DOMRect>;

/** Where cards are seen; `first` is where the first was seen last, if it was carried. */
export function boxesOf(keys: readonly string[], lane: string, first: DOMRect | null = null): Boxes {
  const seen = new Map<string, DOMRect>();
  for (const key of keys) {
    const box = cardElement(key, lane)?.getBoundingClientRect();
    if (box !== undefined) seen.set(key, key === keys[0] && first !== null ? first : box);
  }
  return seen;
}

/** After the next drawing, since only then the cards are where they go to. */
export function glide(from: Boxes, lane: string): void {
  requestAnimationFrame(() => {
    for (const [key, box] of from) {
      const element = cardElement(key, lane);
      if (element !== null) animateFrom(element, box);
    }
  });
}

/** Scrolls a card into sight, and takes the focus along when it is on the same card in another lane. */
export function reveal(key: string, lane: string): void {
  requestAnimationFrame(() => {
    const element = cardElement(key, lane);
    element?.scrollIntoView({ block: "nearest", inline: "nearest" });
    const focused = document.activeElement;
    if (focused instanceof HTMLElement && focused !== element && focused.dataset["card"] === key) element?.focus({ preventScroll: true });
  });
}
