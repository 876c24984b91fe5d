// How statuses and priorities are named and drawn, everywhere the same. Never colour alone: each has its own icon.
import { t } from "@vscode/l10n";
import type { Priority, Status } from "../../contract/generated/protocol.ts";

/** In the board's order. */
export const statuses = ["todo", "in_progress", "review", "blocked", "done", "skipped"] as const satisfies Status[];

/** The most urgent first. */
export const priorities = ["high", "medium", "low"] as const satisfies Priority[];

export function statusName(status: Status): string {
  switch (status) {
    case "todo":
      return t("To do");
    case "in_progress":
      return t("In progress");
    case "review":
      return t("Review");
    case "done":
      return t("Done");
    case "blocked":
      return t("Blocked");
    case "skipped":
      return t("Skipped");
  }
}

export function priorityName(priority: Priority | null): string {
  switch (priority) {
    case "high":
      return t("High");
    case "medium":
      return t("Medium");
    case "low":
      return t("Low");
    case null:
      return t("No priority");
  }
}

/** Codicon names. */
export const statusIcons = {
  todo: "circle-large-outline",
  in_progress: "play-circle",
  review: "eye",
  done: "pass-filled",
  blocked: "error",
  skipped: "circle-slash",
} as const satisfies Record<Status, string>;
