// The nodes of a row's bars: plan or bracket, progress, actual dates, baseline, ghost and labels.
import { t } from "@vscode/l10n";
import type { GanttRow } from "../../contract/generated/protocol.ts";
import { holderText } from "../../shared/text/names.ts";
import { barsOf, stretchOf } from "../time/bars.ts";
import type { RowBars, Stretch } from "../time/bars.ts";
import { calendarOf, openDaysAfter } from "../time/calendar.ts";
import { spanText } from "../time/dayNames.ts";
import { beginOf, labelNodes, titleOf, widthBehind, wordsBehind } from "./labels.ts";
import type { Box } from "./labels.ts";
import type { Words } from "../routing/linkPieces.ts";
import { xOf } from "../time/scale.ts";
import { lineHeight } from "./scene.ts";
import type { Scene } from "./scene.ts";
import { element } from "./svg.ts";
import { isFixed, isHeading, isParent } from "../state/tree.ts";

export interface RowNodes {
  drawing: SVGElement[];
  labels: HTMLElement[];
}

/** Space between a bar's words and its ghost, in pixels. */
const ghostGap = 4;

function boxOf(scene: Scene, { first, after }: Stretch): Box {
  const x = xOf(scene.scale, first);
  return { x, width: Math.max(3, xOf(scene.scale, after) - x) };
}

/** Returns a text of everything that affects a row's nodes. Equal texts mean equal nodes. */
export function signatureOf(scene: Scene, row: GanttRow): string {
  const { scale, mode, critical, slack, isEditable, today, locale } = scene;
  const barDrag = scene.draggedDates.has(row.key);
  const ghost = scene.ghosts.get(row.key);
  return [JSON.stringify(row), scale.origin, scale.px, mode, critical, slack, isEditable, today, locale, barDrag, ghost?.start, ghost?.due].join("|");
}

/** Position of a row's bars, and where the words after them begin; null without bars. */
function placeOf(scene: Scene, row: GanttRow): { box: Box; behind: number } | null {
  const { plan, actual } = shownBars(scene, row);
  const boxes = [plan, actual].filter((stretch) => stretch !== null).map((stretch) => boxOf(scene, stretch));
  if (boxes.length === 0) return null;
  const left = Math.min(...boxes.map(({ x }) => x));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const box = { x: left, width: right - left };
  return { box, behind: wordsStart(scene, row, box) };
}

/** Returns the bars of a row; a parent shows either plan or actual dates, never both. */
function shownBars(scene: Scene, row: GanttRow): RowBars {
  const bars = barsOf(row, scene.mode, scene.today);
  return isParent(row) && bars.plan !== null ? { ...bars, actual: null } : bars;
}

/** Returns the space of the words after a row's bars through which arrows would pass. */
export function wordsOf(scene: Scene, row: GanttRow): Words | null {
  const place = placeOf(scene, row);
  return place === null ? null : wordsBehind(scene, row, place.box, place.behind);
}

export function barNodes(scene: Scene, row: GanttRow, planned: GanttRow): RowNodes {
  const { plan, actual, baseline } = shownBars(scene, row);
  const nodes: SVGElement[] = [];
  const labels: HTMLElement[] = [];
  if (baseline !== null) nodes.push(bandNode(boxOf(scene, baseline), "baseline", lineHeight - 6, 4));
  const home = scene.draggedDates.has(row.key) ? stretchOf(planned) : null;
  if (home !== null) nodes.push(bandNode(boxOf(scene, home), "home", 6, 16));
  if (plan !== null) nodes.push(...(isParent(row) || isHeading(row) ? bracket(row, boxOf(scene, plan)) : bar(scene, row, plan)));
  if (actual !== null) nodes.push(...(isParent(row) ? bracket(row, boxOf(scene, actual)) : actualBar(scene, row, actual, plan !== null)));
  const ghost = stretchOf(scene.ghosts.get(row.key) ?? {});
  const place = placeOf(scene, row);
  if (ghost !== null) nodes.push(ghostNode(scene, row, boxOf(scene, ghost), place?.box ?? null));
  if (place !== null) {
    const slackEnd = plan === null ? null : slackEndOf(scene, row, plan);
    if (plan !== null && slackEnd !== null) nodes.push(element("path", { class: "slack", d: `M${xOf(scene.scale, plan.after)} 25.5H${slackEnd}m0 -4v5` }));
    labels.push(...labelNodes(scene, row, place.box, place.behind));
    if (scene.isEditable && !isFixed(row) && plan !== null) nodes.push(...handles(row, boxOf(scene, plan)));
  }
  return { drawing: nodes, labels };
}

function bandNode({ x, width }: Box, name: string, y: number, height: number): SVGElement {
  return element("rect", { class: name, x, width, y, height, rx: Math.min(3, height / 2) });
}

/** Returns the proposed bar: below the bracket of a parent, which it would hide, and below a title in the bar, which would lie on it. */
function ghostNode(scene: Scene, row: GanttRow, ghost: Box, own: Box | null): SVGElement {
  const isAcross = own !== null && ghost.x < own.x + own.width && own.x < ghost.x + ghost.width;
  const isThin = isParent(row) || (isAcross && titleOf(scene, row, own.width).isInside);
  return isThin ? bandNode(ghost, "ghost", isParent(row) ? 20 : 22, 5) : bandNode(ghost, "ghost", 6, 16);
}

/** Returns the vertical position of a bar within its line. */
function heights(scene: Scene, row: GanttRow): { y: number; height: number } {
  if (scene.mode === "compare" && row.actualStart !== undefined) return { y: 4, height: 10 };
  return row.baselineStart === undefined && row.baselineDue === undefined ? { y: 6, height: 16 } : { y: 4, height: 15 };
}

function bar(scene: Scene, row: GanttRow, stretch: Stretch): SVGElement[] {
  const { x, width } = boxOf(scene, stretch);
  const { y, height } = heights(scene, row);
  const done = (width * Math.min(100, row.progress)) / 100;
  return [
    element("rect", { class: "bar-fill", x, y, width, height, rx: 3 }),
    ...(done > 0 ? [element("rect", { class: "bar-done", x, y, width: done, height, rx: Math.min(3, done / 2) })] : []),
    ...(done > 0 && row.progress < 100 ? [element("rect", { class: "bar-progress", x, y: y + height - 3, width: done, height: 3, rx: 1.5 })] : []),
    element("rect", { class: stretch.isHalf ? "bar-edge half" : "bar-edge", x, y, width, height, rx: 3 }),
  ];
}

function bracket(row: GanttRow, { x, width }: Box): SVGElement[] {
  const tip = Math.min(6, width / 2);
  const path = `M${x} 9h${width}v11l${-tip} -5h${2 * tip - width}l${-tip} 5z`;
  const done = (width * Math.min(100, row.progress)) / 100;
  return [
    element("path", { class: isHeading(row) ? "bracket heading" : "bracket", d: path }),
    ...(done > 0 ? [element("rect", { class: "bracket-done", x, y: 9, width: done, height: 6 })] : []),
  ];
}

function actualBar(scene: Scene, row: GanttRow, stretch: Stretch, beside: boolean): SVGElement[] {
  const { x, width } = boxOf(scene, stretch);
  const [y, height] = beside ? [15, 7] : [6, 16];
  const open = row.actualEnd === undefined ? " open" : "";
  return [element("rect", { class: `actual${open}`, x, y, width, height, rx: 2 })];
}

/** Returns after what the words of a row begin: its bars, or its ghost where that would lie under them. */
function wordsStart(scene: Scene, row: GanttRow, box: Box): number {
  const right = box.x + box.width;
  const ghost = stretchOf(scene.ghosts.get(row.key) ?? {});
  if (ghost === null) return right;
  const { x, width } = boxOf(scene, ghost);
  const end = beginOf(scene, right) + widthBehind(scene, row, box) + ghostGap;
  return x < end ? Math.max(right, x + width) : right;
}

/** Returns the x of the last day that the slack allows. */
function slackEndOf(scene: Scene, row: GanttRow, { after }: Stretch): number | null {
  if (!scene.slack || row.slack === undefined || row.slack <= 0) return null;
  return xOf(scene.scale, openDaysAfter(calendarOf(scene, row), after - 1, row.slack) + 1);
}

/** Returns the handles for resizing a bar and for drawing dependencies. */
function handles(row: GanttRow, { x, width }: Box): SVGElement[] {
  const grip = Math.min(8, Math.max(4, width / 4));
  const pulls = isParent(row)
    ? []
    : [
        element("rect", { class: "grip", "data-end": "start", x: x - (width < 16 ? grip : 2), y: 4, width: grip + 2, height: 20 }),
        element("rect", { class: "grip", "data-end": "end", x: x + width - (width < 16 ? 0 : grip), y: 4, width: grip + 2, height: 20 }),
      ];
  return [
    ...pulls,
    element("circle", { class: "tie-end", "data-tie": "start", cx: x - 8, cy: 14, r: 4 }),
    element("circle", { class: "tie-end", "data-tie": "end", cx: x + width + 8, cy: 14, r: 4 }),
  ];
}

export function tooltip(scene: Pick<Scene, "locale">, row: GanttRow): string {
  const lines = [row.id === "" ? row.title : `${row.id}  ${row.title}`, spanText(row.start, row.due, scene.locale), t("{0}% done", row.progress)];
  if (row.holder !== undefined) lines.push(holderText(row.holder, Date.now(), scene.locale));
  if (row.overdue === true) lines.push(t("Overdue"));
  if (row.late !== undefined) lines.push(latenessText(row.late));
  if (row.critical === true) lines.push(t("On the critical path"));
  if (row.slack !== undefined && row.slack > 0) lines.push(slackText(row.slack));
  if (row.slip !== undefined && row.slip !== 0) lines.push(row.slip > 0 ? t("{0} working days later than in the baseline", row.slip) : t("{0} working days earlier than in the baseline", -row.slip));
  if (row.pinned === true) lines.push(t("Pinned: Auto-schedule keeps its dates"));
  if (row.locked === true) lines.push(t("Its file has a problem"));
  return lines.join("\n");
}

export function latenessText(days: number): string {
  return days === 1 ? t("1 day after its milestone") : t("{0} days after its milestone", days);
}

export function slackText(days: number): string {
  return days === 1 ? t("1 working day of slack") : t("{0} working days of slack", days);
}
