// Maps view settings to keys of `[gantt_view]`, so that other programs share them. Pure.
import type { GanttQuery } from "../../contract/gantt.ts";
import type { ConfigChange, GanttMode, GanttZoom } from "../../contract/generated/protocol.ts";
import { isEmpty } from "../../shared/filter/filter.ts";

export type Choice = Partial<GanttQuery> & { mode?: GanttMode; zoom?: GanttZoom };

export function configChanges({ sort, group, loads, filter, mode, zoom }: Choice): ConfigChange[] {
  const changes: [name: string, value: unknown][] = [];
  if (sort !== undefined) changes.push(["sort", sort]);
  if (zoom !== undefined) changes.push(["zoom", zoom]);
  if (mode !== undefined) changes.push(["mode", mode]);
  if (group !== undefined) changes.push(["group_by_assignee", group === "assignee"], ["group_by_milestone", group === "milestone"]);
  if (loads !== undefined) changes.push(["show_workload", loads]);
  if (filter !== undefined) {
    const { assignees = [], ...others } = filter;
    // The file stores one assignee and no other condition, so other filters are not saved.
    const [only = ""] = assignees.length === 1 && isEmpty(others) ? assignees : [];
    changes.push(["filter_assignee", only]);
  }
  return changes.map(([name, value]) => ({ key: ["gantt_view", name], value }));
}
