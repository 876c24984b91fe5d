// Lanes: horizontal groups of the board by one field. Pure.
// Invariant: a card is once in each of its lanes; only a card with several labels has several
// lanes.
import type { BoardView, Card, ProjectView, Status, TaskPatch } from "../../contract/generated/protocol.ts";
import { priorities } from "../../contract/generated/values.ts";

export const laneKinds = ["none", "assignee", "milestone", "priority", "parent", "label"] as const;
export type LaneKind = (typeof laneKinds)[number];

export interface Lane {
  /** The field's value; empty for cards without one. */
  key: string;
  cells: ReadonlyMap<Status, readonly Card[]>;
  size: number;
}

/** Returns the lanes of a card; the empty name is the lane of cards without a value. */
export function lanesFor(card: Card, kind: LaneKind): readonly string[] {
  switch (kind) {
    case "none":
      return [""];
    case "assignee":
      return [card.assignee ?? ""];
    case "milestone":
      return [card.milestone ?? ""];
    case "priority":
      return [card.priority ?? ""];
    case "parent":
      return [card.parent ?? ""];
    case "label":
      return card.labels.length === 0 ? [""] : [...new Set(card.labels)];
  }
}

/**
 * Returns the lanes in the project's order, the lane without a value last; `emptyToo` includes
 * lanes without cards.
 */
export function lanesOf(board: BoardView, kind: LaneKind, project: ProjectView, emptyToo: boolean): Lane[] {
  const order = new Map(knownLanes(kind, project).map((key, place) => [key, place]));
  const lanes = new Map<string, Map<Status, Card[]>>();
  if (kind === "none" || emptyToo) for (const key of [...order.keys(), ""]) lanes.set(key, new Map());
  for (const { status, cards } of board.columns) {
    for (const card of cards) {
      for (const key of lanesFor(card, kind)) {
        const lane = lanes.get(key) ?? new Map<Status, Card[]>();
        lanes.set(key, lane);
        const cell = lane.get(status);
        if (cell === undefined) lane.set(status, [card]);
        else cell.push(card);
      }
    }
  }
  const place = (key: string): number => (key === "" ? Infinity : (order.get(key) ?? order.size));
  const sorted = [...lanes].toSorted(([a], [b]) => (place(a) === place(b) ? byId(a, b) : place(a) - place(b)));
  return sorted.map(([key, cells]) => ({
    key,
    cells,
    size: [...cells.values()].reduce((sum, cards) => sum + cards.length, 0),
  }));
}

let numbers: Intl.Collator | undefined;

/** Sorts t2 before t10. The collator is created on first use because creating it is slow. */
function byId(a: string, b: string): number {
  numbers ??= new Intl.Collator("en", { numeric: true });
  return numbers.compare(a, b);
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

/** The change of a task that moves it into a lane. */
export interface LaneChange {
  patch: TaskPatch;
  /** Undefined if the parent stays, null for the top level. */
  parent?: string | null;
}

/**
 * Returns the change for moving a card into a lane; leaving a label's lane removes only that label.
 */
export function laneChange(kind: LaneKind, lane: string, left: string): LaneChange {
  const value = lane === "" ? null : lane;
  switch (kind) {
    case "none":
      return { patch: {} };
    case "assignee":
      return { patch: { assignee: value } };
    case "milestone":
      return { patch: { milestone: value } };
    case "priority":
      return { patch: { priority: priorities.find((priority) => priority === lane) ?? null } };
    case "label":
      return { patch: { labels: { remove: left === "" ? [] : [left], add: lane === "" ? [] : [lane] } } };
    case "parent":
      return { patch: {}, parent: value };
  }
}
