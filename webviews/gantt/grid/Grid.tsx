// The task tree beside the bars, as a treegrid. Renders only visible rows and the row with the tab
// stop.
import { useComputed } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../../shared/components/Icons.tsx";
import { isInPopover, isTextField } from "../../shared/keyboard/typing.ts";
import { useGantt } from "../state/actions.ts";
import { columnName, columns, showsNames } from "../state/columns.ts";
import type { Column } from "../state/columns.ts";
import type { Viewport } from "../chart/viewport.ts";
import { lineHeight } from "../chart/scene.ts";
import { isFolded, isParent } from "../state/tree.ts";
import type { GanttState } from "../state/state.ts";
import { ColumnHandle } from "./Splitters.tsx";
import { GridRow } from "./GridRow.tsx";

export function GridHead({ viewport }: { viewport: Viewport }) {
  const { state } = useGantt();
  return (
    <div class="grid-head" role="row" aria-rowindex={1}>
      {viewport.columns.value.map((column, at) => (
        <div key={column} role="columnheader" aria-colindex={at + 1} class={`grid-cell of-${column}`} style={{ width: `${state.widths.value[column]}px` }}>
          {column === "assignee" && !showsNames(state.widths.value) ? (
            <Icon name="person" label={columnName(column)} />
          ) : (
            <span class="clipped">{columnName(column)}</span>
          )}
          <ColumnHandle column={column} />
        </div>
      ))}
    </div>
  );
}

/**
 * Returns the rendered lines, from top to bottom: the visible ones, and that of the row with the tab
 * stop. A row with the focus that moved in the page would be scrolled into view by the browser.
 */
function linesIn(state: GanttState, first: number, after: number): number[] {
  const end = Math.min(after, state.shown.value.length);
  const lines = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
  const stop = stopOf(state);
  const line = stop === null ? undefined : state.lines.value[state.places.value.get(stop.key) ?? -1];
  if (line === undefined || (line >= first && line < end)) return lines;
  return line < first ? [line, ...lines] : [...lines, line];
}

/** Returns the tab stop: the row that had the focus, or the row that hides it, or the first row. */
function stopOf(state: GanttState): { key: string; column: Column | null } | null {
  const rows = state.rows.value;
  const focus = state.focus.value;
  const at = focus === null ? undefined : state.places.value.get(focus.key);
  const seen = state.shown.value[at === undefined ? 0 : (state.lines.value[at] ?? 0)] ?? -1;
  const row = rows[seen];
  if (row === undefined) return null;
  return { key: row.key, column: focus !== null && row.key === focus.key ? focus.column : null };
}

export function Grid({ viewport }: { viewport: Viewport }) {
  const { state } = useGantt();
  const root = useRef<HTMLDivElement>(null);
  const focused = useRef(false);
  const { first, after } = viewport.window.value;
  const rows = state.rows.value;
  const shown = state.shown.value;
  const stop = stopOf(state);
  const edit = state.edit.value;
  const { keys } = state.currentSelection.value;
  const drag = state.drag.value;
  const people = new Map(state.snapshot.value?.project.assignees.map((person) => [person.key, person]));
  const { group } = state.choices.value;
  const timers = state.timers.value;
  const hasFolds = useComputed(() => state.view.value.rows.some(isParent)).value;

  // The focused element may have been removed, or another row should have the focus.
  useLayoutEffect(() => {
    const element = stop === null ? null : stopElement(root.current, stop);
    const active = document.activeElement;
    if (element !== null && focused.current && !isTextField(active) && !isInPopover(active) && active !== element) element.focus({ preventScroll: true });
  });

  return (
    <div
      ref={root}
      class="grid"
      role="rowgroup"
      onFocusIn={(event) => {
        focused.current = true;
        const spot = focusOf(event.target);
        const before = state.focus.peek();
        if (spot !== null && (before?.key !== spot.key || before.column !== spot.column)) state.focus.value = spot;
      }}
      onBlurCapture={({ relatedTarget, currentTarget }) => {
        // Runs before the cell is rendered again: its row must not take the focus back.
        if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) focused.current = false;
      }}
      onFocusOut={({ target, currentTarget }) =>
        queueMicrotask(() => {
          if (target instanceof Node && target.isConnected && !currentTarget.contains(document.activeElement)) focused.current = false;
        })
      }
    >
      {linesIn(state, first, after).map((line) => {
        const row = rows[shown[line] ?? -1];
        if (row === undefined) return null;
        const person = people.get(row.assignee ?? "");
        return (
          <GridRow
            key={row.key}
            row={row}
            timer={timers.get(row.id)}
            line={line}
            top={line * lineHeight}
            isOpen={!isFolded(row, state.toggled.value)}
            isSelected={keys.has(row.key)}
            stop={stop?.key === row.key ? (stop.column ?? "row") : null}
            editing={edit?.key === row.key ? edit.column : null}
            hasFolds={hasFolds}
            isDragged={drag?.kind === "rows" && drag.keys.includes(row.key)}
            personName={person?.name}
            personColor={person?.color ?? ""}
            personKind={person?.kind}
            group={group}
            widths={state.widths.value}
            columns={viewport.columns.value}
            locale={state.locale.value}
            today={state.view.value.today}
          />
        );
      })}
      <RowMark />
    </div>
  );
}

function stopElement(root: HTMLElement | null, { key, column }: { key: string; column: Column | null }): HTMLElement | null {
  const row = root?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`) ?? null;
  return column === null ? row : (row?.querySelector<HTMLElement>(`[data-column="${column}"]`) ?? row);
}

function focusOf(target: EventTarget | null): { key: string; column: Column | null } | null {
  // A text field does not move the tab stop to its cell.
  if (!(target instanceof Element) || isTextField(target) || isInPopover(target)) return null;
  const key = target.closest<HTMLElement>("[data-row]")?.dataset["row"];
  const name = target.closest<HTMLElement>("[data-column]")?.dataset["column"];
  return key === undefined ? null : { key, column: columns.find((column) => column === name) ?? null };
}

/**
 * Shows where dragged rows would be dropped: a line between rows, or a frame around a new parent.
 */
function RowMark() {
  const { state } = useGantt();
  const drag = state.drag.value;
  if (drag?.kind !== "rows" || drag.target === null) return null;
  const { line, isInside, depth } = drag.target;
  return (
    <div
      aria-hidden="true"
      class={isInside ? "row-drop-target inside" : "row-drop-target"}
      style={{ top: `${line * lineHeight - (isInside ? 0 : 1)}px`, "--depth": depth }}
    />
  );
}
