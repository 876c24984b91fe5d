// Clicks and the wheel in the chart. Drags are in `drag/`.
import type { Chart } from "../chart/chart.ts";
import type { GanttParts } from "../state/actions.ts";
import { beginEdit } from "../grid/gridEdit.ts";
import { lineHeight } from "../chart/scene.ts";
import { columns } from "../state/columns.ts";
import type { Viewport } from "../chart/viewport.ts";
import { emptySelection, selectOnly, selectRange, toggleSelected } from "../../shared/selection.ts";
import { idsOf, keysFor, rowOf, shownSpots } from "../state/state.ts";
import { taskContext } from "../../shared/taskContext.ts";

export interface MouseContext {
  parts: GanttParts;
  viewport: Viewport;
  chart: Chart;
  scroller: HTMLElement;
  svg: SVGSVGElement;
}

/** Returns the row of an element in the grid or of a bar. */
function keyOf(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest<SVGElement>("[data-bar]")?.dataset["bar"] ?? target.closest<HTMLElement>("[data-row]")?.dataset["row"];
}

function linkUnder({ chart, svg }: MouseContext, { target, clientX, clientY }: MouseEvent): ReturnType<Chart["linkAt"]> {
  if (!(target instanceof Element) || !svg.contains(target) || target.closest("[data-bar]") !== null) return null;
  const { left, top } = svg.getBoundingClientRect();
  return chart.linkAt({ x: clientX - left, y: clientY - top });
}

export function onChartClick(mouse: MouseContext): (event: MouseEvent) => void {
  const { state, actions } = mouse.parts;
  return (event) => {
    const { target } = event;
    if (!(target instanceof Element) || target.closest("button, input, textarea, .splitter, .tip, [popover]") !== null) return;
    const beyond = target.closest<HTMLElement>("[data-edge]")?.dataset["edge"];
    if (beyond !== undefined) {
      state.navigator.peek()?.toRow(beyond);
      return;
    }
    const link = linkUnder(mouse, event);
    const rows = state.rows.peek();
    const [from, to] = link === null ? [] : [rows[link.from]?.id, rows[link.to]?.id];
    if (link !== null && from !== undefined && to !== undefined) {
      state.link.value = { from, to, kind: link.kind, lag: link.lag, at: { x: event.clientX, y: event.clientY } };
      return;
    }
    const key = keyOf(target);
    if (key === undefined) {
      state.selection.value = emptySelection;
      state.notice.value = null;
      return;
    }
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (target.closest("[data-twisty]") !== null || (isPlain && rowOf(state, key)?.finished !== undefined)) {
      actions.toggleRow(key);
      return;
    }
    if (event.ctrlKey || event.metaKey) state.selection.value = toggleSelected(state.currentSelection.peek(), { key });
    else if (event.shiftKey) state.selection.value = selectRange(state.currentSelection.peek(), { key }, shownSpots(state));
    else {
      state.selection.value = selectOnly({ key });
      actions.follow(key);
    }
    // A bar cannot have the focus, so its row gets it.
    if (target.closest("[data-bar]") !== null) {
      state.focus.value = { key, column: null };
      mouse.scroller.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
    }
  };
}

export function onChartDoubleClick({ parts }: MouseContext): (event: MouseEvent) => void {
  const { state, actions } = parts;
  return (event) => {
    const { target } = event;
    const key = keyOf(target);
    const row = key === undefined ? undefined : rowOf(state, key);
    if (!(target instanceof Element) || key === undefined || row === undefined || target.closest("input, textarea, [data-twisty], [popover]") !== null) return;
    const name = target.closest<HTMLElement>("[data-column]")?.dataset["column"];
    const column = columns.find((known) => known === name);
    if (column === undefined) actions.open(key);
    else beginEdit(parts, row, column);
  };
}

/** Sets the context of VSCode's menu to the selected tasks, just before the menu reads it. */
export function onChartContextMenu({ parts }: MouseContext): (event: MouseEvent) => void {
  const { state } = parts;
  return ({ target }) => {
    const key = keyOf(target);
    const element = target instanceof Element ? target.closest<HTMLElement | SVGElement>("[data-bar], [data-row]") : null;
    if (key === undefined || element === null) return;
    if (!state.currentSelection.peek().keys.has(key)) state.selection.value = selectOnly({ key });
    const keys = keysFor(state, key);
    const taskIds = idsOf(state, keys);
    if (taskIds.length === 0) return;
    const statuses = keys.flatMap((known) => rowOf(state, known)?.status ?? []);
    const { project } = state.snapshot.peek() ?? {};
    const context = { webviewSection: "card", taskIds, ...taskContext(project, taskIds, statuses), preventDefaultContextMenuItems: true };
    element.dataset["vscodeContext"] = JSON.stringify(context);
  };
}

/** Shows that an arrow can be clicked, and adds a bar's tooltip. */
export function onChartMove(mouse: MouseContext): (event: PointerEvent) => void {
  return (event) => {
    if (event.buttons !== 0) return;
    const key = keyOf(event.target);
    if (key !== undefined) mouse.chart.addTooltip(key);
    mouse.svg.classList.toggle("over-link", linkUnder(mouse, event) !== null);
  };
}

/** Tells the chart which line is under the pointer, in the list or beside it. */
export function onRowHover({ chart, svg }: MouseContext): (event: PointerEvent) => void {
  return ({ target, buttons, clientY }) => {
    const isInBody = buttons === 0 && target instanceof Element && target.closest(".body") !== null;
    chart.hover(isInBody ? Math.floor((clientY - svg.getBoundingClientRect().top) / lineHeight) : -1);
  };
}

/** Wheel distance that doubles the width of a day. */
const WHEEL_PER_DOUBLING = 400;

export function onChartWheel({ parts, viewport, scroller }: MouseContext): (event: WheelEvent) => void {
  const { state } = parts;
  return (event) => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const by = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * 30 : event.deltaY;
    const x = event.clientX - scroller.getBoundingClientRect().left - viewport.gridWidth.peek();
    state.navigator.peek()?.zoomTo(state.px.peek() * 2 ** (-by / WHEEL_PER_DOUBLING), Math.max(0, x));
  };
}
