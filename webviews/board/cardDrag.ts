// Cards as things to drag: what a press picks up, what lies under the pointer, and what is said on the way.
import { t } from "@vscode/l10n";
import { announce } from "../shared/announcer.ts";
import type { DragPlan } from "../shared/drag/drag.ts";
import { statusName } from "../shared/statuses.ts";
import type { Actions } from "./actions.ts";
import { cardElement, cardOf, cellElement, cellOf } from "./elements.ts";
import { goalAt, others, sameGoal, stepGoal } from "./goal.ts";
import type { Field, Goal } from "./goal.ts";
import { laneTitle } from "./laneTitle.ts";
import { laneName, keysFor, seenKeys } from "./state.ts";
import type { BoardState } from "./state.ts";

/** The keys of the carried cards, the one that was pressed first. */
export type Hand = readonly string[];

export function cardDrag(state: BoardState, actions: Actions): DragPlan<Hand, Goal> {
  function fieldFor(hand: Hand): Field {
    return {
      lanes: state.lanes.peek().filter(({ key }) => !state.foldedLanes.peek().includes(laneName(state, key))),
      columns: state.columns.peek(),
      folded: state.foldedColumns.peek(),
      ranked: state.query.peek().sort === "manual",
      carried: new Set(hand),
    };
  }

  /** In the order in which they lie, which is the order that they keep. */
  function ordered(hand: Hand): string[] {
    const seen = seenKeys(state);
    return hand.toSorted((a, b) => seen.indexOf(a) - seen.indexOf(b));
  }

  function sayGoal(hand: Hand, goal: Goal): void {
    const column = statusName(goal.status);
    const lane = state.laneKind.peek() === "none" ? "" : laneTitle(state, goal.lane);
    const where = lane === "" ? column : t("{0}, {1}", column, lane);
    if (goal.index === null) {
      announce(t("Column {0}", where));
      return;
    }
    const total = others(fieldFor(hand), goal.status, goal.lane).length + 1;
    announce(t("Position {0} of {1} in column {2}", goal.index + 1, total, where));
  }

  function titleOf(hand: Hand): string {
    const [first] = hand;
    const title = first === undefined ? "" : (state.cards.peek().get(first)?.title ?? "");
    return hand.length === 1 ? title : t("{0} cards", hand.length);
  }

  return {
    pick: (target) => {
      if (target.closest("button, input, textarea, a") !== null) return null;
      const card = cardOf(target);
      if (card === null || !state.cards.peek().has(card.key)) return null;
      return [card.key, ...keysFor(state, card.key).filter((key) => key !== card.key)];
    },

    lift: (hand, target, by) => {
      state.notice.value = null;
      state.carried.value = { keys: hand, goal: null };
      if (by === "keyboard") {
        announce(t("Picked up {0}. Arrow keys move it, Space drops it, Escape puts it back.", titleOf(hand)));
        return null;
      }
      const of = cardOf(target)?.element;
      const picture = of?.cloneNode(true);
      if (of === undefined || !(picture instanceof HTMLElement)) return null;
      for (const name of ["data-card", "id", "tabindex"]) picture.removeAttribute(name);
      picture.setAttribute("aria-hidden", "true");
      picture.classList.remove("carried");
      if (hand.length > 1) {
        const count = document.createElement("span");
        count.className = "count hand-count";
        count.textContent = String(hand.length);
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
      const [first] = hand;
      const lanes = state.lanes.peek();
      const at = first === undefined ? undefined : state.cards.peek().get(first);
      const lane = lanes.find(({ cells }) => at !== undefined && cells.get(at.status)?.some(({ key }) => key === first));
      return goalAt(fieldFor(hand), at?.status ?? "todo", lane?.key ?? "", first ?? null, false);
    },

    step: (hand, goal, step) => stepGoal(fieldFor(hand), goal, step),

    show: (hand, goal, by) => {
      const before = state.carried.peek()?.goal ?? null;
      if (sameGoal(before, goal)) return;
      state.carried.value = { keys: hand, goal };
      if (by === "pointer" || goal === null) return;
      if (before !== null) sayGoal(hand, goal);
      const stay = others(fieldFor(hand), goal.status, goal.lane);
      const neighbour = goal.index === null ? undefined : (stay[goal.index] ?? stay[goal.index - 1]);
      const goalElement = neighbour === undefined ? cellElement(goal.status, goal.lane) : cardElement(neighbour.key);
      goalElement?.scrollIntoView({ block: "nearest", inline: "nearest" });
    },

    drop: (hand, goal, from) => {
      state.carried.value = null;
      if (actions.refusedAsReadOnly()) {
        actions.putBack(hand, from);
        return;
      }
      announce(t("Dropped {0} in column {1}.", titleOf(hand), statusName(goal.status)));
      actions.move(ordered(hand), goal, fieldFor(hand), from);
    },

    cancel: (hand, from) => {
      state.carried.value = null;
      announce(t("Put back {0}.", titleOf(hand)));
      actions.putBack(hand, from);
    },
  };
}
