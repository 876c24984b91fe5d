// Selects the visible dependencies and computes their arrows.
import type { GanttLink } from "../../contract/generated/protocol.ts";
import { wordsOf } from "./barNodes.ts";
import { barsOf } from "../time/bars.ts";
import { piecesBetweenWords } from "../routing/linkPieces.ts";
import type { WordsOnLine } from "../routing/linkPieces.ts";
import { arrowHead, middleOf, verticalAt, roundedPath, route } from "../routing/routing.ts";
import type { LinkEnds } from "../routing/routing.ts";
import type { Point } from "../../shared/drag/gesture.ts";
import { xOf } from "../time/scale.ts";
import { rowWithDraggedDates, lineHeight } from "./scene.ts";
import type { Scene, Window } from "./scene.ts";

export type BarEnds = LinkEnds["from"];

export interface LinkPath {
  link: GanttLink;
  points: Point[];
  /** What is rendered of it: not what words after a bar in the window cover. */
  pieces: Point[][];
  /**
   * True if both ends are above or below the window: only the part inside the window is rendered.
   */
  isPassing: boolean;
}

/** Maximum number of lines over which arrows avoid bars. */
const MAX_LINES_AVOIDED = 40;

/** Returns the arrows of the dependencies that are visible in a window. Rows in `silent` show no words. */
export function linkPathsIn(scene: Scene, window: Window, silent: ReadonlySet<string>): LinkPath[] {
  const { first, after } = window;
  // The same bars have many arrows.
  const ends = computedOnce((at) => endsOf(scene, at));
  const words = computedOnce((line) => {
    const row = rowWithDraggedDates(scene, scene.shown[line] ?? -1);
    return row === undefined ? null : wordsOf(scene, row);
  });
  // Hidden words interrupt no arrow, but still decide its way: arrows stay where they are while scrolling.
  const crosses = crossingCounter(scene, ends, words);
  const shownWords: WordsOnLine = (line) => (silent.has(scene.rows[scene.shown[line] ?? -1]?.key ?? "") ? null : words(line));
  // Thousands of arrows may pass through a window, many of them at the same place.
  const passageAt = computedOnce((x) => passageOf(x, window, shownWords));
  const ways: LinkPath[] = [];
  for (const link of scene.links) {
    const fromLine = scene.lines[link.from] ?? 0;
    const toLine = scene.lines[link.to] ?? 0;
    if (fromLine === toLine || Math.max(fromLine, toLine) < first || Math.min(fromLine, toLine) >= after) continue;
    // What finished tasks have made possible needs no arrow.
    if (isAside(scene, fromLine) || isAside(scene, toLine)) continue;
    const from = ends(link.from);
    const to = ends(link.to);
    if (from === null || to === null) continue;
    const points = route({ from, to, kind: link.kind }, crosses);
    const within = (line: number): boolean => line >= first && line < after;
    if (within(fromLine) || within(toLine)) {
      ways.push({ link, points, pieces: piecesBetweenWords(points, shownWords, window), isPassing: false });
      continue;
    }
    const x = verticalAt(points, first * lineHeight, after * lineHeight);
    const passage = x === null ? null : passageAt(x);
    if (passage !== null) ways.push({ link, ...passage, isPassing: true });
  }
  return ways;
}

/** Returns whether a line is the row of finished tasks, which is in the place of those that it hides. */
function isAside({ rows, shown }: Scene, line: number): boolean {
  return rows[shown[line] ?? -1]?.finished !== undefined;
}

/** Returns a function that computes the result for a number only once. */
function computedOnce<Result>(compute: (input: number) => Result | null): (input: number) => Result | null {
  const known = new Map<number, Result | null>();
  return (input) => {
    let found = known.get(input);
    if (found === undefined) {
      found = compute(input);
      known.set(input, found);
    }
    return found;
  };
}

/** The visible part of arrows that only pass through the window. */
type Passage = Pick<LinkPath, "points" | "pieces">;

/** Returns the visible part of arrows that pass through the window at `x`, or null if that is beside it. */
function passageOf(x: number, window: Window, words: WordsOnLine): Passage | null {
  const { left, right, first, after } = window;
  if (x < left || x > right) return null;
  const points = [{ x, y: first * lineHeight }, { x, y: after * lineHeight }];
  return { points, pieces: piecesBetweenWords(points, words, window) };
}

/**
 * Returns the ends of a row's bar, on the line of the row or of the folded row that hides it.
 */
export function endsOf(scene: Scene, at: number): BarEnds | null {
  const row = rowWithDraggedDates(scene, at);
  if (row === undefined) return null;
  const { plan, actual } = barsOf(row, scene.mode, scene.today);
  const stretch = plan ?? actual;
  if (stretch === null) return null;
  const y = ((scene.lines[at] ?? 0) + 0.5) * lineHeight;
  return { left: xOf(scene.scale, stretch.first), right: xOf(scene.scale, stretch.after), y };
}

function crossingCounter(scene: Scene, ends: (at: number) => BarEnds | null, words: WordsOnLine): (x: number, top: number, bottom: number) => number {
  return (x, top, bottom) => {
    const first = Math.floor(top / lineHeight) + 1;
    const last = Math.floor(bottom / lineHeight) - 1;
    if (last - first > MAX_LINES_AVOIDED) return 0;
    let count = 0;
    for (let line = first; line <= last; line += 1) {
      const box = ends(scene.shown[line] ?? -1);
      if (box !== null && box.left - 2 < x && x < box.right + 2) count += 1;
      const text = words(line);
      if (text !== null && text.left < x && x < text.right) count += 1;
    }
    return count;
  };
}

/** SVG paths of arrows with the same style. */
interface Paths {
  /** One for each arrow: a browser paints a long path wherever a part of it is, and slowly. */
  lines: string[];
  /** Arrows that only pass have no head, and one path for each position. */
  passing: string[];
  heads: string;
  crosses: string;
}

export function pathsOf(ways: readonly LinkPath[]): Paths {
  const lines: string[] = [];
  let [heads, crosses] = ["", ""];
  const passages = new Set<Point[][]>();
  for (const { link, points, pieces, isPassing } of ways) {
    if (isPassing) {
      passages.add(pieces);
      continue;
    }
    lines.push(pathOf(pieces));
    heads += arrowHead(points);
    if (link.broken !== true) continue;
    const { x, y } = middleOf(points);
    crosses += `M${x - 4} ${y - 4}l8 8m0 -8l-8 8`;
  }
  return { lines, passing: [...passages].map(pathOf), heads, crosses };
}

function pathOf(pieces: readonly Point[][]): string {
  return pieces.map((piece) => roundedPath(piece)).join("");
}
