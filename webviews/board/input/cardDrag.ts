// Dragging cards: what a press picks up, the drop target under the pointer, and announcements.
import { t } from "@vscode/l10n";
import { announce } from "../../shared/messages/announcer.ts";
import type { DragRules } from "../../shared/drag/drag.ts";
import { statusName } from "../../shared/text/names.ts";
import type { Actions } from "../actions/actions.ts";
import { cardElement, cardOf, cellElement, cellOf, nearestCard } from "../dom/elements.ts";
import { dropTargetAt, remainingCards, isSameTarget, stepDropTarget } from "../state/dropTarget.ts";
import type { DropField, DropTarget } from "../state/dropTarget.ts";
import { laneTitle } from "../state/laneTitle.ts";
import { keysFor, laneName, shownKeys } from "../state/state.ts";
import type { BoardState } from "../state/state.ts";

export interface DragItem {
  /** Keys of the dragged cards, the pressed card first. */
  keys: readonly string[];
  /** The lane of the pressed card. */
  lane: string;
}

export function cardDrag(state: BoardState, actions: Actions): DragRules<DragItem, DropTarget> {
  function fieldFor(item: DragItem): DropField {
    return {
      lanes: state.lanes.peek().filter(({ key }) => !state.foldedLanes.peek().includes(laneName(state, key))),
      columns: state.columns.peek(),
      folded: state.foldedColumns.peek(),
      isRanked: state.query.peek().sort === "manual",
      draggedKeys: new Set(item.keys),
      from: item.lane,
    };
  }

  /** Returns the keys in the order of the board, which the cards keep. */
  function inBoardOrder({ keys }: DragItem): string[] {
    const seen = shownKeys(state);
    return keys.toSorted((a, b) => seen.indexOf(a) - seen.indexOf(b));
  }

  /** Returns the column's name and, if there are lanes, the lane's. */
  function nameOf({ status, lane }: DropTarget): string {
    const column = statusName(status);
    return state.laneKind.peek() === "none" ? column : t("{0}, {1}", column, laneTitle(state, lane));
  }

  function announceTarget(item: DragItem, target: DropTarget): void {
    const where = nameOf(target);
    const reason = state.closedColumns.peek()[target.status];
    if (reason !== undefined) {
      announce(t("Column {0}, not allowed: {1}", where, reason));
      return;
    }
    if (target.index === null) {
      announce(t("Column {0}", where));
      return;
    }
    const total = remainingCards(fieldFor(item), target.status, target.lane).length + 1;
    announce(t("Position {0} of {1} in column {2}", target.index + 1, total, where));
  }

  function titleOf({ keys }: DragItem): string {
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

    lift: (item, target, by) => {
      state.notice.value = null;
      state.drag.value = { keys: item.keys, target: null };
      void actions.markClosedColumns(item.keys);
      if (by === "keyboard") {
        const title = titleOf(item);
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
      if (item.keys.length > 1) {
        const count = document.createElement("span");
        count.className = "count hand-count";
        count.textContent = String(item.keys.length);
        picture.append(count);
      }
      return { element: picture, of };
    },

    locate: (item, under, point) => {
      const cell = under === null ? null : cellOf(under);
      if (under === null || cell === null) return null;
      const card = cardOf(under) ?? nearestCard(cell.element, point.y);
      const box = card?.element.getBoundingClientRect();
      const below = box !== undefined && point.y > box.top + box.height / 2;
      return dropTargetAt(fieldFor(item), cell.status, cell.lane, card?.key ?? null, below);
    },

    home: (item) => {
      const [first = ""] = item.keys;
      const status = state.cards.peek().get(first)?.status ?? "todo";
      return dropTargetAt(fieldFor(item), status, item.lane, first, false);
    },

    step: (item, target, step) => stepDropTarget(fieldFor(item), target, step),

    show: (item, target, by) => {
      const before = state.drag.peek()?.target ?? null;
      if (isSameTarget(before, target)) return;
      state.drag.value = { keys: item.keys, target };
      if (by === "pointer" || target === null) return;
      if (before !== null) announceTarget(item, target);
      const stay = remainingCards(fieldFor(item), target.status, target.lane);
      const neighbour = target.index === null ? undefined : (stay[target.index] ?? stay[target.index - 1]);
      const targetElement = neighbour === undefined ? cellElement(target.status, target.lane) : cardElement(neighbour.key, target.lane);
      targetElement?.scrollIntoView({ block: "nearest", inline: "nearest" });
    },

    drop: (item, target, from) => {
      state.drag.value = null;
      if (actions.refuseIfReadOnly()) {
        actions.putBack(item.keys, item.lane, from);
        return;
      }
      announce(t("Dropped {0} in column {1}.", titleOf(item), nameOf(target)));
      actions.move(inBoardOrder(item), target, fieldFor(item), from);
    },

    cancel: (item, from) => {
      state.drag.value = null;
      announce(t("{0} is back at its original position.", titleOf(item)));
      actions.putBack(item.keys, item.lane, from);
    },
  };
}
