// The product's words for the values of the wire vocabulary, and their signs: the one table for tree, pickers and menus.

import { l10n, ThemeColor, ThemeIcon } from "vscode";
import type { ExportFormat, GanttGroup, GanttSort, Priority, Sort, Status } from "../../../webviews/contract/generated/protocol.ts";

export const STATUSES = ["todo", "in_progress", "review", "done", "blocked", "skipped"] as const satisfies Status[];
export const PRIORITIES = ["high", "medium", "low"] as const satisfies Priority[];
export const SORTS = ["manual", "priority", "due", "status", "id"] as const satisfies Sort[];
export const GANTT_SORTS = ["manual", "start", "id", "id-desc", "status"] as const satisfies GanttSort[];
export const GANTT_GROUPS = ["tree", "assignee", "milestone"] as const satisfies GanttGroup[];
export const EXPORT_FORMATS = ["csv", "iCalendar", "msProject"] as const satisfies ExportFormat[];

export function statusName(status: Status): string {
  switch (status) {
    case "todo":
      return l10n.t("To do");
    case "in_progress":
      return l10n.t("In progress");
    case "review":
      return l10n.t("Review");
    case "done":
      return l10n.t("Done");
    case "blocked":
      return l10n.t("Blocked");
    case "skipped":
      return l10n.t("Skipped");
  }
}

export function priorityName(priority: Priority | null): string {
  switch (priority) {
    case "high":
      return l10n.t("High");
    case "medium":
      return l10n.t("Medium");
    case "low":
      return l10n.t("Low");
    case null:
      return l10n.t("No priority");
  }
}

export function sortName(sort: Sort): string {
  switch (sort) {
    case "manual":
      return l10n.t("Manual order");
    case "priority":
      return l10n.t("Priority");
    case "due":
      return l10n.t("Due date");
    case "status":
      return l10n.t("Status");
    case "id":
      return l10n.t("Id");
  }
}

const statusIcons: Record<Status, [icon: string, color: string]> = {
  todo: ["circle-large-outline", "handoff.status.todo"],
  in_progress: ["play-circle", "handoff.status.inProgress"],
  review: ["eye", "handoff.status.review"],
  done: ["pass-filled", "handoff.status.done"],
  blocked: ["error", "handoff.status.blocked"],
  skipped: ["circle-slash", "handoff.status.skipped"],
};

export function statusIcon(status: Status): ThemeIcon {
  const [icon, color] = statusIcons[status];
  return new ThemeIcon(icon, new ThemeColor(color));
}
