// Statuses, priorities and the engine's sentences in the editor's language, and their icons.

import { l10n, ThemeColor, ThemeIcon } from "vscode";
import type { Priority, Sort, Status, Text } from "../../../webviews/contract/generated/protocol.ts";
import * as texts from "../../../webviews/contract/texts.ts";

const translate: texts.Translate = (message, args = {}) => l10n.t(message, args);

export function statusName(status: Status): string {
  return texts.statusName(status, translate);
}

export function priorityName(priority: Priority | null): string {
  return texts.priorityName(priority, translate);
}

/** Translates a sentence of the engine. */
export function translateText(text: Text): string {
  return texts.translateText(text, translate);
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
      return l10n.t("ID");
  }
}

const statusColors: Record<Status, string> = {
  todo: "handoff.status.todo",
  in_progress: "handoff.status.inProgress",
  review: "handoff.status.review",
  done: "handoff.status.done",
  blocked: "handoff.status.blocked",
  skipped: "handoff.status.skipped",
};

export function statusIcon(status: Status): ThemeIcon {
  return new ThemeIcon(texts.statusIcons[status], new ThemeColor(statusColors[status]));
}
