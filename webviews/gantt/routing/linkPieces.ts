// Cuts arrows to the rendered lines, and interrupts them at the words after bars, so that the words can be read. Pure.
import type { Point } from "../../shared/drag/gesture.ts";
import { toGap } from "./routing.ts";

/** From the left to the right end of words after a bar. */
export interface Words {
  left: number;
  right: number;
}

/** Returns the words after the bar on a line. */
export type WordsOnLine = (line: number) => Words | null;

/** A range of lines, end exclusive. */
interface Lines {
  first: number;
  after: number;
}

const lineHeight = 2 * toGap;
/** Half the height of words, and the space at their ends, in pixels. */
const halfHeight = 9;
const margin = 3;

/** A part of a segment, as distances from its start. */
interface Cut {
  from: number;
  to: number;
}

/**
 * Returns the parts of an arrow that are on these lines and that no words cover. An arrow may lead over
 * thousands of other lines, and painting what is out of sight takes long, above all if it is dashed.
 */
export function piecesBetweenWords(points: readonly Point[], words: WordsOnLine, lines: Lines): Point[][] {
  const pieces: Point[][] = [];
  let piece = points.slice(0, 1);
  const end = (): void => {
    if (piece.length > 1) pieces.push(piece);
    piece = [];
  };
  for (let at = 1; at < points.length; at += 1) {
    const [a, b] = [points[at - 1], points[at]];
    if (a === undefined || b === undefined) break;
    const length = Math.abs(b.x - a.x) + Math.abs(b.y - a.y);
    const pointAt = (way: number): Point => ({ x: a.x + Math.sign(b.x - a.x) * way, y: a.y + Math.sign(b.y - a.y) * way });
    for (const { from, to } of cutsOf(a, b, words, lines)) {
      if (from > 0) piece.push(pointAt(from));
      end();
      if (to < length) piece.push(pointAt(to));
    }
    piece.push(b);
  }
  end();
  return pieces;
}

/** Returns the covered parts of a segment, from its start on. */
function cutsOf(a: Point, b: Point, words: WordsOnLine, { first, after }: Lines): Cut[] {
  const isVertical = a.x === b.x;
  const cuts = beyond(a, b, first * lineHeight, after * lineHeight);
  const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
  const begin = Math.max(first, Math.floor((top - halfHeight) / lineHeight));
  const end = Math.min(after, Math.ceil((bottom + halfHeight) / lineHeight));
  for (let line = begin; line < end; line += 1) {
    const text = words(line);
    if (text === null) continue;
    const middle = (line + 0.5) * lineHeight;
    const [left, right] = [text.left - margin, text.right + margin];
    if (isVertical && left < a.x && a.x < right) cuts.push(cutOf(a.y, b.y, middle - halfHeight, middle + halfHeight));
    else if (!isVertical && Math.abs(a.y - middle) < halfHeight) cuts.push(cutOf(a.x, b.x, left, right));
  }
  return cuts.filter(({ from, to }) => from < to).toSorted((one, other) => one.from - other.from);
}

/** Returns the parts of a segment above `top` and below `bottom`. */
function beyond(a: Point, b: Point, top: number, bottom: number): Cut[] {
  if (a.x === b.x) return [cutOf(a.y, b.y, -Infinity, top), cutOf(a.y, b.y, bottom, Infinity)];
  return a.y < top || a.y > bottom ? [{ from: 0, to: Math.abs(b.x - a.x) }] : [];
}

/** Returns the part between `low` and `high` of a segment from `start` to `end` on one axis. */
function cutOf(start: number, end: number, low: number, high: number): Cut {
  const length = Math.abs(end - start);
  const within = (way: number): number => Math.max(0, Math.min(length, way));
  return end >= start ? { from: within(low - start), to: within(high - start) } : { from: within(start - high), to: within(start - low) };
}
