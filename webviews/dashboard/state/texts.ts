// Sentences of the dashboard and the overview. Pure.
import { t } from "@vscode/l10n";
import type { MilestoneOutlook, Outlook, Progress } from "../../contract/generated/protocol.ts";
import { shortDay } from "../../shared/charts/data/names.ts";
import { numberText } from "../../shared/text/numbers.ts";

/** Codicon of each outlook. They differ in shape, so that nothing depends on color alone. */
export const outlookIcons = {
  reached: "pass-filled",
  onTrack: "check",
  atRisk: "warning",
  late: "error",
  unknown: "question",
} as const satisfies Record<Outlook, string>;

export function outlookName(outlook: Outlook): string {
  switch (outlook) {
    case "reached":
      return t("Reached");
    case "onTrack":
      return t("On track");
    case "atRisk":
      return t("At risk");
    case "late":
      return t("Late");
    case "unknown":
      return t("No forecast");
  }
}

function daysText(days: number): string {
  return days === 1 ? t("1 day") : t("{0} days", days);
}

export function daysLate(days: number): string {
  return days === 1 ? t("1 day late") : t("{0} days late", days);
}

export function tasksText(count: number): string {
  return count === 1 ? t("1 task") : t("{0} tasks", count);
}

/** Says why a milestone will hold or not: its forecast, or else the planned dates. */
export function outlookReason({ milestone, outlook, overdue, after }: MilestoneOutlook, today: number, locale: string): string {
  const { date, p50, p85, tasks } = milestone;
  if (outlook === "reached") return t("All {0} done", tasksText(tasks.total));
  if (tasks.total === 0) return t("No tasks yet");
  const forecast = forecastText(p50, p85, locale);
  if (date !== null && date < today) return [t("Missed by {0}", daysText(today - date)), forecast].filter((part) => part !== "").join(" · ");
  if (forecast !== "") return forecast;
  if (overdue > 0) return overdue === 1 ? t("1 of its tasks is overdue") : t("{0} of its tasks are overdue", overdue);
  if (after > 0) return after === 1 ? t("1 task is planned after its date") : t("{0} tasks are planned after its date", after);
  return t("Too few done tasks for a forecast");
}

function forecastText(p50: number | null, p85: number | null, locale: string): string {
  if (p50 === null) return "";
  const likely = shortDay(p50, locale);
  if (p85 === null) return t("Forecast {0} (50%)", likely);
  return t("Forecast {0} (50%) to {1} (85%)", likely, shortDay(p85, locale));
}

/** Rounded down, so that 100% means all. */
export function percentText({ done, total }: Progress): string {
  return total === 0 ? "–" : t("{0}%", Math.floor((done / total) * 100));
}

export function hoursText(hours: number, locale: string): string {
  return t("{0} h", numberText(Math.round(hours * 10) / 10, locale));
}

/** The time that a timer has run: "1:05 h". */
export function runningText(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  return t("{0} h", `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`);
}
