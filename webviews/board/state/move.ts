// Translates a drop into the command to send, or the reason why there is none. Pure.
import { t } from "@vscode/l10n";
import type { Card, Place, TaskPatch } from "../../contract/generated/protocol.ts";
import type { PageCommand } from "../../contract/pageCommands.ts";
import { isArranged, remainingCards } from "./dropTarget.ts";
import type { DropField, DropTarget } from "./dropTarget.ts";
import { laneChange, lanesFor } from "./lanes.ts";
import type { LaneChange, LaneKind } from "./lanes.ts";

type TaskUpdate = Extract<PageCommand, { kind: "updateTasks" }>;

export type Move =
  | { kind: "command"; command: TaskUpdate }
  /** The cards are there already. */
  | { kind: "nothing" }
  | { kind: "impossible"; reason: string };

export function moveOfDrop(target: DropTarget, cards: readonly Card[], field: DropField, kind: LaneKind): Move {
  const restatus = cards.some(({ status }) => status !== target.status);
  const change = changeInto(target.lane, cards, field, kind);
  if (change === undefined) {
    return { kind: "impossible", reason: t("These cards have different labels. Move only cards with the same label together.") };
  }
  const { parent } = change;
  const patch: TaskPatch = { ...change.patch, ...(restatus && { status: target.status }) };
  const changes = Object.keys(patch).length > 0 || parent !== undefined;
  const position = parent === undefined ? {} : { position: { parent } };
  const command: TaskUpdate = { kind: "updateTasks", ids: cards.map(({ id }) => id), patch, ...position };
  if (!isArranged(field, target.status)) {
    if (changes) return { kind: "command", command };
    if (field.isRanked) return { kind: "impossible", reason: t("Finished tasks stand in the order in which they were finished, newest first.") };
    return { kind: "impossible", reason: t("The cards are sorted. Switch to the manual order to arrange them yourself.") };
  }
  if (!changes && isAlreadyThere(target, cards, field)) return { kind: "nothing" };
  return { kind: "command", command: { ...command, card: placeOf(target, field) } };
}

/**
 * Returns the change for the target lane; undefined if not all cards are in the lane of a label
 * that they leave.
 */
function changeInto(lane: string, cards: readonly Card[], { from }: DropField, kind: LaneKind): LaneChange | undefined {
  const all = (name: string): boolean => cards.every((card) => lanesFor(card, kind).includes(name));
  if (kind === "label" && lane !== from) return all(from) ? laneChange(kind, lane, from) : undefined;
  return kind === "label" || all(lane) ? { patch: {} } : laneChange(kind, lane, from);
}

function isAlreadyThere(target: DropTarget, cards: readonly Card[], field: DropField): boolean {
  const cell = field.lanes.find(({ key }) => key === target.lane)?.cells.get(target.status) ?? [];
  const stay = remainingCards(field, target.status, target.lane);
  const at = target.index ?? stay.length;
  const expected = [...stay.slice(0, at), ...cards, ...stay.slice(at)];
  return expected.length === cell.length && expected.every(({ key }, place) => key === cell[place]?.key);
}

/**
 * Places the cards next to a visible neighbor, so that filter and lanes do not affect the result.
 */
function placeOf(target: DropTarget, field: DropField): Place {
  const stay = remainingCards(field, target.status, target.lane);
  const at = target.index ?? stay.length;
  const above = stay[at - 1];
  const below = stay[at];
  if (above !== undefined) return { kind: "after", id: above.id };
  if (below !== undefined) return { kind: "before", id: below.id };
  return { kind: "last" };
}
