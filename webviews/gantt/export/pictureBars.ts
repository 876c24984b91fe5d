// Bars of a picture: plan with progress, actual dates and baseline. Pure.
import { t } from "@vscode/l10n";
import type { GanttRow } from "../../contract/generated/protocol.ts";
import { barsOf } from "../time/bars.ts";
import type { Stretch } from "../time/bars.ts";
import { openDaysAfter } from "../time/calendar.ts";
import { xOf } from "../time/scale.ts";
import type { Scale } from "../time/scale.ts";
import { isParent } from "../state/tree.ts";
import { element, text, widthOf } from "../../shared/picture/svgText.ts";
import type { SvgText } from "../../shared/picture/svgText.ts";
import { printTheme, statusFill } from "./printTheme.ts";
import type { PictureInput } from "./pictureInput.ts";

const labelSize = 11;
const bar = { y: 7, height: 14 };

export interface Bars {
  shapes: SvgText[];
  /** Right end of the bars and their label. */
  reach: number;
}

export function barShapes(row: GanttRow, top: number, scale: Scale, input: PictureInput): Bars {
  const { plan, actual, baseline } = barsOf(row, input.mode, input.today);
  const shapes: SvgText[] = [];
  const both = plan !== null && actual !== null;
  if (baseline !== null) shapes.push(box(baseline, top + 22, 3, scale, { fill: printTheme.baseline }));
  if (plan !== null) {
    if (isParent(row) || row.status === undefined) shapes.push(bracket(plan, top, scale));
    else shapes.push(...plannedBar(row, plan, top + bar.y, both ? 8 : bar.height, scale, input.critical));
  }
  if (actual !== null && !(both && isParent(row))) shapes.push(box(actual, top + bar.y + (both ? 9 : 0), both ? 5 : bar.height, scale, { fill: colorOf(row) }));
  const last = plan ?? actual;
  if (last === null) return { shapes, reach: 0 };
  const slackEnd = input.slack && plan !== null ? slackOf(row, plan, top, scale, input) : null;
  if (slackEnd !== null) shapes.push(slackEnd.shape);
  const label = labelOf(row, input);
  const end = xOf(scale, Math.max(last.after, actual?.after ?? 0)) + 6;
  if (label !== "") {
    // A background, so that shapes behind the label do not cross it.
    shapes.push(element("rect", { x: end - 2, y: top + 8, width: widthOf(label, labelSize) + 4, height: 13, fill: printTheme.page, "fill-opacity": 0.8 }));
    shapes.push(element("text", { x: end, y: top + 18, "font-size": labelSize, fill: isLate(row) ? printTheme.late : printTheme.muted }, [text(label)]));
  }
  return { shapes, reach: Math.max(end + widthOf(label, labelSize), slackEnd?.end ?? 0) };
}

function plannedBar(row: GanttRow, plan: Stretch, y: number, height: number, scale: Scale, critical: boolean): SvgText[] {
  const fill = colorOf(row);
  const done = Math.min(100, row.progress) / 100;
  const outlined = critical && row.critical === true;
  return [
    box(plan, y, height, scale, { fill, "fill-opacity": 0.35, ...(plan.isHalf && { "stroke-dasharray": "3 2" }), stroke: outlined ? printTheme.critical : fill, "stroke-width": outlined ? 2 : 1 }),
    ...(done > 0 ? [box({ ...plan, after: plan.first + (plan.after - plan.first) * done }, y, height, scale, { fill })] : []),
  ];
}

function box(stretch: Stretch, y: number, height: number, scale: Scale, looks: Record<string, string | number>): SvgText {
  const x = xOf(scale, stretch.first);
  return element("rect", { x, y, width: Math.max(2, xOf(scale, stretch.after) - x), height, rx: 2, ...looks });
}

function bracket(plan: Stretch, top: number, scale: Scale): SvgText {
  const [left, right] = [xOf(scale, plan.first), Math.max(xOf(scale, plan.after), xOf(scale, plan.first) + 4)];
  return element("path", { d: `M${left} ${top + 9}H${right}v9l-5 -5H${left + 5}l-5 5z`, fill: printTheme.parent });
}

function slackOf(row: GanttRow, plan: Stretch, top: number, scale: Scale, { calendars }: PictureInput): { shape: SvgText; end: number } | null {
  const calendar = calendars[row.calendar ?? 0];
  if (calendar === undefined || row.slack === undefined || row.slack <= 0) return null;
  const day = openDaysAfter(calendar, plan.after - 1, row.slack) + 1;
  const [from, to] = [xOf(scale, plan.after), xOf(scale, day)];
  return { end: to, shape: element("path", { d: `M${from} ${top + 21.5}H${to}m0 -4v6`, stroke: printTheme.link, "stroke-dasharray": "2 2", fill: "none" }) };
}

function labelOf(row: GanttRow, { names }: PictureInput): string {
  if (row.status === undefined) return "";
  const person = row.assignee === undefined || isParent(row) ? "" : (names.get(row.assignee) ?? row.assignee);
  const late = row.overdue === true ? t("Overdue") : row.late !== undefined ? t("Late for its milestone") : "";
  return [person, late].filter((part) => part !== "").join(" · ");
}

function isLate(row: GanttRow): boolean {
  return row.overdue === true || row.late !== undefined;
}

function colorOf(row: GanttRow): string {
  return row.status === undefined ? printTheme.parent : statusFill[row.status];
}
