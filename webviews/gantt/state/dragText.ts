// Describes a drag for tooltips and screen readers.
import { t } from "@vscode/l10n";
import type { DependencyKind, GanttRow } from "../../contract/generated/protocol.ts";
import type { DragState } from "./dragState.ts";
import { rowOf } from "./state.ts";
import type { GanttState } from "./state.ts";
import type { Dates } from "./pendingDates.ts";
import { hoursText, spanText } from "../time/dayNames.ts";
import { calendarOf, openDays } from "../time/calendar.ts";

export function linkText(state: GanttState, { key, to }: Extract<DragState, { kind: "link" }>): string {
  const from = rowOf(state, key)?.title ?? "";
  if (to === null) return t("Select a task that waits for {0}.", from);
  return kindSentence(to.kind, rowOf(state, to.key)?.title ?? "", from);
}

/** Describes a dependency. */
function kindSentence(kind: DependencyKind, task: string, other: string): string {
  switch (kind) {
    case "finishToStart":
      return t("{0} starts after {1} has ended.", task, other);
    case "startToStart":
      return t("{0} starts after {1} has started.", task, other);
    case "finishToFinish":
      return t("{0} ends after {1} has ended.", task, other);
    case "startToFinish":
      return t("{0} ends after {1} has started.", task, other);
  }
}

/** For example "Mon, 24 Nov – Wed, 26 Nov 2026 · 3 working days · 12 h". */
export function datesText(state: GanttState, row: GanttRow, { start, due }: Dates): string {
  const locale = state.locale.value;
  const parts = [spanText(start, due, locale)];
  if (start !== undefined && due !== undefined) parts.push(workingDaysText(openDays(calendarOf({ calendars: state.view.value.calendars }, row), start, due)));
  if (row.hours !== undefined) parts.push(hoursText(row.hours, locale));
  return parts.join(" · ");
}

function workingDaysText(days: number): string {
  return days === 1 ? t("1 working day") : t("{0} working days", days);
}
