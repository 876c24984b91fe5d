// The names at the bars. They stand over the drawing, in HTML: there the name of a long bar stays in sight while somebody scrolls, without any script.
import { t } from "@vscode/l10n";
import type { GanttRow } from "../contract/generated/protocol.ts";
import { textWidth } from "./measure.ts";
import type { Scene } from "./scene.ts";
import { isHeading, isParent } from "./tree.ts";

/** Where a row's bars lie on its line. */
export interface Box {
  x: number;
  width: number;
}

/** Beyond so many pixels a name beside its bar says no more. */
export const longestBeside = 280;
/** Between a bar's edge and a name inside. */
const padding = 7;
/** A name goes along when its bar has so much more room than the name needs. */
const leastWay = 24;

/** The bars' name, inside where it fits, else from `beside` on, and how far they slipped. */
export function labelNodes(scene: Scene, row: GanttRow, { x, width }: Box, beside: number): HTMLElement[] {
  const needed = textWidth(row.title);
  const inside = !isParent(row) && !isHeading(row) && scene.mode !== "compare" && needed + 2 * padding <= width;
  const slip = slipNode(row);
  if (inside) {
    const name = nameNode(row, needed + 2 * padding + leastWay <= width);
    return [room("inside", x, width, [name]), ...(slip === null ? [] : [room("", beside, null, [slip])])];
  }
  const name = nameNode(row, Math.min(needed, longestBeside) + leastWay <= width);
  const along = document.createElement("span");
  along.className = "label-way";
  along.style.width = `${beside - x}px`;
  return [room("beside", x, null, [along, name, ...(slip === null ? [] : [slip])])];
}

function room(kind: string, x: number, width: number | null, children: readonly HTMLElement[]): HTMLElement {
  const node = document.createElement("div");
  node.className = `label-room ${kind}`;
  node.style.left = `${x}px`;
  if (width !== null) node.style.width = `${width}px`;
  node.append(...children);
  return node;
}

function nameNode({ title }: GanttRow, goesAlong: boolean): HTMLElement {
  const node = document.createElement("span");
  node.className = goesAlong ? "label along" : "label";
  node.dir = "auto";
  node.textContent = title;
  return node;
}

function slipNode({ slip }: GanttRow): HTMLElement | null {
  if (slip === undefined || slip === 0) return null;
  const node = document.createElement("span");
  node.className = slip > 0 ? "slip late" : "slip";
  node.textContent = slip > 0 ? t("+{0} d", slip) : t("−{0} d", -slip);
  return node;
}
