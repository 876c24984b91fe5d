// Titles of lanes.
import { t } from "@vscode/l10n";
import type { Priority } from "../../contract/generated/protocol.ts";
import { priorities } from "../../contract/generated/values.ts";
import { milestoneFacts, priorityName } from "../../shared/text/names.ts";
import type { LaneKind } from "./lanes.ts";
import type { BoardState } from "./state.ts";

export function laneTitle(state: BoardState, lane: string): string {
  const kind = state.laneKind.value;
  if (lane === "") return noneTitle(kind);
  switch (kind) {
    case "assignee":
      return state.snapshot.value?.project.assignees.find(({ key }) => key === lane)?.name ?? lane;
    case "priority":
      return priorityName(priorities.find((priority): priority is Priority => priority === lane) ?? null);
    case "parent":
      return state.parents.value.get(lane) ?? lane;
    case "milestone":
      return milestoneTitle(state, lane);
    case "none":
    case "label":
      return lane;
  }
}

function milestoneTitle(state: BoardState, lane: string): string {
  const milestone = state.snapshot.value?.project.milestones.find(({ name }) => name === lane);
  const facts = milestone === undefined ? "" : milestoneFacts(milestone);
  return facts === "" ? lane : `${lane} · ${facts}`;
}

function noneTitle(kind: LaneKind): string {
  switch (kind) {
    case "none":
      return "";
    case "assignee":
      return t("Unassigned");
    case "milestone":
      return t("No milestone");
    case "priority":
      return t("No priority");
    case "parent":
      return t("No parent");
    case "label":
      return t("No label");
  }
}
