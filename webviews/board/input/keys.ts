// Keys, clicks and the context menu of the board. Every mouse action has a key.
import type { PickableField } from "../../contract/common.ts";
import type { Status } from "../../contract/generated/protocol.ts";
import { isInPopover, isKeyOfOthers } from "../../shared/keyboard/typing.ts";
import type { Actions, BoardParts } from "../actions/actions.ts";
import { cardElement, cardOf, cellOf } from "../dom/elements.ts";
import type { Roving } from "../dom/roving.ts";
import { emptySelection, selectOnly, selectRange, toggleSelected } from "../../shared/selection.ts";
import type { Spot } from "../../shared/selection.ts";
import { chipFields } from "../state/chipFilter.ts";
import type { ChipField } from "../state/chipFilter.ts";
import { idsOf, keysFor, shownSpots } from "../state/state.ts";
import type { BoardState } from "../state/state.ts";
import { beginAdding, editTitle } from "../actions/entry.ts";
import { taskContext } from "../../shared/taskContext.ts";

/** Letters that set a field of the tasks at the focus. */
const fieldKeys = new Map<string, PickableField>([
  ["s", "status"],
  ["a", "assignee"],
  ["p", "priority"],
  ["l", "labels"],
  ["d", "dueDate"],
  ["e", "estimateHours"],
]);

/** Distance of the menu from the corner of its card, in pixels. */
const MENU_OFFSET = 24;

const arrows = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"];

/**
 * Handles keys on the board. Stops handled keys, so that the editor does not act on them as well.
 */
export function boardKeys(state: BoardState, actions: Actions, focus: Roving): (event: KeyboardEvent) => void {
  function move(event: KeyboardEvent): boolean {
    const before = focus.current();
    const next = focus.step(event.key);
    const spot = next === null ? null : spotOf(next);
    if (event.shiftKey && spot !== null) {
      if (state.currentSelection.peek().anchor === null && before !== null) state.selection.value = selectOnly(before);
      state.selection.value = selectRange(state.currentSelection.peek(), spot, shownSpots(state));
    }
    return true;
  }

  function onCard(event: KeyboardEvent, spot: Spot, status: Status): boolean {
    const { key } = spot;
    const command = event.ctrlKey || event.metaKey;
    // Caps Lock does not change what a letter does.
    switch (event.key.toLowerCase()) {
      case "enter":
        actions.open(key);
        return true;
      case "f2":
        editTitle(state, actions, spot);
        return true;
      case "delete":
        actions.remove(keysFor(state, key));
        return true;
      case " ":
        if (!command) return false;
        state.selection.value = toggleSelected(state.currentSelection.peek(), spot);
        return true;
      case "x":
        if (command) return false;
        state.selection.value = toggleSelected(state.currentSelection.peek(), spot);
        return true;
      case "g":
        return !command && actions.showProposal(key);
      case "m":
        if (command) return false;
        openMenuAt(key, spot.lane ?? "");
        return true;
      case "a":
        if (!command) return pickField("a", key);
        void actions.selectColumn(status, spot);
        return true;
      default:
        return !command && !event.altKey && pickField(event.key.toLowerCase(), key);
    }
  }

  function pickField(letter: string, key: string): boolean {
    const field = fieldKeys.get(letter);
    if (field === undefined) return false;
    actions.pick(field, keysFor(state, key));
    return true;
  }

  return (event) => {
    if (!(event.target instanceof Element) || isKeyOfOthers(event)) return;
    const stop = event.target.closest("[data-stop]");
    // A button inside a card handles its own keys.
    if (stop === null || (stop !== event.target && event.target.closest("button") !== null)) return;
    const spot = spotOf(event.target);
    const cell = cellOf(event.target);
    let handled = false;
    if (arrows.includes(event.key)) handled = move(event);
    else if (event.key.toLowerCase() === "n" && !event.ctrlKey && !event.metaKey && cell !== null) handled = beginAdding(state, actions, cell.status, cell.lane);
    else if (spot !== null && cell !== null) handled = onCard(event, spot, cell.status);
    if (!handled) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** Returns the handler of the keys that work anywhere on the page. */
export function boardPageKeys({ state }: BoardParts): (key: string, event: KeyboardEvent) => boolean {
  return (key, event) => {
    // Outside of cards, Ctrl+A would select the page's text.
    if (key === "a") return event.ctrlKey || event.metaKey;
    if (key !== "escape" || isInPopover(event.target) || (state.selection.peek().keys.size === 0 && state.notice.peek() === null)) return false;
    state.selection.value = emptySelection;
    state.notice.value = null;
    return true;
  };
}

export function boardClicks(state: BoardState, actions: Actions): Record<"onClick" | "onDblClick", (event: MouseEvent) => void> {
  /** The chip that the last click filtered by, and its card. What is under the pointer changes with the filter. */
  let last: { field: ChipField; value: string; key: string | undefined } | null = null;
  const onClick = (event: MouseEvent): void => {
    if (!(event.target instanceof Element)) return;
    if (event.detail === 2 && last !== null) {
      actions.filterBy(last.field, last.value);
      return;
    }
    last = null;
    if (event.target.matches(".card-more")) openMenu(event);
    if (event.target.closest("button, input, textarea") !== null) return;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
    const held = event.target.closest(".holder.agent") === null ? null : cardOf(event.target);
    if (isPlain && held !== null) {
      actions.goToHolder(held.key);
      return;
    }
    const proposed = event.target.closest(".fact.proposed") === null ? null : cardOf(event.target);
    if (isPlain && proposed !== null) {
      actions.showProposal(proposed.key);
      return;
    }
    const chip = chipOf(event.target);
    if (isPlain && chip !== null) {
      last = { ...chip, key: cardOf(event.target)?.key };
      actions.filterBy(chip.field, chip.value);
      return;
    }
    const spot = spotOf(event.target);
    if (spot === null) state.selection.value = emptySelection;
    else if (event.ctrlKey || event.metaKey) state.selection.value = toggleSelected(state.currentSelection.peek(), spot);
    else if (event.shiftKey) state.selection.value = selectRange(state.currentSelection.peek(), spot, shownSpots(state));
    else {
      state.selection.value = selectOnly(spot);
      actions.follow(spot.key);
    }
  };
  const onDblClick = ({ target }: MouseEvent): void => {
    const isOnCard = target instanceof Element && target.closest("button, input, textarea") === null;
    const key = last === null && isOnCard ? cardOf(target)?.key : last?.key;
    if (key !== undefined) actions.open(key);
  };
  return { onClick, onDblClick };
}

/** Returns the value of a card by which a click filters. */
function chipOf(target: Element): { field: ChipField; value: string } | null {
  const { chip, value = "" } = target.closest<HTMLElement>("[data-chip]")?.dataset ?? {};
  const field = chipFields.find((known) => known === chip);
  return field === undefined ? null : { field, value };
}

/** Sets the context of VSCode's menu to the selected tasks, just before the menu reads it. */
export function onContextMenu(state: BoardState): (event: Event) => void {
  return (event) => {
    const card = event.target instanceof Element ? cardOf(event.target) : null;
    if (card === null) return;
    if (!state.currentSelection.peek().keys.has(card.key)) state.selection.value = selectOnly({ key: card.key, lane: cellOf(card.element)?.lane ?? "" });
    const keys = keysFor(state, card.key);
    const taskIds = idsOf(state, keys);
    const statuses = keys.flatMap((key) => state.cards.peek().get(key)?.status ?? []);
    const { project } = state.snapshot.peek() ?? {};
    const context = { webviewSection: "card", taskIds, ...taskContext(project, taskIds, statuses), preventDefaultContextMenuItems: true };
    card.element.dataset["vscodeContext"] = JSON.stringify(context);
  };
}

/** Opens VSCode's context menu, as a right click does. */
function openMenu(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
  const { clientX, clientY } = event;
  event.target?.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX, clientY }));
}

/** Opens VSCode's context menu below the head of a card. */
function openMenuAt(key: string, lane: string): void {
  const card = cardElement(key, lane);
  if (card === null) return;
  const { left, top } = card.getBoundingClientRect();
  card.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true, clientX: left + MENU_OFFSET, clientY: top + MENU_OFFSET }));
}

/** Returns the card that contains an element, with its lane. */
function spotOf(element: Element): Spot | null {
  const card = cardOf(element);
  return card === null ? null : { key: card.key, lane: cellOf(element)?.lane ?? "" };
}
