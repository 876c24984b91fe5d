// Chips at the edges of the view for bars that are out of sight, and the hint in a row without
// dates. They are HTML above the drawing; CSS keeps them at the edges while scrolling.
import { t } from "@vscode/l10n";
import { barsOf } from "./bars.ts";
import { rowWithDraggedDates, lineHeight } from "./scene.ts";
import type { Scene, Window } from "./scene.ts";
import type { Sight } from "./viewport.ts";
import { isFixed, isHeading, isParent } from "../state/tree.ts";
import { shortDay } from "../time/dayNames.ts";
import { xOf } from "../time/scale.ts";

/** A bar that is out of sight. */
interface Chip {
  kind: "chip";
  key: string;
  line: number;
  side: "left" | "right";
  /** The day at which its bar ends or begins. */
  text: string;
  title: string;
}

/** A row in which dates can be drawn. */
interface Hint {
  kind: "hint";
  line: number;
}

export class EdgeMarks {
  private readonly root: HTMLElement;
  private signature = "";

  constructor(root: HTMLElement) {
    this.root = root;
  }

  /** Draws the marks of the lines in a window. Returns the keys of rows whose bars are out of sight. */
  draw(scene: Scene, { first, after }: Window, sight: Sight, hovered: number): ReadonlySet<string> {
    const marks: (Chip | Hint)[] = [];
    const out = new Set<string>();
    for (let line = first; line < Math.min(after, scene.shown.length); line += 1) {
      const mark = markOf(scene, line, sight, hovered);
      if (mark === null) continue;
      marks.push(mark);
      if (mark.kind === "chip") out.add(mark.key);
    }
    const signature = JSON.stringify(marks);
    if (signature !== this.signature) this.root.replaceChildren(...marks.map(nodeOf));
    this.signature = signature;
    return out;
  }
}

function markOf(scene: Scene, line: number, { left, right }: Sight, hovered: number): Chip | Hint | null {
  const row = rowWithDraggedDates(scene, scene.shown[line] ?? -1);
  if (row === undefined) return null;
  const { plan, actual } = barsOf(row, scene.mode, scene.today);
  const stretches = [plan, actual].filter((stretch) => stretch !== null);
  if (stretches.length === 0) {
    const isDrawable = scene.isEditable && !isParent(row) && !isHeading(row) && !isFixed(row);
    return isDrawable && (line === hovered || scene.focused === row.key) ? { kind: "hint", line } : null;
  }
  const begin = Math.min(...stretches.map((stretch) => stretch.first));
  const end = Math.max(...stretches.map((stretch) => stretch.after));
  const isLeft = xOf(scene.scale, end) <= left;
  if (!isLeft && xOf(scene.scale, begin) < right) return null;
  const text = shortDay(isLeft ? end - 1 : begin, scene.today, scene.locale);
  return { kind: "chip", key: row.key, line, side: isLeft ? "left" : "right", text, title: row.title };
}

function nodeOf(mark: Chip | Hint): HTMLElement {
  const row = document.createElement("div");
  row.className = "edge-row";
  row.style.top = `${mark.line * lineHeight}px`;
  const node = document.createElement("span");
  if (mark.kind === "hint") {
    node.className = "dates-hint";
    node.textContent = t("+ dates: drag here");
  } else {
    node.className = `edge-chip ${mark.side}`;
    node.dataset["edge"] = mark.key;
    node.dataset["still"] = "";
    node.title = mark.title;
    const arrow = document.createElement("span");
    arrow.className = `codicon codicon-arrow-${mark.side}`;
    node.append(...(mark.side === "left" ? [arrow, mark.text] : [mark.text, arrow]));
  }
  row.append(node);
  return row;
}
