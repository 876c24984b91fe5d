// The scrollable window onto the sheet: its size, its position, and the part that is rendered.
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { GanttMilestone } from "../../contract/generated/protocol.ts";
import { columnsIn } from "../state/columns.ts";
import type { Column } from "../state/columns.ts";
import { linesOfMarks } from "../time/milestoneLines.ts";
import { dayAt, scaleFor, xOf } from "../time/scale.ts";
import type { Scale, Span } from "../time/scale.ts";
import { textWidth } from "./labels.ts";
import { axisHeight, lineHeight, milestoneHeight } from "./scene.ts";
import type { Window } from "./scene.ts";
import type { GanttState, ChartNavigator } from "../state/state.ts";
import { spanOf, stretchOf } from "../time/bars.ts";
import { fitOf, fitOfProposed, openingFitOf } from "./fitOf.ts";
import { clampPx, levelPx } from "../state/zoom.ts";

/** The scroller and its content. */
interface Elements {
  scroller: HTMLElement;
  sheet: HTMLElement;
}

/** From the left to the right edge. */
export interface Sight {
  left: number;
  right: number;
}

export interface Viewport {
  window: Signal<Window>;
  /** The part of the chart in sight, in pixels of the sheet. Changes with each scroll event. */
  sight: ReadonlySignal<Sight>;
  span: ReadonlySignal<Span>;
  scale: ReadonlySignal<Scale>;
  gridWidth: ReadonlySignal<number>;
  /** The line of each milestone, 0 for the one next to the bars. */
  milestoneLines: ReadonlySignal<readonly number[]>;
  /** Height of the time axis with the milestones, in pixels. */
  headHeight: ReadonlySignal<number>;
  /** Columns that are at least partly visible. */
  columns: ReadonlySignal<readonly Column[]>;
  /** Sizes of the sheet as CSS custom properties, by name. */
  measures: ReadonlySignal<Record<string, string>>;
  /** Follows the scroller. Returns a function that ends this. */
  attach(elements: Elements): () => void;
}

/** The sheet is rendered in tiles, so that most scrolling renders nothing. */
const tileWidth = 200;
const tileLines = 4;
const beyond = 4;

/** Returns the width of a milestone's name with its sign, in pixels. */
export function milestoneWidth({ name, late }: GanttMilestone): number {
  return textWidth(name) + (late > 0 ? 18 : 0);
}

export function createViewport(state: GanttState): Viewport {
  const { place, room: size } = state;
  untracked(() => {
    const view = state.view.value;
    if (view.choices.zoom === undefined) state.openingFit.value ??= openingFitOf({ ...view, shown: state.shown.value }, state.choices.value.mode, state.chartWidth.value);
  });
  const span = computed(() => spanOf(state.view.value, state.choices.value.mode, state.ghosts.value));
  const { gridWidth, chartWidth } = state;
  // A joined string, so that rows are not rendered again while the same columns stay visible.
  const seen = computed(() => columnsIn(state.columns.value, state.widths.value, gridWidth.value).join(" "));
  const columns = computed(() => seen.value.split(" ") as Column[]);
  const scale = computed(() => scaleFor(span.value, state.px.value, chartWidth.value));
  const window = signal<Window>(untracked(() => windowAt(xOf(scale.value, place.value?.day ?? initialDay()), place.value?.top ?? 0)));

  const scrolled = signal(0);
  const sight = computed(() => ({ left: scrolled.value, right: scrolled.value + chartWidth.value }));

  const milestoneLines = computed(() => {
    const marks = state.view.value.milestones.map((milestone) => ({ x: xOf(scale.value, milestone.day + 1), name: milestoneWidth(milestone) }));
    return linesOfMarks(marks, xOf(scale.value, state.view.value.today + 0.5));
  });
  const headHeight = computed(() => axisHeight + milestoneHeight * (1 + Math.max(0, ...milestoneLines.value)));

  const measures = computed(() => ({
    "--grid": `${gridWidth.value}px`,
    "--chart": `${Math.round(scale.value.days * scale.value.px)}px`,
    "--head": `${headHeight.value}px`,
    "--rows": `${Math.max((state.shown.value.length + 1) * lineHeight, size.value.height - headHeight.value)}px`,
  }));

  /**
   * Returns the initial day at the left edge: the beginning if everything fits, else shortly before
   * today.
   */
  function initialDay(): number {
    const { first, last } = span.value;
    const room = chartWidth.value / scale.value.px;
    const opening = state.chosenPx.value === null ? state.openingFit.value : null;
    if (opening !== null) return opening.first - opening.lead / opening.px;
    return last - first < room * 0.9 ? first - room * 0.03 : state.view.value.today - room * 0.2;
  }

  /** Returns the window for a scroll position. */
  function windowAt(left: number, top: number): Window {
    const tile = (at: number): number => Math.floor(at / tileWidth) * tileWidth;
    const line = (at: number): number => Math.floor(at / lineHeight / tileLines) * tileLines;
    return {
      left: tile(left) - tileWidth,
      right: tile(left + chartWidth.value) + 2 * tileWidth,
      first: Math.max(0, line(top) - beyond),
      after: line(top + size.value.height) + tileLines + beyond,
    };
  }

  function attach({ scroller, sheet }: Elements): () => void {
    /** The day at the left edge, independent of scale; null until something is shown. */
    let leftDay: number | null = untracked(() => place.value?.day ?? null);
    let restored = false;

    function measure(): void {
      size.value = { width: scroller.clientWidth, height: scroller.clientHeight };
    }

    /** Resizes the sheet and keeps the day at the left edge. */
    function layOut(): void {
      const { origin, px } = scale.value;
      for (const [name, value] of Object.entries(measures.value)) sheet.style.setProperty(name, value);
      if (state.snapshot.value === null) return;
      leftDay ??= initialDay();
      const left = Math.round((leftDay - origin) * px);
      if (Math.abs(scroller.scrollLeft - left) >= 1) scroller.scrollLeft = left;
      if (!restored) scroller.scrollTop = untracked(() => place.value?.top ?? 0);
      restored = true;
      updateWindow();
    }

    function updateWindow(): void {
      scrolled.value = scroller.scrollLeft;
      const next = untracked(() => windowAt(scroller.scrollLeft, scroller.scrollTop));
      const before = window.peek();
      const same = next.left === before.left && next.right === before.right && next.first === before.first && next.after === before.after;
      if (!same) window.value = next;
    }

    function onScroll(): void {
      const { scrollLeft, scrollTop } = scroller;
      const expected = leftDay === null ? 0 : Math.round(xOf(scale.peek(), leftDay));
      // A position that was set here is reported rounded; ignore differences below one pixel.
      if (Math.abs(scrollLeft - expected) >= 1) leftDay = dayAt(scale.peek(), scrollLeft);
      if (leftDay !== null && restored) place.value = { day: leftDay, top: scrollTop };
      updateWindow();
    }

    const navigator: ChartNavigator = {
      zoomTo: (wanted, x = chartWidth.peek() / 2) => {
        const px = clampPx(wanted);
        const day = dayAt(scale.peek(), scroller.scrollLeft + x);
        batch(() => {
          leftDay = day - x / px;
          state.chosenPx.value = px;
          layOut();
        });
        rememberPlace();
      },
      fit: () => {
        const { px: fitting, lead, first } = fitOf({ ...state.view.peek(), shown: state.shown.peek() }, state.choices.peek().mode, chartWidth.peek(), state.ghosts.peek());
        const px = clampPx(fitting);
        batch(() => {
          leftDay = first - lead / px;
          state.chosenPx.value = px;
          layOut();
        });
        rememberPlace();
      },
      toDay: (day) => {
        scroller.scrollLeft = Math.round(xOf(scale.peek(), day + 0.5) - chartWidth.peek() / 2);
      },
      toRow: (key) => {
        const at = state.places.peek().get(key);
        const row = at === undefined ? undefined : state.rows.peek()[at];
        if (at === undefined || row === undefined) return;
        showLine(state.lines.peek()[at] ?? 0);
        const stretch = stretchOf(row);
        if (stretch !== null) showSpan(xOf(scale.peek(), stretch.first), xOf(scale.peek(), stretch.after));
      },
      toProposed: (moves) => {
        // The panel beside the chart may have opened just now.
        measure();
        const fit = fitOfProposed(moves, chartWidth.peek(), Math.max(scale.peek().px, levelPx.week));
        const isInSight = (first: number, last: number): boolean =>
          xOf(scale.peek(), first) >= scroller.scrollLeft && xOf(scale.peek(), last + 1) <= scroller.scrollLeft + chartWidth.peek();
        if (fit !== null && (scale.peek().px < levelPx.month || !isInSight(fit.first, fit.last))) {
          const px = clampPx(fit.px);
          batch(() => {
            leftDay = fit.first - fit.lead / px;
            if (px < scale.peek().px || scale.peek().px < levelPx.month) state.chosenPx.value = px;
            layOut();
          });
          rememberPlace();
        }
        const lines = moves.flatMap(({ key }) => state.lines.peek()[state.places.peek().get(key) ?? -1] ?? []);
        if (lines.length === 0) return;
        showLine(Math.max(...lines));
        showLine(Math.min(...lines));
      },
      toLine: (key) => {
        const at = state.places.peek().get(key);
        if (at !== undefined) showLine(state.lines.peek()[at] ?? 0);
      },
    };

    function rememberPlace(): void {
      if (leftDay !== null) place.value = { day: leftDay, top: scroller.scrollTop };
    }

    /** Returns the greatest distance from the top at which a whole line is visible. */
    function roomForLines(): number {
      return scroller.clientHeight - headHeight.peek() - lineHeight - (scroller.querySelector<HTMLElement>(".loads")?.offsetHeight ?? 0);
    }

    function showLine(line: number): void {
      const top = line * lineHeight;
      const room = roomForLines();
      if (top < scroller.scrollTop) scroller.scrollTop = top;
      else if (top > scroller.scrollTop + room) scroller.scrollTop = top - room;
    }

    /** Keeps the focused row in sight when a change of the project moves it to another line. */
    function followFocus(): () => void {
      let before: { rows: unknown; key: string; line: number } | null = null;
      return effect(() => {
        const { rows } = state.view.value;
        const key = state.focus.value?.key ?? "";
        const line = state.lines.value[state.places.value.get(key) ?? -1] ?? -1;
        const known = before;
        before = { rows, key, line };
        if (known === null || known.rows === rows || known.key !== key || line < 0) return;
        const past = known.line * lineHeight - scroller.scrollTop;
        if (past > -lineHeight && past < roomForLines() + lineHeight) showLine(line);
      });
    }

    function showSpan(left: number, right: number): void {
      const width = chartWidth.peek();
      const { scrollLeft } = scroller;
      if (left >= scrollLeft && right <= scrollLeft + width) return;
      scroller.scrollLeft = Math.round(right - left > width * 0.8 ? left - width * 0.1 : (left + right - width) / 2);
    }

    const stops: (() => void)[] = [];
    // Also reports the initial size, before the first paint. Measuring earlier would force an extra
    // layout.
    const watch = new ResizeObserver(() => {
      batch(() => {
        measure();
        if (stops.length === 0) stops.push(effect(layOut), followFocus());
        state.navigator.value = navigator;
      });
    });
    watch.observe(scroller);
    scroller.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      for (const stop of stops) stop();
      watch.disconnect();
      scroller.removeEventListener("scroll", onScroll);
      state.navigator.value = null;
    };
  }

  return { window, sight, span, scale, gridWidth, milestoneLines, headHeight, columns, measures, attach };
}
