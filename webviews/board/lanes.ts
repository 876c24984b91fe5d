// Lanes: horizontal groups of the board by one field. Pure.
// Invariant: every card stands in exactly one lane; of several labels the one that comes first in the project decides.
import type { BoardView, Card, ProjectView, Status, TaskPatch } from "../contract/generated/protocol.ts";
import { priorities } from "../shared/statuses.ts";

export const laneKinds = ["none", "assignee", "milestone", "priority", "parent", "label"] as const;
export type LaneKind = (typeof laneKinds)[number];

export interface Lane {
  /** The field's value; empty for the lane of those without one. */
  key: string;
  cells: ReadonlyMap<Status, readonly Card[]>;
  size: number;
}

export function laneOf(card: Card, kind: LaneKind, project: ProjectView): string {
  switch (kind) {
    case "none":
      return "";
    case "assignee":
      return card.assignee ?? "";
    case "milestone":
      return card.milestone ?? "";
    case "priority":
      return card.priority ?? "";
    case "parent":
      return card.parent ?? "";
    case "label":
      return project.labels.find((label) => card.labels.includes(label)) ?? card.labels[0] ?? "";
  }
}

/** The lanes in the project's order, those without a value last; `emptyToo` keeps the ones that nothing stands in. */
export function lanesOf(board: BoardView, kind: LaneKind, project: ProjectView, emptyToo: boolean): Lane[] {
  const lanes = new Map<string, Map<Status, Card[]>>();
  if (kind === "none" || emptyToo) for (const key of knownLanes(kind, project)) lanes.set(key, new Map());
  const unnamed = new Map<Status, Card[]>();
  for (const { status, cards } of board.columns) {
    for (const card of cards) {
      const key = laneOf(card, kind, project);
      const lane = key === "" ? unnamed : (lanes.get(key) ?? new Map<Status, Card[]>());
      if (key !== "") lanes.set(key, lane);
      const cell = lane.get(status);
      if (cell === undefined) lane.set(status, [card]);
      else cell.push(card);
    }
  }
  const order = knownLanes(kind, project);
  const place = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length);
  const named = [...lanes].filter(([key]) => key !== "").toSorted(([a], [b]) => place(a) - place(b));
  const whole: [string, Map<Status, Card[]>][] = unnamed.size > 0 || kind === "none" ? [...named, ["", unnamed]] : named;
  return whole.map(([key, cells]) => ({
    key,
    cells,
    size: [...cells.values()].reduce((sum, cards) => sum + cards.length, 0),
  }));
}

function knownLanes(kind: LaneKind, project: ProjectView): string[] {
  switch (kind) {
    case "none":
    case "parent":
      return [];
    case "assignee":
      return project.assignees.map(({ key }) => key);
    case "milestone":
      return project.milestones.map(({ name }) => name);
    case "priority":
      return [...priorities];
    case "label":
      return project.labels;
  }
}

/** What a lane means for a task that comes into it from lanes `from`; undefined when cards cannot be brought there. */
export function lanePatch(kind: LaneKind, from: readonly string[], to: string): TaskPatch | undefined {
  const left = [...new Set(from)].filter((key) => key !== to);
  if (left.length === 0) return {};
  switch (kind) {
    case "none":
      return {};
    case "assignee":
      return { assignee: to === "" ? null : to };
    case "milestone":
      return { milestone: to === "" ? null : to };
    case "priority":
      return { priority: priorities.find((priority) => priority === to) ?? null };
    case "label":
      return left.length > 1 ? undefined : { labels: { remove: left.filter((key) => key !== ""), add: to === "" ? [] : [to] } };
    case "parent":
      return undefined;
  }
}
