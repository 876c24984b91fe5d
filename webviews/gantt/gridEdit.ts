// What typing into a cell of the grid changes.
import { t } from "@vscode/l10n";
import type { GanttRow } from "../contract/generated/protocol.ts";
import type { GanttParts } from "./context.ts";
import { dayOf } from "./days.ts";
import { taskDates } from "./move.ts";
import type { Column } from "./columns.ts";
import { isFixed, isHeading, isParent } from "./tree.ts";

/** Columns that can be changed in place; a parent's dates and hours are those of what is below it. */
function isEditable(row: GanttRow, column: Column): boolean {
  if (isFixed(row) || isHeading(row) || column === "progress") return false;
  return column === "title" || column === "assignee" || !isParent(row);
}

/** Begins to change a cell; whether there is something to change. */
export function beginEdit({ state, actions }: GanttParts, row: GanttRow, column: Column): boolean {
  if (!isEditable(row, column) || actions.refusedAsReadOnly()) return false;
  state.notice.value = null;
  if (column === "assignee") actions.pick("assignee", [row.key]);
  else state.edit.value = { key: row.key, column };
  return true;
}

/** Takes what was typed. */
export function takeEdit({ state, actions }: GanttParts, row: GanttRow, column: Column, text: string): void {
  const typed = text.trim();
  switch (column) {
    case "title":
      if (typed !== "" && typed !== row.title) void actions.update(row.key, { title: typed }, { title: row.title });
      break;
    case "hours":
      takeHours({ state, actions }, row, typed);
      break;
    case "start":
    case "due": {
      const day = typed === "" ? undefined : dayOf(typed);
      if (day === row[column] || (typed !== "" && day === undefined)) return;
      const dates = { start: row.start, due: row.due, [column]: day };
      const { push } = state.switches.peek();
      const reschedule = { kind: "set" as const, dates: [taskDates(row.id, dates)], ...(push && { push }) };
      void actions.reschedule(reschedule, row.key, new Map([[row.key, dates]]));
      break;
    }
    case "assignee":
    case "progress":
      break;
  }
}

function takeHours({ state, actions }: GanttParts, row: GanttRow, typed: string): void {
  const hours = typed === "" ? null : Number(typed);
  if (hours === (row.hours ?? null)) return;
  if (hours !== null && !(hours >= 0)) {
    state.notice.value = { key: row.key, text: t("Hours are a number, such as 7.5.") };
    return;
  }
  void actions.update(row.key, { estimateHours: hours }, { estimateHours: row.hours ?? null });
}
