// Cards as things to drag: what a press picks up, what lies under the pointer, and what is said on the way.
import { t } from "@vscode/l10n";
import { announce } from "../../shared/announcer.ts";
import type { DragPlan } from "../../shared/drag/drag.ts";
import { statusName } from "../../shared/text/names.ts";
import type { Actions } from "../actions/actions.ts";
import { cardElement, cardOf, cellElement, cellOf } from "../dom/elements.ts";
import { goalAt, others, sameGoal, stepGoal } from "../state/dropTarget.ts";
import type { Field, Goal } from "../state/dropTarget.ts";
import { laneTitle } from "../state/laneTitle.ts";
import { keysFor, laneName, seenKeys } from "../state/state.ts";
import type { BoardState } from "../state/state.ts";

export interface Hand {
  /** The carried cards, the one that was pressed first. */
  keys: readonly string[];
  /** The lane where it was pressed. */
  lane: string;
}

export function cardDrag(state: BoardState, actions: Actions): DragPlan<Hand, Goal> {
  function fieldFor(hand: Hand): Field {
    return {
      lanes: state.lanes.peek().filter(({ key }) => !state.foldedLanes.peek().includes(laneName(state, key))),
      columns: state.columns.peek(),
      folded: state.foldedColumns.peek(),
      ranked: state.query.peek().sort === "manual",
      carried: new Set(hand.keys),
      from: hand.lane,
    };
  }

  /** In the order in which they lie, which is the order that they keep. */
  function ordered({ keys }: Hand): string[] {
    const seen = seenKeys(state);
    return keys.toSorted((a, b) => seen.indexOf(a) - seen.indexOf(b));
  }

  /** A column's name and, where there are lanes, the lane's. */
  function nameOf({ status, lane }: Goal): string {
    const column = statusName(status);
    return state.laneKind.peek() === "none" ? column : t("{0}, {1}", column, laneTitle(state, lane));
  }

  function sayGoal(hand: Hand, goal: Goal): void {
    const where = nameOf(goal);
    if (goal.index === null) {
      announce(t("Column {0}", where));
      return;
    }
    const total = others(fieldFor(hand), goal.status, goal.lane).length + 1;
    announce(t("Position {0} of {1} in column {2}", goal.index + 1, total, where));
  }

  function titleOf({ keys }: Hand): string {
    const [first] = keys;
    const title = first === undefined ? "" : (state.cards.peek().get(first)?.title ?? "");
    return keys.length === 1 ? title : t("{0} cards", keys.length);
  }

  return {
    pick: (target) => {
      if (target.closest("button, input, textarea, a") !== null) return null;
      const card = cardOf(target);
      if (card === null || !state.cards.peek().has(card.key)) return null;
      const keys = [card.key, ...keysFor(state, card.key).filter((key) => key !== card.key)];
      return { keys, lane: cellOf(target)?.lane ?? "" };
    },

    lift: (hand, target, by) => {
      state.notice.value = null;
      state.carried.value = { keys: hand.keys, goal: null };
      if (by === "keyboard") {
        const title = titleOf(hand);
        announce(
          state.laneKind.peek() === "none"
            ? t("Picked up {0}. Arrow keys move it, Space drops it, Escape puts it back.", title)
            : t("Picked up {0}. Arrow keys move it, Page Up and Page Down change the lane, Space drops it, Escape puts it back.", title),
        );
        return null;
      }
      const of = cardOf(target)?.element;
      const picture = of?.cloneNode(true);
      if (of === undefined || !(picture instanceof HTMLElement)) return null;
      for (const name of ["data-card", "id", "tabindex"]) picture.removeAttribute(name);
      picture.setAttribute("aria-hidden", "true");
      picture.classList.remove("carried");
      if (hand.keys.length > 1) {
        const count = document.createElement("span");
        count.className = "count hand-count";
        count.textContent = String(hand.keys.length);
        picture.append(count);
      }
      return { element: picture, of };
    },

    locate: (hand, under, point) => {
      const cell = under === null ? null : cellOf(under);
      if (under === null || cell === null) return null;
      const card = cardOf(under);
      const box = card?.element.getBoundingClientRect();
      const below = box !== undefined && point.y > box.top + box.height / 2;
      return goalAt(fieldFor(hand), cell.status, cell.lane, card?.key ?? null, below);
    },

    home: (hand) => {
      const [first = ""] = hand.keys;
      const status = state.cards.peek().get(first)?.status ?? "todo";
      return goalAt(fieldFor(hand), status, hand.lane, first, false);
    },

    step: (hand, goal, step) => stepGoal(fieldFor(hand), goal, step),

    show: (hand, goal, by) => {
      const before = state.carried.peek()?.goal ?? null;
      if (sameGoal(before, goal)) return;
      state.carried.value = { keys: hand.keys, goal };
      if (by === "pointer" || goal === null) return;
      if (before !== null) sayGoal(hand, goal);
      const stay = others(fieldFor(hand), goal.status, goal.lane);
      const neighbour = goal.index === null ? undefined : (stay[goal.index] ?? stay[goal.index - 1]);
      const goalElement = neighbour === undefined ? cellElement(goal.status, goal.lane) : cardElement(neighbour.key, goal.lane);
      goalElement?.scrollIntoView({ block: "nearest", inline: "nearest" });
    },

    drop: (hand, goal, from) => {
      state.carried.value = null;
      if (actions.refusedAsReadOnly()) {
        actions.putBack(hand.keys, hand.lane, from);
        return;
      }
      announce(t("Dropped {0} in column {1}.", titleOf(hand), nameOf(goal)));
      actions.move(ordered(hand), goal, fieldFor(hand), from);
    },

    cancel: (hand, from) => {
      state.carried.value = null;
      announce(t("Put back {0}.", titleOf(hand)));
      actions.putBack(hand.keys, hand.lane, from);
    },
  };
}
