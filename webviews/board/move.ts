// What dropping cards at a goal means: the command to send, or why it makes no sense. Pure.
import { t } from "@vscode/l10n";
import type { Card, Command, Place, ProjectView, TaskPatch } from "../contract/generated/protocol.ts";
import { others } from "./goal.ts";
import type { Field, Goal } from "./goal.ts";
import { laneOf, lanePatch } from "./lanes.ts";
import type { LaneKind } from "./lanes.ts";

export type Move =
  | { kind: "command"; command: Command; patch: TaskPatch; place?: Place }
  /** It lies there already. */
  | { kind: "nothing" }
  | { kind: "senseless"; reason: string };

export function moveTo(goal: Goal, cards: readonly Card[], field: Field, kind: LaneKind, project: ProjectView): Move {
  const lanes = cards.map((card) => laneOf(card, kind, project));
  const forLane = lanePatch(kind, lanes, goal.lane);
  if (forLane === undefined) return { kind: "senseless", reason: whyNotThatLane(kind) };
  const restatus = cards.some(({ status }) => status !== goal.status);
  const patch: TaskPatch = { ...forLane, ...(restatus && { status: goal.status }) };
  const ids = cards.map(({ id }) => id);
  const changes = Object.keys(patch).length > 0;
  if (!field.ranked) {
    if (changes) return { kind: "command", command: { kind: "updateTasks", ids, patch }, patch };
    return { kind: "senseless", reason: t("Cards are sorted here. Choose the manual order to give them an order of your own.") };
  }
  if (!changes && liesThere(goal, cards, field)) return { kind: "nothing" };
  const place = placeOf(goal, field);
  return { kind: "command", command: { kind: "placeCards", ids, patch, place }, patch, place };
}

function whyNotThatLane(kind: LaneKind): string {
  return kind === "parent"
    ? t("A card keeps its parent on the board. Use the task explorer to put a task under another one.")
    : t("These cards have different labels. Move those of one label at a time.");
}

function liesThere(goal: Goal, cards: readonly Card[], field: Field): boolean {
  const cell = field.lanes.find(({ key }) => key === goal.lane)?.cells.get(goal.status) ?? [];
  const stay = others(field, goal.status, goal.lane);
  const at = goal.index ?? stay.length;
  const wanted = [...stay.slice(0, at), ...cards, ...stay.slice(at)];
  return wanted.length === cell.length && wanted.every(({ key }, place) => key === cell[place]?.key);
}

/** Beside a neighbour that can be seen, so that a filter or a lane does not change what the person meant. */
function placeOf(goal: Goal, field: Field): Place {
  const stay = others(field, goal.status, goal.lane);
  const at = goal.index ?? stay.length;
  const above = stay[at - 1];
  const below = stay[at];
  if (above !== undefined) return { kind: "after", id: above.id };
  if (below !== undefined) return { kind: "before", id: below.id };
  return { kind: "last" };
}
