// Texts of the table: column names, dependencies, slips and orders.
import { t } from "@vscode/l10n";
import { columnName as gridColumnName } from "../state/columns.ts";
import { dependencyText, isPlain } from "../../shared/text/dependencyKinds.ts";
import { fieldLabel } from "../../shared/text/names.ts";
import type { FactColumn, Order, Wait } from "./facts.ts";
import { dayCount } from "../time/dayNames.ts";

export function waitText({ title, link }: Wait, locale: string): string {
  const words = isPlain(link) ? title : `${title} (${dependencyText(link, locale)})`;
  return link.broken === true ? t("{0}: violated", words) : words;
}

export function slipText(slip: number): string {
  if (slip === 0) return t("as planned");
  return slip > 0 ? t("{0} later", dayCount(slip)) : t("{0} earlier", dayCount(-slip));
}

export function orderText(order: Order | null): string {
  if (order === null) return t("In the order of the chart");
  const name = columnName(order.column);
  return order.isDescending ? t("Sorted by {0}, descending", name) : t("Sorted by {0}, ascending", name);
}

export function columnName(column: FactColumn): string {
  switch (column) {
    case "status":
      return fieldLabel(column);
    case "slack":
      return t("Slack");
    case "critical":
      return t("Critical");
    case "late":
      return t("Late");
    case "waitsFor":
      return t("Waits for");
    case "slip":
      return t("Baseline");
    case "title":
    case "assignee":
    case "start":
    case "due":
    case "hours":
    case "progress":
      return gridColumnName(column);
  }
}

export function columnMeaning(column: FactColumn): string {
  switch (column) {
    case "slack":
      return t("Working days the task can be late without delaying the project");
    case "critical":
      return t("On the critical path: a delay of this task delays the project");
    case "slip":
      return t("Working days later than in the baseline");
    case "title":
    case "status":
    case "assignee":
    case "start":
    case "due":
    case "hours":
    case "progress":
    case "late":
    case "waitsFor":
      return columnName(column);
  }
}
