// Routes the arrow of a dependency: orthogonal, from one bar's end to the other's, through the gaps
// between lines. Pure.
import type { DependencyKind } from "../../contract/generated/protocol.ts";
import type { Point } from "../../shared/drag/gesture.ts";

export interface LinkEnds {
  from: { left: number; right: number; y: number };
  to: { left: number; right: number; y: number };
  kind: DependencyKind;
}

/** Length of the straight part at an arrow's start, and before its head. */
const out = 7;
const into = 11;
/** Half of the line height: distance from the middle of a bar to the gap. */
export const toGap = 14;

/** Returns the ends that an arrow connects: 1 is the end of a bar, -1 its start. */
function linkSides(kind: DependencyKind): { leaves: 1 | -1; arrives: 1 | -1 } {
  switch (kind) {
    case "finishToStart":
      return { leaves: 1, arrives: -1 };
    case "startToStart":
      return { leaves: -1, arrives: -1 };
    case "finishToFinish":
      return { leaves: 1, arrives: 1 };
    case "startToFinish":
      return { leaves: -1, arrives: 1 };
  }
}

/** Returns the corners. `crosses` counts the bars that a vertical line at `x` would cross. */
export function route({ from, to, kind }: LinkEnds, crosses: (x: number, top: number, bottom: number) => number): Point[] {
  const { leaves, arrives } = linkSides(kind);
  const begin = { x: leaves > 0 ? from.right : from.left, y: from.y };
  const end = { x: arrives > 0 ? to.right : to.left, y: to.y };
  const first = begin.x + leaves * out;
  const last = end.x + arrives * into;
  const count = (x: number): number => crosses(x, Math.min(begin.y, end.y), Math.max(begin.y, end.y));

  if (leaves === arrives) {
    const side = leaves > 0 ? Math.max(first, last) : Math.min(first, last);
    return [begin, { x: side, y: begin.y }, { x: side, y: end.y }, end];
  }
  const room = leaves > 0 ? last - first : first - last;
  if (room >= 0) {
    const bend = count(first) <= count(last) ? first : last;
    return [begin, { x: bend, y: begin.y }, { x: bend, y: end.y }, end];
  }
  const down = end.y >= begin.y ? 1 : -1;
  const gap = count(last) <= count(first) ? begin.y + down * toGap : end.y - down * toGap;
  return [begin, { x: first, y: begin.y }, { x: first, y: gap }, { x: last, y: gap }, { x: last, y: end.y }, end];
}

/** Returns an SVG path with rounded corners. */
export function roundedPath(spots: readonly Point[], radius = 4): string {
  const [begin] = spots;
  if (begin === undefined) return "";
  let path = `M${coordinates(begin)}`;
  for (let at = 1; at < spots.length; at += 1) {
    const [before, corner, after] = [spots[at - 1], spots[at], spots[at + 1]];
    if (before === undefined || corner === undefined) break;
    if (after === undefined) {
      path += `L${coordinates(corner)}`;
      break;
    }
    const bend = Math.min(radius, distance(before, corner) / 2, distance(corner, after) / 2);
    path += `L${coordinates(pointTowards(corner, before, bend))}Q${coordinates(corner)} ${coordinates(pointTowards(corner, after, bend))}`;
  }
  return path;
}

/** Returns the arrow head at the last point. */
export function arrowHead(spots: readonly Point[]): string {
  const tip = spots.at(-1);
  const before = spots.at(-2);
  if (tip === undefined || before === undefined) return "";
  const by = tip.x >= before.x ? -1 : 1;
  return `M${coordinates(tip)}l${by * 6} -3.5v7z`;
}

/** Returns the distance between a point and the arrow. */
export function distanceTo(spots: readonly Point[], { x, y }: Point): number {
  let least = Infinity;
  for (let at = 1; at < spots.length; at += 1) {
    const [a, b] = [spots[at - 1], spots[at]];
    if (a === undefined || b === undefined) break;
    const across = Math.max(Math.min(a.x, b.x) - x, 0, x - Math.max(a.x, b.x));
    const down = Math.max(Math.min(a.y, b.y) - y, 0, y - Math.max(a.y, b.y));
    least = Math.min(least, Math.hypot(across, down));
  }
  return least;
}

/** Returns the x at which the arrow goes straight from `top` to `bottom`, or null. */
export function verticalAt(spots: readonly Point[], top: number, bottom: number): number | null {
  for (let at = 1; at < spots.length; at += 1) {
    const [a, b] = [spots[at - 1], spots[at]];
    if (a !== undefined && b !== undefined && Math.min(a.y, b.y) <= top && Math.max(a.y, b.y) >= bottom) return a.x;
  }
  return null;
}

/** Returns the middle of the longest segment, where a mark has room. */
export function middleOf(spots: readonly Point[]): Point {
  let [best, length] = [spots[0] ?? { x: 0, y: 0 }, -1];
  for (let at = 1; at < spots.length; at += 1) {
    const [a, b] = [spots[at - 1], spots[at]];
    if (a === undefined || b === undefined || distance(a, b) <= length) continue;
    length = distance(a, b);
    best = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  }
  return best;
}

function coordinates({ x, y }: Point): string {
  return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function distance(a: Point, b: Point): number {
  return Math.abs(a.x - b.x) + Math.abs(a.y - b.y);
}

function pointTowards(from: Point, to: Point, by: number): Point {
  const length = distance(from, to);
  if (length === 0) return from;
  return { x: from.x + ((to.x - from.x) * by) / length, y: from.y + ((to.y - from.y) * by) / length };
}
