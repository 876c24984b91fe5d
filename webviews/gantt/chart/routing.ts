// The way of a dependency's arrow: orthogonal, out of the proper end of one bar and into the proper end of the other,
// through the gaps between lines. Pure.
import type { DependencyKind } from "../../contract/generated/protocol.ts";
import type { Point } from "../../shared/drag/gesture.ts";

export interface LinkEnds {
  from: { left: number; right: number; y: number };
  to: { left: number; right: number; y: number };
  kind: DependencyKind;
}

/** How far an arrow goes straight before it bends, and before its head. */
const out = 7;
const into = 11;
/** Half of the height of a line: as far as the gap is from the middle of a bar. */
const toGap = 14;

/** At which end of a bar it leaves, and at which it arrives: 1 is the end, -1 the start. */
export function linkSides(kind: DependencyKind): { leaves: 1 | -1; arrives: 1 | -1 } {
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

/** The corners from end to end. `crosses` tells how many bars a vertical line at `x` between two heights would cross. */
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

/** An SVG path through corners that are rounded. */
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

/** The head of an arrow that arrives at the last of these spots. */
export function arrowHead(spots: readonly Point[]): string {
  const tip = spots.at(-1);
  const before = spots.at(-2);
  if (tip === undefined || before === undefined) return "";
  const by = tip.x >= before.x ? -1 : 1;
  return `M${coordinates(tip)}l${by * 6} -3.5v7z`;
}

/** How far a spot is from the way. */
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

/** Where a way goes straight down from one height to another; null when it does not. */
export function verticalAt(spots: readonly Point[], top: number, bottom: number): number | null {
  for (let at = 1; at < spots.length; at += 1) {
    const [a, b] = [spots[at - 1], spots[at]];
    if (a !== undefined && b !== undefined && Math.min(a.y, b.y) <= top && Math.max(a.y, b.y) >= bottom) return a.x;
  }
  return null;
}

/** The middle of the longest part of the way, where a mark has room. */
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
