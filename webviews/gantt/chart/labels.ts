// Labels of bars. They are HTML above the drawing, so that CSS keeps the label of a long bar
// visible while scrolling.
import { t } from "@vscode/l10n";
import type { GanttRow } from "../../contract/generated/protocol.ts";
import type { Scene } from "./scene.ts";
import { isHeading, isParent } from "../state/tree.ts";
import { element } from "./svg.ts";

/** Position of a row's bars on its line. */
export interface Box {
  x: number;
  width: number;
}

/** Maximum width of a label after its bar, in pixels. */
export const longestBehind = 280;
/** Space between a bar's edge and a label inside, in pixels. */
const padding = 7;
/** A label stays visible while scrolling if the bar is at least this much longer, in pixels. */
const leastWay = 24;

/**
 * Returns the label: inside the bar if it fits, else after it together with the marks. `behind` is
 * where that begins.
 */
export function labelNodes(scene: Scene, row: GanttRow, { x, width }: Box, behind: number): HTMLElement[] {
  const needed = textWidth(row.title);
  const inside = !isParent(row) && !isHeading(row) && scene.mode !== "compare" && needed + 2 * padding <= width;
  const name = nameNode(row.title);
  const marks = markNodes(scene, row);
  const facts = [...shareNode(row), ...slipNode(row)];
  // The handle for drawing dependencies comes first after the bar.
  const begin = behind + (scene.isEditable ? 14 : 6);
  if (inside) {
    if (needed + 2 * padding + leastWay <= width) name.classList.add("along");
    const behindIt = [...marks, ...facts];
    return [room("inside", x, width, [name]), ...(behindIt.length === 0 ? [] : [room("behind", begin, null, [tag(behindIt)])])];
  }
  const way = document.createElement("span");
  way.className = "label-way";
  way.style.width = `${begin - x}px`;
  const all = tag([...marks, name, ...facts]);
  if (Math.min(needed, longestBehind) + leastWay <= width) all.classList.add("along");
  return [room("behind", x, null, [way, all])];
}

function room(kind: string, x: number, width: number | null, children: readonly HTMLElement[]): HTMLElement {
  const node = document.createElement("div");
  node.className = `label-room ${kind}`;
  node.style.left = `${x}px`;
  if (width !== null) node.style.width = `${width}px`;
  node.append(...children);
  return node;
}

function tag(children: readonly Element[]): HTMLElement {
  const node = document.createElement("span");
  node.className = "label-tag";
  node.append(...children);
  return node;
}

function nameNode(title: string): HTMLElement {
  const node = document.createElement("span");
  node.className = "label";
  node.dir = "auto";
  node.textContent = title;
  return node;
}

/** Returns the progress of what has begun and is not done yet. */
function shareNode(row: GanttRow): HTMLElement[] {
  if (row.progress <= 0 || row.progress >= 100 || isHeading(row)) return [];
  const node = document.createElement("span");
  node.className = "share";
  node.textContent = t("{0}%", row.progress);
  return [node];
}

function slipNode({ slip }: GanttRow): HTMLElement[] {
  if (slip === undefined || slip === 0) return [];
  const node = document.createElement("span");
  node.className = slip > 0 ? "slip late" : "slip";
  node.textContent = slip > 0 ? t("+{0} d", slip) : t("−{0} d", -slip);
  return [node];
}

type Mark = "overdue" | "late" | "critical" | "pinned";

/** Paths in a 12 × 12 square. */
const glyphs: Record<Mark, string> = {
  // A clock.
  overdue: "M6 .5a5.5 5.5 0 1 0 .01 0zM6 2.8v3.6l2.6 1.6",
  // A diamond with an exclamation mark.
  late: "M6 .3l5.7 5.7-5.7 5.7-5.7-5.7zM6 3v3.6M6 8.2v.9",
  // A flash.
  critical: "M7 0L2 7h3.4L4.6 12 10 4.8H6.4z",
  // A pin.
  pinned: "M4 .8h4M4.6 1v3.6L2.6 7h6.8l-2-2.4V1M6 7v4.5",
};

function markNodes(scene: Scene, row: GanttRow): SVGElement[] {
  const marks: Mark[] = [];
  if (row.overdue === true) marks.push("overdue");
  if (row.late !== undefined) marks.push("late");
  if (scene.critical && row.critical === true && !isParent(row)) marks.push("critical");
  if (row.pinned === true) marks.push("pinned");
  return marks.map((mark) => element("svg", { class: `mark ${mark}`, width: 12, height: 12 }, [element("path", { d: glyphs[mark] })]));
}

const narrow = /[\s.,:;!|'()[\]{}Iijlftr1-]/u;
const wide = /[A-Z0-9mw@%&#]/u;
/** CJK and other full-width characters. */
const full = /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60\u{1f000}-\u{1faff}\u{20000}-\u{3ffff}]/u;

/** Returns the width of a letter relative to the font size. */
function letterWidth(letter: string): number {
  if (full.test(letter)) return 1.05;
  if (narrow.test(letter)) return 0.38;
  return wide.test(letter) ? 0.72 : 0.57;
}

/** Font size of labels, in pixels. */
const size = 12;
const known = new Map<string, number>();

function widthOf(letter: string): number {
  let width = known.get(letter);
  if (width === undefined) {
    width = letterWidth(letter) * size;
    known.set(letter, width);
  }
  return width;
}

/** Returns about how wide a text is in the font of labels. */
export function textWidth(text: string): number {
  let width = 0;
  for (const letter of text) width += widthOf(letter);
  return width;
}
