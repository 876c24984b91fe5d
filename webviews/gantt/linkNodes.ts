// Which dependencies are drawn, and their ways between the bars.
import type { GanttLink } from "../contract/generated/protocol.ts";
import { barsOf } from "./bars.ts";
import { arrowHead, middleOf, roundedPath, route } from "./routing.ts";
import type { Spot, Tie } from "./routing.ts";
import { xOf } from "./scale.ts";
import { drawnRow, lineHeight } from "./scene.ts";
import type { Scene, Window } from "./scene.ts";

export type Ends = Tie["from"];

export interface Way {
  link: GanttLink;
  spots: Spot[];
}

/** Arrows that only pass by are drawn as long as one can still tell them apart. */
const passing = 80;
/** Over so many lines it is not worth looking for a way around bars. */
const farthest = 40;

/** The ways of the dependencies that touch a window. */
export function waysIn(scene: Scene, { first, after }: Window): Way[] {
  const near: GanttLink[] = [];
  const through: GanttLink[] = [];
  for (const link of scene.links) {
    const from = scene.lines[link.from] ?? 0;
    const to = scene.lines[link.to] ?? 0;
    if (from === to || Math.max(from, to) < first || Math.min(from, to) >= after) continue;
    const ending = (from >= first && from < after) || (to >= first && to < after);
    (ending ? near : through).push(link);
  }
  const drawn = through.length > passing ? near : [...near, ...through];
  // The same bars are met again and again.
  const known = new Map<number, Ends | null>();
  const ends = (at: number): Ends | null => {
    let found = known.get(at);
    if (found === undefined) {
      found = endsOf(scene, at);
      known.set(at, found);
    }
    return found;
  };
  const crosses = crossing(scene, ends);
  return drawn.flatMap((link) => {
    const from = ends(link.from);
    const to = ends(link.to);
    return from === null || to === null ? [] : [{ link, spots: route({ from, to, kind: link.kind }, crosses) }];
  });
}

/** Where arrows meet a row's bar, on the line where the row, or what hides it, is seen. */
export function endsOf(scene: Scene, at: number): Ends | null {
  const row = drawnRow(scene, at);
  if (row === undefined) return null;
  const { plan, actual } = barsOf(row, scene.mode, scene.today);
  const stretch = plan ?? actual;
  if (stretch === null) return null;
  const y = ((scene.lines[at] ?? 0) + 0.5) * lineHeight;
  return { left: xOf(scene.scale, stretch.first), right: xOf(scene.scale, stretch.after), y };
}

function crossing(scene: Scene, ends: (at: number) => Ends | null): (x: number, top: number, bottom: number) => number {
  return (x, top, bottom) => {
    const first = Math.floor(top / lineHeight) + 1;
    const last = Math.floor(bottom / lineHeight) - 1;
    if (last - first > farthest) return 0;
    let count = 0;
    for (let line = first; line <= last; line += 1) {
      const box = ends(scene.shown[line] ?? -1);
      if (box !== null && box.left - 2 < x && x < box.right + 2) count += 1;
    }
    return count;
  };
}

/** All ways of one looks, as paths: the lines, the heads, and a cross on each that is not kept. */
export function pathsOf(ways: readonly Way[]): { lines: string; heads: string; crosses: string } {
  let [lines, heads, crosses] = ["", "", ""];
  for (const { link, spots } of ways) {
    lines += roundedPath(spots);
    heads += arrowHead(spots);
    if (link.broken !== true) continue;
    const { x, y } = middleOf(spots);
    crosses += `M${x - 4} ${y - 4}l8 8m0 -8l-8 8`;
  }
  return { lines, heads, crosses };
}
