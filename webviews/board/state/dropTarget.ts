// Where dragged cards would be dropped, and how arrow keys change it. Pure; the same for pointer
// and keyboard.
import type { Card, Status } from "../../contract/generated/protocol.ts";
import { isTerminal } from "../../contract/statuses.ts";
import type { Direction } from "../../shared/drag/gesture.ts";
import type { Lane } from "./lanes.ts";

export interface DropTarget {
  status: Status;
  lane: string;
  /** Index among the cell's other cards; null where cards cannot be arranged. */
  index: number | null;
}

/** What a drop target is computed from: lanes, visible columns and dragged cards. */
export interface DropField {
  lanes: readonly Lane[];
  columns: readonly Status[];
  /** Folded columns; cards are dropped at their end. */
  folded: readonly Status[];
  /** True if the order of cards is manual. */
  isRanked: boolean;
  draggedKeys: ReadonlySet<string>;
  /** The lane that the cards were taken from. */
  from: string;
}

/** Returns the cards of a cell that are not dragged. */
export function remainingCards(field: DropField, status: Status, lane: string): readonly Card[] {
  const cards = field.lanes.find(({ key }) => key === lane)?.cells.get(status) ?? [];
  return cards.filter(({ key }) => !field.draggedKeys.has(key));
}

/**
 * Returns the target at the upper or lower half of a card; at a dragged card, its original place.
 */
export function dropTargetAt(field: DropField, status: Status, lane: string, card: string | null, below: boolean): DropTarget {
  if (!isArranged(field, status) || field.folded.includes(status)) return { status, lane, index: null };
  const cell = field.lanes.find(({ key }) => key === lane)?.cells.get(status) ?? [];
  const at = cell.findIndex(({ key }) => key === card);
  if (at < 0) return { status, lane, index: remainingCards(field, status, lane).length };
  const before = cell.slice(0, at).filter(({ key }) => !field.draggedKeys.has(key)).length;
  const counts = below && card !== null && !field.draggedKeys.has(card);
  return { status, lane, index: before + (counts ? 1 : 0) };
}

/** Returns whether people arrange the cards of a column; finished tasks are in the order of their end. */
export function isArranged({ isRanked }: Pick<DropField, "isRanked">, status: Status): boolean {
  return isRanked && !isTerminal(status);
}

export function stepDropTarget(field: DropField, target: DropTarget, step: Direction): DropTarget {
  const last = remainingCards(field, target.status, target.lane).length;
  switch (step) {
    case "first":
      return clampTarget(field, target.status, target.lane, 0);
    case "last":
      return clampTarget(field, target.status, target.lane, last);
    case "up":
      return target.index !== null && target.index > 0 ? { ...target, index: target.index - 1 } : otherLane(field, target, -1);
    case "down":
      return target.index !== null && target.index < last ? { ...target, index: target.index + 1 } : otherLane(field, target, 1);
    case "back":
      return otherLane(field, target, -1);
    case "forth":
      return otherLane(field, target, 1);
    case "left":
      return otherColumn(field, target, -1);
    case "right":
      return otherColumn(field, target, 1);
  }
}

function otherColumn(field: DropField, target: DropTarget, by: number): DropTarget {
  const status = field.columns[field.columns.indexOf(target.status) + by];
  return status === undefined ? target : clampTarget(field, status, target.lane, target.index ?? 0);
}

function otherLane(field: DropField, target: DropTarget, by: number): DropTarget {
  const lane = field.lanes[field.lanes.findIndex(({ key }) => key === target.lane) + by];
  return lane === undefined ? target : clampTarget(field, target.status, lane.key, by > 0 ? 0 : Infinity);
}

function clampTarget(field: DropField, status: Status, lane: string, index: number): DropTarget {
  if (!isArranged(field, status) || field.folded.includes(status)) return { status, lane, index: null };
  return { status, lane, index: Math.min(index, remainingCards(field, status, lane).length) };
}

export function isSameTarget(a: DropTarget | null, b: DropTarget | null): boolean {
  return a?.status === b?.status && a?.lane === b?.lane && a?.index === b?.index;
}
