// Editing cells of the grid.
import { t } from "@vscode/l10n";
import type { GanttRow } from "../../contract/generated/protocol.ts";
import type { Conflict } from "../../shared/conflicts.ts";
import type { OnStale } from "../state/actions.ts";
import type { GanttParts } from "../state/actions.ts";
import { dayErrorText, parseDay } from "../../shared/dateField/parseDay.ts";
import type { DayContext } from "../../shared/dateField/parseDay.ts";
import { announce } from "../../shared/messages/announcer.ts";
import { dateOf, dayOf } from "../../shared/time/days.ts";
import { taskDates } from "../drag/move.ts";
import { columns } from "../state/columns.ts";
import type { Column } from "../state/columns.ts";
import type { Dates } from "../state/pendingDates.ts";
import type { Edit, GanttState } from "../state/state.ts";
import { isFixed, isHeading, isParent } from "../state/tree.ts";

/** Returns whether a cell can be edited; a parent's dates and hours are computed. */
function isEditable(row: GanttRow, column: Column): boolean {
  if (isFixed(row) || isHeading(row) || column === "progress") return false;
  return column === "title" || column === "assignee" || !isParent(row);
}

/** Starts editing a cell. Returns whether it can be edited. */
export function beginEdit({ state, actions }: GanttParts, row: GanttRow, column: Column): boolean {
  if (!isEditable(row, column) || actions.refuseIfReadOnly()) return false;
  state.notice.value = null;
  if (column === "assignee") actions.pick("assignee", [row.key]);
  else state.edit.value = { key: row.key, column, seen: cellText(row, column) };
  return true;
}

/** Returns a cell's value as text of its field. */
export function cellText(row: GanttRow, column: Column): string {
  switch (column) {
    case "title":
      return row.title;
    case "hours":
      return String(row.hours ?? "");
    case "start":
    case "due":
      return row[column] === undefined ? "" : dateOf(row[column]);
    case "assignee":
    case "progress":
      return "";
  }
}

/**
 * Saves typed text. If another program changed the cell since editing began, adds a conflict
 * instead.
 */
export function saveEdit(parts: GanttParts, row: GanttRow, { column, seen }: Edit, text: string): void {
  const { state, actions } = parts;
  const now = cellText(row, column);
  const context = dayContext(state);
  const typed = parseTyped(column, text, context);
  if (typed === null) {
    if (column === "hours") explain(state, row, t("Enter hours as a number, such as 7.5."));
    else if (column === "start" || column === "due") explain(state, row, dayErrorText(context));
    return;
  }
  if (typed === seen || typed === now) return;
  const conflict: Conflict = { key: row.key, field: column, mine: typed };
  send(parts, row, { column, seen }, typed, (refusal) => actions.addConflict(conflict, refusal));
}

/** Says at the bar why a typed text was not saved. */
function explain(state: GanttState, row: GanttRow, text: string): void {
  state.notice.value = { key: row.key, text };
  announce(text);
}

/** Returns what typed dates depend on. */
export function dayContext({ locale, snapshot }: GanttState): DayContext {
  return { locale: locale.value, today: snapshot.value?.today ?? "" };
}

/** Returns the typed value in the format of `cellText`; null if it is invalid. */
function parseTyped(column: Column, text: string, context: DayContext): string | null {
  const typed = text.trim();
  switch (column) {
    case "title":
      return typed === "" ? null : typed;
    case "hours":
      if (typed === "") return "";
      return Number(typed) >= 0 ? String(Number(typed)) : null;
    case "start":
    case "due":
      return typed === "" ? "" : (parseDay(typed, context) ?? null);
    case "assignee":
    case "progress":
      return null;
  }
}

/**
 * Sends a value together with the one that it replaces. If that is no longer in the file, the engine
 * refuses and says who changed it.
 */
function send({ state, actions }: GanttParts, row: GanttRow, { column, seen }: Pick<Edit, "column" | "seen">, value: string, onStale: OnStale): void {
  switch (column) {
    case "title":
      void actions.update(row.key, { title: value }, { title: seen }, onStale);
      break;
    case "hours": {
      const hours = (text: string): number | null => (text === "" ? null : Number(text));
      void actions.update(row.key, { estimateHours: hours(value) }, { estimateHours: hours(seen) }, onStale);
      break;
    }
    case "start":
    case "due": {
      const datesWith = (text: string): Dates => ({ start: row.start, due: row.due, [column]: text === "" ? undefined : dayOf(text) });
      const dates = datesWith(value);
      const { push } = state.switches.peek();
      const before = [taskDates(row.id, datesWith(seen))];
      const reschedule = { kind: "set" as const, dates: [taskDates(row.id, dates)], seen: before, ...(push && { push }) };
      void actions.reschedule(reschedule, row.key, new Map([[row.key, dates]]), onStale);
      break;
    }
    case "assignee":
    case "progress":
      break;
  }
}

/** Resolves a conflict with the typed value. */
export function keepMine(parts: GanttParts, row: GanttRow, conflict: Conflict): void {
  parts.actions.takeTheirs(conflict);
  const column = columns.find((name) => name === conflict.field);
  if (column !== undefined) saveEdit(parts, row, { key: row.key, column, seen: cellText(row, column) }, conflict.mine);
}
