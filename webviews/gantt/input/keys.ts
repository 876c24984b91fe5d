// Keys of the chart. Every pointer action has a key.
// Handled keys are stopped, so that the editor does not act on them as well.
import { t } from "@vscode/l10n";
import { announce } from "../../shared/messages/announcer.ts";
import { isInPopover, isKeyOfOthers } from "../../shared/keyboard/typing.ts";
import { datesText } from "../state/dragText.ts";
import { fieldOf } from "../drag/barDrag.ts";
import type { BarDrag } from "../drag/barDrag.ts";
import type { GanttParts } from "../state/actions.ts";
import { beginEdit } from "../grid/gridEdit.ts";
import { widthOf } from "../state/columns.ts";
import type { Column } from "../state/columns.ts";
import { linkKeys } from "./linkKeys.ts";
import { stepDays } from "../drag/move.ts";
import type { Gesture } from "../drag/move.ts";
import { openFirstLink } from "../state/openLink.ts";
import { rowStep } from "../drag/rowDropTarget.ts";
import { emptySelection, selectOnly, selectRange, toggleSelected } from "../../shared/selection.ts";
import { idsOf, keysFor, rowOf, shownKeys, shownSpots } from "../state/state.ts";
import type { Focus } from "../state/state.ts";
import { isFixed, isFolded, isHeading, isParent, parentOf } from "../state/tree.ts";
import { nextLevel } from "../state/zoom.ts";

/** Handles keys on a row of the grid. */
export function gridKeys(parts: GanttParts, barDrag: BarDrag): { down: (event: KeyboardEvent) => void; up: (event: Event) => void } {
  const { state, actions } = parts;
  const linking = linkKeys(parts);

  function goTo(focus: Focus, event: KeyboardEvent): boolean {
    const before = state.focus.peek();
    state.focus.value = focus;
    state.navigator.peek()?.toLine(focus.key);
    if (event.shiftKey && before !== null) {
      if (state.currentSelection.peek().anchor === null) state.selection.value = selectOnly({ key: before.key });
      state.selection.value = selectRange(state.currentSelection.peek(), { key: focus.key }, shownSpots(state));
    }
    linking.follow(focus.key);
    return true;
  }

  function goBy(focus: Focus, by: number, event: KeyboardEvent): boolean {
    const seen = shownKeys(state);
    const at = seen.indexOf(focus.key);
    const key = seen[Math.max(0, Math.min(seen.length - 1, at + by))];
    return key === undefined || goTo({ key, column: focus.column }, event);
  }

  function goAcross(focus: Focus, by: 1 | -1, event: KeyboardEvent): boolean {
    const columns = state.columns.peek();
    const at = focus.column === null ? -1 : columns.indexOf(focus.column);
    const { rows } = state.view.peek();
    const place = state.places.peek().get(focus.key) ?? -1;
    const row = rows[place];
    if (row === undefined) return true;
    const folded = isFolded(row, state.toggled.peek());
    if (focus.column === null && by > 0 && isParent(row) && folded) actions.toggleRow(row.key);
    else if (focus.column === null && by < 0 && isParent(row) && !folded) actions.toggleRow(row.key);
    else if (focus.column === null && by < 0) {
      const parent = rows[parentOf(rows, place)];
      if (parent !== undefined) goTo({ key: parent.key, column: null }, event);
    } else {
      const column: Column | null = at + by < 0 ? null : (columns[Math.min(columns.length - 1, at + by)] ?? null);
      if (column !== null) widenFor(column);
      goTo({ key: focus.key, column }, event);
    }
    return true;
  }

  /** Widens the grid so that the focused cell is visible. */
  function widenFor(column: Column): void {
    const columns = state.columns.peek();
    const end = widthOf(columns.slice(0, columns.indexOf(column) + 1), state.widths.peek());
    const grid = state.grid.peek();
    if (!state.switches.peek().grid) actions.toggleSwitch("grid");
    if (grid !== null && grid < end) state.grid.value = end;
  }

  /** Moves bars step by step while Alt is held; releasing Alt applies the dates. */
  function nudge(focus: Focus, by: number, kind: "move" | "start" | "end"): boolean {
    const row = rowOf(state, focus.key);
    if (row === undefined || isFixed(row) || (row.start === undefined && row.due === undefined)) return true;
    if (actions.refuseIfReadOnly() || state.choices.peek().mode === "actual" || (kind !== "move" && isParent(row))) return true;
    const before = barDrag.current();
    const gesture = nextGesture(before, focus.key, by, kind);
    barDrag.show(gesture, focus.key, true);
    const drag = state.drag.peek();
    const dates = drag?.kind === "dates" ? drag.dates.get(focus.key) : undefined;
    if (dates !== undefined) announce(datesText(state, row, dates));
    return true;
  }

  function nextGesture(before: Gesture | null, key: string, by: number, kind: "move" | "start" | "end"): Gesture {
    const row = rowOf(state, key);
    if (kind === "move") {
      const days = before?.kind === "move" ? before.days : 0;
      const keys = before?.kind === "move" ? before.keys : keysFor(state, key).filter((other) => idsOf(state, [other]).length > 0);
      return { kind, keys, days: row === undefined ? days + by : stepDays(fieldOf(state), row, days, by) };
    }
    const from = kind === "start" ? (row?.start ?? row?.due ?? 0) : (row?.due ?? row?.start ?? 0);
    const day = before !== null && before.kind === kind ? before.day : from;
    const other = row === undefined ? undefined : { ...row, start: day };
    return { kind, key, day: other === undefined ? day + by : day + stepDays(fieldOf(state), other, 0, by) };
  }

  function shiftRow(focus: Focus, step: "up" | "down" | "in" | "out"): boolean {
    if (actions.refuseIfReadOnly()) return true;
    const { group, sort } = state.choices.peek();
    if (group !== "tree") return announceHandled(t("Grouped rows cannot be arranged. Switch to the task tree to arrange them."));
    if (sort !== "manual" && (step === "up" || step === "down")) return announceHandled(t("The rows are sorted. Switch to the manual order to arrange them yourself."));
    const at = state.places.peek().get(focus.key) ?? -1;
    const row = state.rows.peek()[at];
    const target = row === undefined || isFixed(row) ? null : rowStep({ rows: state.rows.peek(), shown: state.shown.peek(), isRanked: true }, at, step);
    if (row === undefined || target === null) return announceHandled(t("It cannot move any further."));
    void actions.runCommand({ kind: "updateTasks", ids: [row.id], patch: {}, position: { parent: target.parent, place: target.place } }, row.key);
    return true;
  }

  function announceHandled(text: string): true {
    announce(text);
    return true;
  }

  function handleAltKey(event: KeyboardEvent, focus: Focus): boolean {
    const kind = event.shiftKey ? "end" : event.ctrlKey ? "start" : "move";
    switch (event.key) {
      case "ArrowLeft":
        return nudge(focus, -1, kind);
      case "ArrowRight":
        return nudge(focus, 1, kind);
      case "ArrowUp":
        return shiftRow(focus, "up");
      case "ArrowDown":
        return shiftRow(focus, "down");
      default:
        return false;
    }
  }

  function handleKey(event: KeyboardEvent, focus: Focus): boolean {
    const command = event.ctrlKey || event.metaKey;
    const { key } = focus;
    const row = rowOf(state, key);
    if (row === undefined) return false;
    switch (event.key) {
      case "ArrowUp":
        return goBy(focus, -1, event);
      case "ArrowDown":
        return goBy(focus, 1, event);
      case "PageUp":
        return goBy(focus, -15, event);
      case "PageDown":
        return goBy(focus, 15, event);
      case "ArrowLeft":
        return command && event.shiftKey ? shiftRow(focus, "out") : goAcross(focus, -1, event);
      case "ArrowRight":
        return command && event.shiftKey ? shiftRow(focus, "in") : goAcross(focus, 1, event);
      case "Home":
        return command ? goBy(focus, -Infinity, event) : reveal(key);
      case "End":
        return command ? goBy(focus, Infinity, event) : false;
      case "Enter":
        if (isHeading(row)) actions.toggleRow(key);
        else actions.open(key);
        return true;
      case "F2":
        return beginEdit(parts, row, focus.column ?? "title") || true;
      case "Delete":
        actions.remove(keysFor(state, key));
        return true;
      case " ":
        if (command) state.selection.value = toggleSelected(state.currentSelection.peek(), { key });
        else if (row.start === undefined && row.due === undefined) announce(t("The task has no dates yet. Press F2 in the Start column to set one."));
        return true;
    }
    switch (event.key.toLowerCase()) {
      case "x":
        if (!command) state.selection.value = toggleSelected(state.currentSelection.peek(), { key });
        return !command;
      case "l":
        return !command && linking.begin(key);
      case "d":
        if (!command) openFirstLink(state, key);
        return !command;
      case "a":
        if (command) state.selection.value = { keys: new Set(shownKeys(state)), anchor: { key } };
        return command;
      default:
        return false;
    }
  }

  function reveal(key: string): boolean {
    state.navigator.peek()?.toRow(key);
    return true;
  }

  return {
    down: (event) => {
      if (!(event.target instanceof Element) || event.target.closest("[data-row]") === null || isKeyOfOthers(event) || isInPopover(event.target)) return;
      const focus = state.focus.peek();
      if (focus === null) return;
      let handled: boolean;
      if (linking.isOpen() && linking.key(event)) handled = true;
      else if (barDrag.current() !== null && event.key === "Escape") {
        barDrag.cancel();
        handled = announceHandled(t("{0} is back at its original position.", rowOf(state, focus.key)?.title ?? ""));
      } else handled = event.altKey ? handleAltKey(event, focus) : handleKey(event, focus);
      if (!handled) return;
      event.preventDefault();
      event.stopPropagation();
    },
    up: (event) => {
      // Alt may be released outside of the window.
      const released = event.type === "blur" || (event instanceof KeyboardEvent && event.key === "Alt");
      if (!released || barDrag.current() === null || document.body.classList.contains("dragging")) return;
      event.preventDefault();
      barDrag.drop(state.switches.peek().push);
    },
  };
}

/** Returns the handler of the keys that work anywhere on the page. */
export function chartPageKeys({ state, actions }: GanttParts): (key: string, event: KeyboardEvent) => boolean {
  return (key, event) => {
    if (isInPopover(event.target)) return false;
    if (key === "escape") {
      if (state.selection.peek().keys.size === 0 && state.notice.peek() === null) return false;
      state.selection.value = emptySelection;
      state.notice.value = null;
      return true;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (key === "+" || key === "=") actions.zoom(nextLevel(state.px.peek(), 1));
    else if (key === "-") actions.zoom(nextLevel(state.px.peek(), -1));
    else if (key === "0") state.navigator.peek()?.fit();
    else if (key === "t") state.navigator.peek()?.toDay(state.view.peek().today);
    else return false;
    return true;
  };
}
