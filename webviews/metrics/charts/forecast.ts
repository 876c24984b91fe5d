// Completion dates: of all tasks or of groups, and of milestones.
import { t } from "@vscode/l10n";
import type { Forecast, Report } from "../../contract/generated/protocol.ts";
import type { Ranges, RangeRow } from "../../shared/charts/data/model.ts";
import { milestoneFacts } from "../../shared/text/names.ts";
import { countText } from "../../shared/text/numbers.ts";
import { dataOf, partsOf } from "../state/state.ts";
import { nameOfGroup } from "./context.ts";
import type { ChartContext } from "./context.ts";
import { shownGroups } from "./groups.ts";

export function forecastRanges(report: Report, context: ChartContext): Ranges {
  const data = dataOf(report.series, "forecast");
  const all = data === undefined ? [] : [forecastRow("all", t("All tasks"), data, context.locale)];
  const groups = shownGroups(partsOf(report, "forecast"), ({ remainingTasks }) => remainingTasks, nameOfGroup(context));
  return {
    kind: "ranges",
    title: t("Forecast"),
    name: t("Tasks"),
    days: [t("{0}%", 50), t("{0}%", 85), t("{0}%", 95)],
    target: null,
    detail: t("Remaining"),
    rows: [...all, ...groups.map(({ key, name, data: part }) => forecastRow(`group ${key}`, name, part, context.locale))],
    today: report.today,
  };
}

function forecastRow(key: string, name: string, { p50, p85, p95, remainingTasks }: Forecast, locale: string): RangeRow {
  const days = p50 === null || p85 === null || p95 === null ? null : ([p50, p85, p95] as const);
  return { key, name, days, target: null, detail: taskCount(remainingTasks, locale) };
}

export function milestoneRanges(report: Report): Ranges {
  return {
    kind: "ranges",
    title: t("Milestones"),
    name: t("Milestone"),
    days: [t("{0}%", 50), t("{0}%", 85)],
    target: t("Date"),
    detail: t("Finished"),
    rows: (dataOf(report.series, "milestones") ?? []).map(({ name, date, tasks, p50, p85, ...facts }) => ({
      key: name,
      name: [name, milestoneFacts(facts)].filter((part) => part !== "").join(" · "),
      days: p50 === null || p85 === null ? null : [p50, p85],
      target: date,
      detail: t("{0} of {1} tasks", tasks.done, tasks.total),
    })),
    today: report.today,
  };
}

export function taskCount(count: number, locale: string): string {
  return count === 1 ? t("1 task") : t("{0} tasks", countText(count, locale));
}
