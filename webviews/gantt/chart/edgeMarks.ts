// Chips at the edges of the view for bars that are out of sight, and the hint in a row without
// dates. They are HTML above the drawing; CSS keeps them at the edges while scrolling.
import { t } from "@vscode/l10n";
import { barsOf, stretchOf } from "../time/bars.ts";
import { textWidth } from "./labels.ts";
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
  /** Where it is if a proposed bar is at the edge: the chip's end at that bar, in pixels of the sheet. */
  beside: number | null;
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
  const side = isLeft ? "left" : "right";
  const ghost = stretchOf(scene.ghosts.get(row.key) ?? {});
  const proposed = ghost === null ? null : { left: xOf(scene.scale, ghost.first), right: xOf(scene.scale, ghost.after) };
  const beside = proposed === null ? null : besideProposed(proposed, side, textWidth(text) + chipFrame, { left, right });
  return { kind: "chip", key: row.key, line, side, beside, text, title: row.title };
}

/** Space between a chip and the edge or a proposed bar, in pixels. */
const gap = 6;
/** Width of a chip without its text, in pixels. */
const chipFrame = 30;

/**
 * Returns where a chip is that would hide the proposed bar of its row: beside that bar. Null if it
 * would not hide it, or if there is no room beside it.
 */
export function besideProposed(bar: Sight, side: Chip["side"], width: number, sight: Sight): number | null {
  const needed = width + 2 * gap;
  if (side === "left") return bar.left < sight.left + needed && bar.right > sight.left && bar.right + needed <= sight.right ? bar.right + gap : null;
  return bar.right > sight.right - needed && bar.left < sight.right && bar.left - needed >= sight.left ? bar.left - gap : null;
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
    node.className = mark.beside === null ? `edge-chip ${mark.side}` : `edge-chip beside ${mark.side}`;
    if (mark.beside !== null) node.style.left = `${mark.beside}px`;
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
