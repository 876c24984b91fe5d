// Where a box can lie over a page without covering what must stay free. Pure.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Size {
  width: number;
  height: number;
}

export type Side = "start" | "end";

export interface Place {
  left: number;
  top: number;
}

/** Distance from the edge of the window, in pixels. */
const MARGIN = 16;
/** Distance from what stays free, in pixels. */
const GAP = 4;
const STEP_X = 16;
const STEP_Y = 8;

/**
 * Returns the first place without an obstacle: from the bottom of the window up to its middle, and in each row from
 * the preferred side to the other. `obstacles` are lists from the strictest to the one that must be kept; the first
 * list that leaves a place decides. Returns the corner of the preferred side if no place is free.
 */
export function freePlace(size: Size, window: Size, side: Side, obstacles: readonly (readonly Box[])[]): Place {
  for (const boxes of obstacles) {
    const place = search(size, window, side, boxes);
    if (place !== null) return place;
  }
  return { left: columnsOf(size, window, side)[0] ?? MARGIN, top: window.height - size.height - MARGIN };
}

function search(size: Size, window: Size, side: Side, boxes: readonly Box[]): Place | null {
  const columns = columnsOf(size, window, side);
  for (let top = window.height - size.height - MARGIN; top >= window.height / 2; top -= STEP_Y) {
    const row = boxes.filter((box) => box.top < top + size.height + GAP && box.bottom > top - GAP);
    const left = columns.find((at) => row.every((box) => box.right <= at - GAP || box.left >= at + size.width + GAP));
    if (left !== undefined) return { left, top };
  }
  return null;
}

/** Returns the left edges to try. */
function columnsOf(size: Size, window: Size, side: Side): number[] {
  const last = Math.max(MARGIN, window.width - size.width - MARGIN);
  const columns: number[] = [];
  for (let at = MARGIN; at < last; at += STEP_X) columns.push(at);
  columns.push(last);
  return side === "start" ? columns : columns.toReversed();
}
