// The names at the bars. They stand over the drawing, in HTML: there the name of a long bar stays in sight while somebody scrolls, without any script.
import { t } from "@vscode/l10n";
import type { GanttRow } from "../contract/generated/protocol.ts";
import { markNodes } from "./marks.ts";
import { textWidth } from "./measure.ts";
import type { Scene } from "./scene.ts";
import { isHeading, isParent } from "./tree.ts";

/** Where a row's bars lie on its line. */
export interface Box {
  x: number;
  width: number;
}

/** Beyond so many pixels a name behind its bar says no more. */
const longestBehind = 280;
/** Between a bar's edge and a name inside. */
const padding = 7;
/** A name goes along when its bar has so much more room than the name needs. */
const leastWay = 24;

/** The bars' name, inside where it fits, else behind them, where what is to be said about them stands as well. `behind` is where that begins. */
export function labelNodes(scene: Scene, row: GanttRow, { x, width }: Box, behind: number): HTMLElement[] {
  const needed = textWidth(row.title);
  const inside = !isParent(row) && !isHeading(row) && scene.mode !== "compare" && needed + 2 * padding <= width;
  const name = nameNode(row.title);
  const marks = markNodes(scene, row);
  const slip = slipNode(row);
  // What a dependency is drawn from comes first when the pointer is at a bar.
  const begin = behind + (scene.editable ? 14 : 6);
  if (inside) {
    if (needed + 2 * padding + leastWay <= width) name.classList.add("along");
    const facts = [...marks, ...slip];
    return [room("inside", x, width, [name]), ...(facts.length === 0 ? [] : [room("behind", begin, null, [tag(facts)])])];
  }
  const way = document.createElement("span");
  way.className = "label-way";
  way.style.width = `${begin - x}px`;
  const all = tag([...marks, name, ...slip]);
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

function slipNode({ slip }: GanttRow): HTMLElement[] {
  if (slip === undefined || slip === 0) return [];
  const node = document.createElement("span");
  node.className = slip > 0 ? "slip late" : "slip";
  node.textContent = slip > 0 ? t("+{0} d", slip) : t("−{0} d", -slip);
  return [node];
}
