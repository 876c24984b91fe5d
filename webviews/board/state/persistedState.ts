// What survives a reload of the window: what the person chose to see, and what they were about to do. Read back as untrusted.
import type { BoardQuery } from "../../contract/board.ts";
import type { Filter, Priority, Sort, Status } from "../../contract/generated/protocol.ts";
import { priorities, statuses } from "../../shared/text/statuses.ts";
import { isNumber, isText, listOf, recordOf } from "../../contract/validate.ts";
import type { Conflict } from "../../shared/conflicts.ts";
import { laneKinds } from "./lanes.ts";
import type { LaneKind } from "./lanes.ts";

/** Words that are not a task's yet. */
export type Entry =
  | { kind: "add"; status: Status; lane: string; text: string }
  /** `seen` is the title that the person saw when they began to type. */
  | { kind: "title"; key: string; lane: string; text: string; seen: string };

export interface Kept {
  query: BoardQuery;
  laneKind: LaneKind;
  foldedColumns: Status[];
  foldedLanes: string[];
  selected: string[];
  entry: Entry | null;
  /** Titles that wait for a choice between them and another program's. */
  conflicts: Conflict[];
  /** Left and top of everything that scrolls, by its name. */
  scroll: Record<string, [left: number, top: number]>;
}

export const sorts = ["manual", "priority", "due", "status", "id"] as const satisfies Sort[];

/** What was kept, as far as it makes sense. */
export function readKept(stored: unknown): Kept {
  const kept = recordOf(stored);
  const query = recordOf(kept["query"]);
  const laneKind = laneKinds.find((kind) => kind === kept["laneKind"]) ?? "none";
  return {
    query: {
      filter: filterOf(query["filter"]),
      sort: sorts.find((sort) => sort === query["sort"]) ?? "manual",
      leavesOnly: query["leavesOnly"] === true,
      unlimited: listOf(query["unlimited"], isStatus),
    },
    laneKind,
    foldedColumns: listOf(kept["foldedColumns"], isStatus),
    foldedLanes: listOf(kept["foldedLanes"], isText),
    selected: listOf(kept["selected"], isText),
    entry: entryOf(kept["entry"]),
    conflicts: listOf(kept["conflicts"], isConflict),
    scroll: scrollOf(kept["scroll"]),
  };
}

function filterOf(stored: unknown): Filter {
  const { statuses: chosen, assignees, labels, milestones, priorities: urgencies, text } = recordOf(stored);
  const filter: Filter = {
    statuses: listOf(chosen, isStatus),
    assignees: listOf(assignees, isText),
    labels: listOf(labels, isText),
    milestones: listOf(milestones, isText),
    priorities: listOf(urgencies, isUrgency),
    text: isText(text) ? text : "",
  };
  const meant = Object.entries(filter).filter(([, value]) => value.length > 0);
  return Object.fromEntries(meant);
}

function entryOf(stored: unknown): Entry | null {
  const { kind, key, status, lane, text, seen } = recordOf(stored);
  if (!isText(text)) return null;
  if (kind === "title" && isText(key) && isText(lane) && isText(seen)) return { kind, key, lane, text, seen };
  if (kind === "add" && isStatus(status) && isText(lane)) return { kind, status, lane, text };
  return null;
}

function scrollOf(stored: unknown): Kept["scroll"] {
  const scroll: Kept["scroll"] = {};
  for (const [name, at] of Object.entries(recordOf(stored))) {
    const [left, top] = listOf(at, isNumber);
    if (left !== undefined && top !== undefined) scroll[name] = [left, top];
  }
  return scroll;
}

function isConflict(value: unknown): value is Conflict {
  const { key, field, mine } = recordOf(value);
  return isText(key) && isText(field) && isText(mine);
}

function isStatus(value: unknown): value is Status {
  return (statuses as readonly unknown[]).includes(value);
}

function isUrgency(value: unknown): value is Priority | null {
  return value === null || (priorities as readonly unknown[]).includes(value);
}
