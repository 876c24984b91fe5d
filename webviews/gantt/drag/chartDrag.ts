// Pointer drags in the chart: bars and their ends, new dates, dependencies, rows, and panning.
import { t } from "@vscode/l10n";
import type { DependencyKind } from "../../contract/generated/protocol.ts";
import { announce } from "../../shared/messages/announcer.ts";
import type { DragRules, Point } from "../../shared/drag/drag.ts";
import type { Actions } from "../state/actions.ts";
import { datesText } from "../state/dragText.ts";
import { fieldOf } from "./barDrag.ts";
import type { BarDrag } from "./barDrag.ts";
import type { End, RowDropTarget } from "../state/dragState.ts";
import { stepDays } from "./move.ts";
import type { Gesture } from "./move.ts";
import type { Viewport } from "../chart/viewport.ts";
import { partAt, rowDropTargetAt } from "./rowDropTarget.ts";
import { dayAt } from "../time/scale.ts";
import { lineHeight } from "../chart/scene.ts";
import { keysFor, rowOf } from "../state/state.ts";
import type { GanttState } from "../state/state.ts";
import { isFixed, isHeading, isParent } from "../state/tree.ts";

export type DragItem =
  | { kind: "move"; key: string; keys: readonly string[]; grabbed: number }
  | { kind: "start" | "end"; key: string; grabbed: number; from: number }
  | { kind: "draw"; key: string; from: number }
  | { kind: "link"; key: string; end: End }
  | { kind: "rows"; keys: readonly string[] }
  | { kind: "pan"; from: Point; left: number; top: number };

export type ChartDropTarget =
  | { kind: "dates"; gesture: Gesture }
  | { kind: "link"; to: { key: string; kind: DependencyKind } }
  | { kind: "rows"; target: RowDropTarget }
  | { kind: "pan" };

export interface ChartElements {
  scroller: HTMLElement;
  svg: SVGSVGElement;
}

export function chartDrag(state: GanttState, actions: Actions, viewport: Viewport, barDrag: BarDrag, { scroller, svg }: ChartElements): DragRules<DragItem, ChartDropTarget> {
  function dayUnder({ x }: Point): number {
    return dayAt(viewport.scale.peek(), x - svg.getBoundingClientRect().left);
  }

  function lineUnder({ y }: Point): number {
    return Math.floor((y - svg.getBoundingClientRect().top) / lineHeight);
  }

  function keyAt(line: number): string | undefined {
    return state.rows.peek()[state.shown.peek()[line] ?? -1]?.key;
  }

  /** Returns the selected rows that can be moved. */
  function movableKeys(key: string): string[] {
    return keysFor(state, key).filter((other) => {
      const row = rowOf(state, other);
      return row !== undefined && !isFixed(row);
    });
  }

  function pickBar(target: Element, key: string, at: Point): DragItem | null {
    const row = rowOf(state, key);
    if (row === undefined || isFixed(row) || state.readOnly.peek() !== null || state.choices.peek().mode === "actual") return null;
    const circle = target.closest<SVGElement>("[data-tie]")?.dataset["tie"];
    if (circle !== undefined) return { kind: "link", key, end: circle === "start" ? "start" : "end" };
    const end = target.closest<SVGElement>("[data-end]")?.dataset["end"];
    const grabbed = dayUnder(at);
    if (end === undefined) return { kind: "move", key, keys: movableKeys(key), grabbed };
    const from = end === "start" ? (row.start ?? row.due) : (row.due ?? row.start);
    return from === undefined ? null : { kind: end === "start" ? "start" : "end", key, grabbed, from };
  }

  function pickEmpty(at: Point): DragItem {
    const key = keyAt(lineUnder(at));
    const row = key === undefined ? undefined : rowOf(state, key);
    const blank = row !== undefined && row.start === undefined && row.due === undefined && !isParent(row) && !isFixed(row);
    if (key !== undefined && blank && state.readOnly.peek() === null && state.choices.peek().mode !== "actual") {
      return { kind: "draw", key, from: Math.floor(dayUnder(at)) };
    }
    return { kind: "pan", from: at, left: scroller.scrollLeft, top: scroller.scrollTop };
  }

  function pickRow(key: string): DragItem | null {
    const keys = movableKeys(key);
    return keys.length === 0 || state.readOnly.peek() !== null || state.choices.peek().group !== "tree" ? null : { kind: "rows", keys };
  }

  /** With the keyboard, picks up the bar of the focused row. */
  function pickFocused(target: Element): DragItem | null {
    const key = target.closest<HTMLElement>("[data-row]")?.dataset["row"];
    const row = key === undefined ? undefined : rowOf(state, key);
    if (key === undefined || row === undefined || isFixed(row) || (row.start === undefined && row.due === undefined)) return null;
    if (actions.refuseIfReadOnly() || state.choices.peek().mode === "actual") return null;
    return { kind: "move", key, keys: movableKeys(key), grabbed: 0 };
  }

  function gestureAt(item: DragItem, at: Point): Gesture | null {
    const day = dayUnder(at);
    switch (item.kind) {
      case "move":
        return { kind: "move", keys: item.keys, days: Math.round(day - item.grabbed) };
      case "start":
      case "end":
        return { kind: item.kind, key: item.key, day: item.from + Math.round(day - item.grabbed) };
      case "draw":
        return { kind: "draw", key: item.key, from: item.from, day: Math.floor(day) };
      case "link":
      case "rows":
      case "pan":
        return null;
    }
  }

  function linkAt({ key, end }: { key: string; end: End }, under: Element | null, at: Point): ChartDropTarget | null {
    const line = lineUnder(at);
    const other = under?.closest<SVGElement>("[data-bar]")?.dataset["bar"] ?? keyAt(line);
    const row = other === undefined ? undefined : rowOf(state, other);
    if (other === undefined || row === undefined || other === key || isHeading(row)) return null;
    const bar = scroller.querySelector(`[data-bar="${CSS.escape(other)}"] :is(.bar-edge, .bracket)`)?.getBoundingClientRect();
    const arrives = bar !== undefined && at.x > bar.left + bar.width / 2 ? "end" : "start";
    return { kind: "link", to: { key: other, kind: kindOf(end, arrives) } };
  }

  function rowsAt(keys: readonly string[], at: Point): ChartDropTarget | null {
    const line = lineUnder(at);
    const top = svg.getBoundingClientRect().top + line * lineHeight;
    const field = { rows: state.rows.peek(), shown: state.shown.peek(), draggedKeys: new Set(keys), isRanked: state.choices.peek().sort === "manual" };
    const target = rowDropTargetAt(field, line, partAt(lineHeight, at.y - top));
    return target === null ? null : { kind: "rows", target };
  }

  return {
    pick: (target, at) => {
      if (target.closest("button, input, textarea, select, a, [data-still], [popover]") !== null) return null;
      if (at === null) return pickFocused(target);
      const bar = target.closest<SVGElement>("[data-bar]")?.dataset["bar"];
      if (bar !== undefined) return pickBar(target, bar, at);
      if (svg.contains(target)) return pickEmpty(at);
      const row = target.closest<HTMLElement>("[data-row]")?.dataset["row"];
      return row === undefined ? null : pickRow(row);
    },

    lift: (item, _, by) => {
      state.notice.value = null;
      if (item.kind === "pan") svg.classList.add("panning");
      if (by === "keyboard") {
        announce(t("Picked up {0}. Left and right arrows move it by a day, up and down by a week. Enter drops it, Escape puts it back.", titleOf(item)));
      }
      return null;
    },

    locate: (item, under, at) => {
      switch (item.kind) {
        case "pan":
          scroller.scrollTo(item.left - at.x + item.from.x, item.top - at.y + item.from.y);
          return { kind: "pan" };
        case "link":
          state.drag.value = { kind: "link", key: item.key, end: item.end, to: null, pointer: within(at) };
          return linkAt(item, under, at);
        case "rows":
          return rowsAt(item.keys, at);
        case "move":
        case "start":
        case "end":
        case "draw": {
          const gesture = gestureAt(item, at);
          return gesture === null ? null : { kind: "dates", gesture };
        }
      }
    },

    home: (item) => ({ kind: "dates", gesture: { kind: "move", keys: item.kind === "move" ? item.keys : [], days: 0 } }),

    step: (item, target, step) => {
      if (item.kind !== "move" || target.kind !== "dates" || target.gesture.kind !== "move") return target;
      const row = rowOf(state, item.key);
      const by = { left: -1, right: 1, up: -7, down: 7, back: -28, forth: 28, first: 0, last: 0 }[step];
      if (row === undefined || by === 0) return target;
      return { kind: "dates", gesture: { ...target.gesture, days: stepDays(fieldOf(state), row, target.gesture.days, by) } };
    },

    show: (item, target, by) => {
      if (target?.kind === "dates" && "key" in item) {
        const picked = barDrag.current() === null;
        barDrag.show(target.gesture, item.key, by === "keyboard");
        if (by === "keyboard" && !picked) announceDates(item.key);
      } else if (item.kind === "link") {
        const before = state.drag.peek();
        const pointer = before?.kind === "link" ? before.pointer : null;
        state.drag.value = { kind: "link", key: item.key, end: item.end, to: target?.kind === "link" ? target.to : null, pointer };
      } else if (item.kind === "rows") state.drag.value = { kind: "rows", keys: item.keys, target: target?.kind === "rows" ? target.target : null };
    },

    drop: (item, target, _, alt) => {
      if (item.kind === "pan") svg.classList.remove("panning");
      else if (target.kind === "dates") barDrag.drop(state.switches.peek().push !== alt);
      else {
        state.drag.value = null;
        if (target.kind === "link" && item.kind === "link") addLink(item, target.to);
        else if (target.kind === "rows" && item.kind === "rows") placeRows(item.keys, target.target);
      }
    },

    cancel: (item) => {
      svg.classList.remove("panning");
      barDrag.cancel();
      state.drag.value = null;
      if (item.kind === "pan") return;
      announce(item.kind === "link" ? t("No dependency was added.") : t("{0} is back at its original position.", titleOf(item)));
    },

    edges: (item, box) => {
      if (item.kind === "pan") return null;
      const { left, top, right, bottom } = box.getBoundingClientRect();
      if (box !== scroller) return box.getBoundingClientRect();
      const grid = item.kind === "rows" ? 0 : viewport.gridWidth.peek();
      const head = viewport.headHeight.peek();
      return new DOMRect(left + grid, top + head, right - left - grid, bottom - top - head);
    },
  };

  function within({ x, y }: Point): Point {
    const { left, top } = svg.getBoundingClientRect();
    return { x: x - left, y: y - top };
  }

  function titleOf(item: DragItem): string {
    if (item.kind === "rows" || item.kind === "move") {
      const [first = ""] = item.keys;
      return item.keys.length === 1 ? (rowOf(state, first)?.title ?? "") : t("{0} tasks", item.keys.length);
    }
    return item.kind === "pan" ? "" : (rowOf(state, item.key)?.title ?? "");
  }

  function announceDates(key: string): void {
    const drag = state.drag.peek();
    const row = rowOf(state, key);
    const dates = drag?.kind === "dates" ? drag.dates.get(key) : undefined;
    if (row !== undefined && dates !== undefined) announce(datesText(state, row, dates));
  }

  function addLink({ key }: { key: string }, to: { key: string; kind: DependencyKind }): void {
    const [before, after] = [rowOf(state, key)?.id, rowOf(state, to.key)?.id];
    if (before !== undefined && after !== undefined) void actions.addLink(before, after, to.kind, 0);
  }

  function placeRows(keys: readonly string[], { parent, place }: RowDropTarget): void {
    const ids = keys.flatMap((key) => rowOf(state, key)?.id ?? []);
    if (ids.length > 0) void actions.runCommand({ kind: "updateTasks", ids, patch: {}, position: { parent, place } }, keys[0]);
  }
}

/** Returns the kind of dependency for the ends that an arrow connects. */
function kindOf(leaves: End, arrives: End): DependencyKind {
  if (leaves === "end") return arrives === "start" ? "finishToStart" : "finishToFinish";
  return arrives === "start" ? "startToStart" : "startToFinish";
}
