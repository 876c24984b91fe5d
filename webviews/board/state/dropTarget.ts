// Where carried cards would land, and how arrow keys change that. Pure, and the same for pointer and keyboard.
import type { Card, Status } from "../../contract/generated/protocol.ts";
import type { Step } from "../../shared/drag/gesture.ts";
import type { Lane } from "./lanes.ts";

export interface Goal {
  status: Status;
  lane: string;
  /** Before how many of the cell's other cards; null where the order is not the person's to choose. */
  index: number | null;
}

/** What a goal is chosen on: lanes as they are drawn, columns that can be seen, and the cards that are in the air. */
export interface Field {
  lanes: readonly Lane[];
  columns: readonly Status[];
  /** Columns that are drawn folded: cards can be dropped on them, at their end. */
  folded: readonly Status[];
  /** Whether cards keep the order that the person gives them. */
  ranked: boolean;
  carried: ReadonlySet<string>;
  /** The lane from which they were taken. */
  from: string;
}

/** The cards of a cell that stay where they are. */
export function others(field: Field, status: Status, lane: string): readonly Card[] {
  const cards = field.lanes.find(({ key }) => key === lane)?.cells.get(status) ?? [];
  return cards.filter(({ key }) => !field.carried.has(key));
}

/** The goal at a card's upper or lower half; at a carried card it is where that card came from. */
export function goalAt(field: Field, status: Status, lane: string, card: string | null, below: boolean): Goal {
  if (!field.ranked || field.folded.includes(status)) return { status, lane, index: null };
  const cell = field.lanes.find(({ key }) => key === lane)?.cells.get(status) ?? [];
  const at = cell.findIndex(({ key }) => key === card);
  if (at < 0) return { status, lane, index: others(field, status, lane).length };
  const before = cell.slice(0, at).filter(({ key }) => !field.carried.has(key)).length;
  const counts = below && card !== null && !field.carried.has(card);
  return { status, lane, index: before + (counts ? 1 : 0) };
}

export function stepGoal(field: Field, goal: Goal, step: Step): Goal {
  const last = others(field, goal.status, goal.lane).length;
  switch (step) {
    case "first":
      return within(field, goal.status, goal.lane, 0);
    case "last":
      return within(field, goal.status, goal.lane, last);
    case "up":
      return goal.index !== null && goal.index > 0 ? { ...goal, index: goal.index - 1 } : otherLane(field, goal, -1);
    case "down":
      return goal.index !== null && goal.index < last ? { ...goal, index: goal.index + 1 } : otherLane(field, goal, 1);
    case "back":
      return otherLane(field, goal, -1);
    case "forth":
      return otherLane(field, goal, 1);
    case "left":
      return otherColumn(field, goal, -1);
    case "right":
      return otherColumn(field, goal, 1);
  }
}

function otherColumn(field: Field, goal: Goal, by: number): Goal {
  const status = field.columns[field.columns.indexOf(goal.status) + by];
  return status === undefined ? goal : within(field, status, goal.lane, goal.index ?? 0);
}

function otherLane(field: Field, goal: Goal, by: number): Goal {
  const lane = field.lanes[field.lanes.findIndex(({ key }) => key === goal.lane) + by];
  return lane === undefined ? goal : within(field, goal.status, lane.key, by > 0 ? 0 : Infinity);
}

function within(field: Field, status: Status, lane: string, index: number): Goal {
  if (!field.ranked || field.folded.includes(status)) return { status, lane, index: null };
  return { status, lane, index: Math.min(index, others(field, status, lane).length) };
}

export function sameGoal(a: Goal | null, b: Goal | null): boolean {
  return a?.status === b?.status && a?.lane === b?.lane && a?.index === b?.index;
}
