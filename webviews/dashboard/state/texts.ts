// Sentences of the dashboard and the overview. Pure.
import { t } from "@vscode/l10n";
import type { Forecast, MilestoneOutlook, Outlook, Progress, Text } from "../../contract/generated/protocol.ts";
import { timerDuration } from "../../contract/time/duration.ts";
import { shortDay } from "../../shared/text/dates.ts";
import { forecastMeaning, forecastText } from "../../shared/text/forecast.ts";
import { countText, numberText, wholePercent } from "../../shared/text/numbers.ts";
import { dateOf, dayOf } from "../../shared/time/days.ts";

/** Codicon of each outlook. They differ in shape, so that nothing depends on color alone. */
export const outlookIcons = {
  reached: "pass-filled",
  onTrack: "check",
  onPlan: "calendar",
  atRisk: "warning",
  late: "error",
  unknown: "question",
} as const satisfies Record<Outlook, string>;

export function outlookName({ outlook, milestone: { date, tasks } }: MilestoneOutlook): string {
  switch (outlook) {
    case "reached":
      return t("Reached");
    case "onTrack":
      return t("On track");
    case "onPlan":
      return t("On plan");
    case "atRisk":
      return t("At risk");
    case "late":
      return t("Late");
    case "unknown":
      if (tasks.total === 0) return t("No tasks");
      return date === null ? t("No date") : t("No forecast");
  }
}

function daysText(days: number): string {
  return days === 1 ? t("1 day") : t("{0} days", days);
}

export function daysLate(days: number): string {
  return days === 1 ? t("1 day late") : t("{0} days late", days);
}

export function tasksText(count: number, locale: string): string {
  return count === 1 ? t("1 task") : t("{0} tasks", countText(count, locale));
}

/** A text, and what its words mean. */
interface ExplainedText {
  text: string;
  meaning: string;
}

/** Says when the work may be finished. */
function forecastWords(forecast: Pick<Forecast, "p50" | "p85">, today: string, locale: string): ExplainedText {
  const dayText = (day: number): string => shortDay(dateOf(day), today, locale);
  return { text: forecastText(forecast, dayText), meaning: forecastMeaning(forecast, dayText) };
}

/**
 * Says why a milestone will hold or not: its forecast, or else the planned dates. Empty if neither is
 * known. `notice` says why there is no forecast.
 */
export function outlookReason(entry: MilestoneOutlook, notice: Text | null, today: string, locale: string): ExplainedText {
  const { text, meaning } = forecastWords(entry.milestone, today, locale);
  return { text: reasonText(entry, text, notice, dayOf(today) ?? 0, locale), meaning };
}

function reasonText({ milestone, outlook, overdue, after }: MilestoneOutlook, forecast: string, notice: Text | null, today: number, locale: string): string {
  const { date, tasks, p85 } = milestone;
  if (outlook === "reached") return t("All {0} finished", tasksText(tasks.total, locale));
  if (tasks.total === 0) return "";
  if (date !== null && date < today) return [t("Missed by {0}", daysText(today - date)), forecast].filter((part) => part !== "").join(" · ");
  const late = overdue === 0 ? "" : overdue === 1 ? t("1 of its tasks is overdue") : t("{0} of its tasks are overdue", countText(overdue, locale));
  const spare = date !== null && p85 !== null && p85 < date ? t("{0} to spare", daysText(date - p85)) : "";
  if (forecast !== "") return [forecast, spare, late].filter((part) => part !== "").join(" · ");
  if (late !== "") return late;
  if (after > 0) return after === 1 ? t("1 task is planned after its date") : t("{0} tasks are planned after its date", countText(after, locale));
  if (outlook === "onPlan") return t("Planned to be done by then");
  return notice === null ? t("More than ten years away at the pace so far") : "";
}

export function percentText({ done, total }: Progress): string {
  return total === 0 ? "–" : t("{0}%", wholePercent(done, total));
}

/** Formats hours with one decimal; with two if the first would be 0. */
export function hoursText(hours: number, locale: string): string {
  return t("{0} h", numberText(Math.abs(hours) < 0.05 ? hours : Math.round(hours * 10) / 10, locale));
}

/** The time that a timer has run: "runs for 45s", then "runs for 1:05 h". */
export function runningText(seconds: number): string {
  const time = timerDuration(Math.floor(seconds));
  return t("runs for {0}", seconds > 0 && seconds < 60 ? time : t("{0} h", time));
}
