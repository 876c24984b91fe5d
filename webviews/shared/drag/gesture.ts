// Interprets presses without the DOM: when a press becomes a drag, and how fast an edge scrolls.
// Pure.

export interface Point {
  x: number;
  y: number;
}

/** Time that a finger must rest before a drag, since a moving finger scrolls. */
export const TOUCH_HOLD_MS = 300;

const mouseSlack = 4;
const touchSlack = 8;
const edge = 48;
const fastest = 16;

/** A mouse drags after a short distance; a finger that moves before it has rested scrolls. */
export function classifyPress(from: Point, to: Point, byTouch: boolean): "wait" | "drag" | "let go" {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  if (byTouch) return distance > touchSlack ? "let go" : "wait";
  return distance > mouseSlack ? "drag" : "wait";
}

/** Returns the pixels to scroll per frame: faster closer to the edge. */
export function edgeSpeed(at: number, start: number, end: number): number {
  const width = Math.min(edge, (end - start) / 4);
  if (width <= 0) return 0;
  const depth = at < start + width ? at - start - width : at > end - width ? at - end + width : 0;
  return Math.round((Math.max(-width, Math.min(width, depth)) / width) * fastest);
}

/** `back` and `forth` move by a group of what `up` and `down` move through. */
export type Direction = "up" | "down" | "left" | "right" | "first" | "last" | "back" | "forth";

/** Returns what a key does during a drag by keyboard. */
export function dragActionOf(key: string): Direction | "drop" | "cancel" | undefined {
  switch (key) {
    case "ArrowUp":
      return "up";
    case "ArrowDown":
      return "down";
    case "ArrowLeft":
      return "left";
    case "ArrowRight":
      return "right";
    case "Home":
      return "first";
    case "End":
      return "last";
    case "PageUp":
      return "back";
    case "PageDown":
      return "forth";
    case " ":
    case "Enter":
      return "drop";
    case "Escape":
    case "Tab":
      return "cancel";
    default:
      return undefined;
  }
}
