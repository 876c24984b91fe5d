// Labels of bars. They are HTML above the drawing, so that CSS keeps the label of a long bar
// visible while scrolling.
import { t } from "@vscode/l10n";
import type { GanttRow } from "../../contract/generated/protocol.ts";
import type { Words } from "../routing/linkPieces.ts";
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
/** Width of a mark, and the space between marks and words, in pixels. */
const markSize = 12;
const partGap = 4;
/** A label stays visible while scrolling if the bar is at least this much longer, in pixels. */
const leastWay = 24;

/** Returns whether the title is inside the bar, and its width. */
export function titleOf(scene: Scene, row: GanttRow, width: number): { isInside: boolean; needed: number } {
  const needed = textWidth(row.title);
  return { isInside: !isParent(row) && !isHeading(row) && scene.mode !== "compare" && needed + 2 * padding <= width, needed };
}

/** Returns where the words after a bar begin; the handle for drawing dependencies comes first. */
export function beginOf(scene: Scene, behind: number): number {
  return behind + (scene.isEditable ? 14 : 6);
}

function isAlong(needed: number, width: number): boolean {
  return Math.min(needed, longestBehind) + leastWay <= width;
}

/** Returns the width of the words after a bar; 0 if there are none. */
export function widthBehind(scene: Scene, row: GanttRow, { width }: Box): number {
  const { isInside, needed } = titleOf(scene, row, width);
  const facts = [shareText(row), slipText(row)].filter((text) => text !== null);
  const parts = [...marksOf(scene, row).map(() => markSize), ...(isInside ? [] : [Math.min(needed, longestBehind)]), ...facts.map(textWidth)];
  return parts.length === 0 ? 0 : parts.reduce((sum, part) => sum + part + partGap, -partGap);
}

/** Returns the space of the words after a bar through which arrows would pass. Null if there are none, or if they hide what is behind them. */
export function wordsBehind(scene: Scene, row: GanttRow, box: Box, behind: number): Words | null {
  const { isInside, needed } = titleOf(scene, row, box.width);
  const width = widthBehind(scene, row, box);
  if (width === 0 || (!isInside && isAlong(needed, box.width))) return null;
  const left = beginOf(scene, behind);
  return { left, right: left + width };
}

/**
 * Returns the label: inside the bar if it fits, else after it together with the marks. `behind` is
 * where that begins.
 */
export function labelNodes(scene: Scene, row: GanttRow, { x, width }: Box, behind: number): HTMLElement[] {
  const { isInside, needed } = titleOf(scene, row, width);
  const name = nameNode(row.title);
  const marks = markNodes(scene, row);
  const facts = factNodes(row);
  const begin = beginOf(scene, behind);
  if (isInside) {
    if (needed + 2 * padding + leastWay <= width) name.classList.add("along");
    const behindIt = [...marks, ...facts];
    return [room("inside", x, width, [name]), ...(behindIt.length === 0 ? [] : [room("behind", begin, null, [tag(behindIt)])])];
  }
  const way = document.createElement("span");
  way.className = "label-way";
  way.style.width = `${begin - x}px`;
  const all = tag([...marks, name, ...facts]);
  if (isAlong(needed, width)) all.classList.add("along");
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
function shareText(row: GanttRow): string | null {
  return row.progress <= 0 || row.progress >= 100 || isHeading(row) ? null : t("{0}%", row.progress);
}

function slipText({ slip = 0 }: GanttRow): string | null {
  if (slip === 0) return null;
  return slip > 0 ? t("+{0} d", slip) : t("−{0} d", -slip);
}

function factNodes(row: GanttRow): HTMLElement[] {
  return [factNode("share", shareText(row)), factNode((row.slip ?? 0) > 0 ? "slip late" : "slip", slipText(row))].flat();
}

function factNode(name: string, text: string | null): HTMLElement[] {
  if (text === null) return [];
  const node = document.createElement("span");
  node.className = name;
  node.textContent = text;
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

function marksOf(scene: Scene, row: GanttRow): Mark[] {
  const marks: Mark[] = [];
  if (row.overdue === true) marks.push("overdue");
  if (row.late !== undefined) marks.push("late");
  if (scene.critical && row.critical === true && !isParent(row)) marks.push("critical");
  if (row.pinned === true) marks.push("pinned");
  return marks;
}

function markNodes(scene: Scene, row: GanttRow): SVGElement[] {
  return marksOf(scene, row).map((mark) => element("svg", { class: `mark ${mark}`, width: markSize, height: markSize }, [element("path", { d: glyphs[mark] })]));
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
