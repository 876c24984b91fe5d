// What stands beside a bar that something is to be said about. Not by colour alone: each has a shape of its own.
import type { GanttRow } from "../contract/generated/protocol.ts";
import type { Scene } from "./scene.ts";
import { element } from "./svg.ts";
import { isParent } from "./tree.ts";

type Mark = "overdue" | "late" | "critical" | "pinned";

/** Drawn in a square of 12. */
const glyphs: Record<Mark, string> = {
  // A clock that shows that time is up.
  overdue: "M6 .5a5.5 5.5 0 1 0 .01 0zM6 2.8v3.6l2.6 1.6",
  // A goal that is passed: a diamond with a bar.
  late: "M6 .3l5.7 5.7-5.7 5.7-5.7-5.7zM6 3v3.6M6 8.2v.9",
  // Flash.
  critical: "M7 0L2 7h3.4L4.6 12 10 4.8H6.4z",
  // Pin.
  pinned: "M4 .8h4M4.6 1v3.6L2.6 7h6.8l-2-2.4V1M6 7v4.5",
};

export function markNodes(scene: Scene, row: GanttRow): SVGElement[] {
  const marks: Mark[] = [];
  if (row.overdue === true) marks.push("overdue");
  if (row.late !== undefined) marks.push("late");
  if (scene.critical && row.critical === true && !isParent(row)) marks.push("critical");
  if (row.pinned === true) marks.push("pinned");
  return marks.map((mark) => element("svg", { class: `mark ${mark}`, width: 12, height: 12 }, [element("path", { d: glyphs[mark] })]));
}
