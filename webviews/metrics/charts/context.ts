// The inputs of all charts besides their report.
import { t } from "@vscode/l10n";
import type { ProjectView, ReportGroup } from "../../contract/generated/protocol.ts";
import type { Chart } from "../../shared/charts/data/model.ts";
import type { Measure } from "../state/persistedState.ts";
import { groupName } from "./groups.ts";

export interface ChartContext {
  measure: Measure;
  group: ReportGroup | null;
  project: Pick<ProjectView, "assignees">;
  locale: string;
}

export function nameOfGroup({ group, project }: ChartContext): (key: string) => string {
  return (key) => (group === null ? key : groupName(group, key, project));
}

/** Returns the axis of tasks or hours. */
export function measureAxis(measure: Measure): Chart["y"] {
  return measure === "tasks" ? { name: t("Tasks"), unit: "", whole: true } : hoursAxis();
}

export function hoursAxis(): Chart["y"] {
  return { name: t("Hours"), unit: t("h"), whole: false };
}

/** Returns the axis of days. */
export function dayAxis(): Chart["x"] {
  return { kind: "days", name: t("Day"), span: 1 };
}
