// Names of statuses and priorities, and the engine's sentences. Extension and webviews pass in
// their own translation function.
import type { Priority, Status, Text } from "./generated/protocol.ts";

/** Translates a message and fills in its arguments. */
export type Translate = (message: string, args?: Record<string, string>) => string;

export function statusName(status: Status, t: Translate): string {
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

export function priorityName(priority: Priority | null, t: Translate): string {
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

/** Codicon of each status. The icons differ in shape, so that nothing depends on color alone. */
export const statusIcons = {
  todo: "circle-large-outline",
  in_progress: "play-circle",
  review: "eye",
  done: "pass-filled",
  blocked: "error",
  skipped: "circle-slash",
} as const satisfies Record<Status, string>;

/** Translates a sentence of the engine. A status among its arguments is replaced by its name. */
export function translateText({ template, args }: Text, t: Translate): string {
  const translated: Record<string, string> = {};
  for (const [name, arg] of Object.entries(args)) {
    translated[name] = typeof arg === "string" ? arg : statusName(arg.status, t);
  }
  return t(template, translated);
}

/** Returns an error's message. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
