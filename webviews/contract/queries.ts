// Reads queries and filters from persisted state or from a message. Unknown keys and invalid values
// are dropped.
import type { BoardQuery } from "./board.ts";
import type { GanttQuery } from "./gantt.ts";
import type { Filter } from "./generated/protocol.ts";
import type { MetricsQuery } from "./metrics.ts";
import { ganttGroups, ganttSorts, priorities, reportGroups, sorts, statuses } from "./generated/values.ts";
import { isDay, isRecord, isText, listOf, oneOf, recordOf } from "./validate.ts";

const isStatus = oneOf(statuses);
const isPriority = oneOf([...priorities, null]);

/** Reads a filter without its empty conditions. */
export function readFilter(value: unknown): Filter {
  const stored = recordOf(value);
  const filter = {
    statuses: listOf(stored["statuses"], isStatus),
    assignees: listOf(stored["assignees"], isText),
    labels: listOf(stored["labels"], isText),
    milestones: listOf(stored["milestones"], isText),
    priorities: listOf(stored["priorities"], isPriority),
    text: isText(stored["text"]) ? stored["text"].trim() : "",
  };
  return {
    ...Object.fromEntries(Object.entries(filter).filter(([, condition]) => condition.length > 0)),
    ...(stored["overdue"] === true && { overdue: true }),
  };
}

export function readBoardQuery(value: unknown): BoardQuery {
  const stored = recordOf(value);
  return {
    filter: readFilter(stored["filter"]),
    sort: sorts.find((sort) => sort === stored["sort"]) ?? "manual",
    leavesOnly: stored["leavesOnly"] !== false,
    unlimited: listOf(stored["unlimited"], isStatus),
  };
}

/** Reads a chart's query. What is missing or invalid is left to the project's configuration. */
export function readGanttQuery(value: unknown): GanttQuery {
  const stored = recordOf(value);
  const sort = ganttSorts.find((known) => known === stored["sort"]);
  const group = ganttGroups.find((known) => known === stored["group"]);
  const { filter, baseline, loads } = stored;
  return {
    ...(isRecord(filter) && { filter: readFilter(filter) }),
    ...(sort !== undefined && { sort }),
    ...(group !== undefined && { group }),
    ...(isText(baseline) && { baseline }),
    ...(typeof loads === "boolean" && { loads }),
    foldFinished: stored["foldFinished"] !== false,
  };
}

export function readMetricsQuery(value: unknown): MetricsQuery {
  const { filter, group, from, to } = recordOf(value);
  const known = reportGroups.find((name) => name === group);
  return {
    filter: readFilter(filter),
    ...(known !== undefined && { group: known }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
}
