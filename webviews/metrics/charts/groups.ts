// How the groups of a divided report look. Pure.
import { t } from "@vscode/l10n";
import type { ProjectView, ReportGroup } from "../../contract/generated/protocol.ts";
import type { Dash, DotShape, Pattern, Tone } from "../../shared/charts/data/model.ts";

/** Groups that one chart can show apart. */
export const MAX_GROUPS = 6;

interface Look {
  tone: Tone;
  dash: Dash;
  pattern: Pattern;
  shape: DotShape;
}

const looks: readonly Look[] = [
  { tone: "blue", dash: "solid", pattern: "plain", shape: "circle" },
  { tone: "orange", dash: "dashed", pattern: "rising", shape: "triangle" },
  { tone: "green", dash: "dashdot", pattern: "level", shape: "square" },
  { tone: "purple", dash: "dotted", pattern: "dots", shape: "diamond" },
  { tone: "red", dash: "solid", pattern: "falling", shape: "star" },
  { tone: "yellow", dash: "dashed", pattern: "upright", shape: "cross" },
];

const plain: Look = { tone: "muted", dash: "solid", pattern: "plain", shape: "circle" };

export interface ShownGroup<Data> extends Look {
  key: string;
  name: string;
  data: Data;
}

/** Returns the groups with the largest sizes, in the engine's order. */
export function shownGroups<Data>(
  parts: readonly { key: string; data: Data }[],
  sizeOf: (data: Data) => number,
  nameOf: (key: string) => string,
): ShownGroup<Data>[] {
  const largest = parts.toSorted((a, b) => sizeOf(b.data) - sizeOf(a.data)).slice(0, MAX_GROUPS);
  return parts.filter((part) => largest.includes(part)).map((part, index) => ({ ...(looks[index] ?? plain), ...part, name: nameOf(part.key) }));
}

/** Returns the name of a group; the empty key is that of tasks without the property. */
export function groupName(group: ReportGroup, key: string, { assignees }: Pick<ProjectView, "assignees">): string {
  if (group === "assignee") return key === "" ? t("Unassigned") : (assignees.find((person) => person.key === key)?.name ?? key);
  if (key !== "") return key;
  return group === "label" ? t("No label") : t("No milestone");
}
