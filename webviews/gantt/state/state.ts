// Everything that the chart shows, as signals. The snapshot is the files' word, the rest is what the person wants.
import { computed, signal } from "@preact/signals";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { ReadOnlyReason } from "../../contract/common.ts";
import type { EstimableCommand, MissingEstimate } from "../../contract/estimate.ts";
import type { GanttQuery, GanttSnapshot } from "../../contract/gantt.ts";
import type { DependencyKind, Filter, GanttChoices, GanttMode, GanttRow, GanttView, ProposedMove } from "../../contract/generated/protocol.ts";
import type { Conflict } from "../../shared/conflicts.ts";
import { noLocale } from "../../shared/text/language.ts";
import type { DragState } from "./dragState.ts";
import { withPendingDates } from "./pendingDates.ts";
import type { PendingDates } from "./pendingDates.ts";
import { columns, defaultColumns } from "./columns.ts";
import type { Column, Widths } from "./columns.ts";
import type { PersistedState, Switches } from "./persistedState.ts";
import { emptySelection, withoutMissing } from "../../shared/selection.ts";
import type { Selection, Spot } from "../../shared/selection.ts";
import { linesOf, visibleRows } from "./tree.ts";
import { levelOf, levelPx } from "./zoom.ts";
import type { Level } from "./zoom.ts";

/** The row, and within it the cell, that has the tab stop. */
export interface Focus {
  key: string;
  /** Null for the row as a whole. */
  column: Column | null;
}

/** The cell in which something is typed. */
export interface Edit {
  key: string;
  column: Column;
  /** What the cell said when the person began, as text of its field. */
  seen: string;
}

/** A sentence at a row, such as why its bar sprang back. */
export interface Notice {
  key: string;
  text: string;
  /** What would go through with an estimate. */
  missingEstimate?: MissingEstimate<EstimableCommand>;
}

/** A dependency that is looked at. Ids, and the place on the page where it was clicked. */
export interface ChosenLink {
  from: string;
  to: string;
  kind: DependencyKind;
  lag: number;
  at: { x: number; y: number };
}

/** What moves the chart under the eyes; there while the chart is in the page. */
export interface ChartNavigator {
  /** Keeps the day at `x` (pixels from the chart's left edge) in place; its middle when absent. */
  zoomTo(px: number, x?: number): void;
  /** Everything from the first day to the last. */
  fit(): void;
  toDay(day: number): void;
  /** Brings a row and its bar into sight. */
  toRow(key: string): void;
  /** Brings a row into sight, wherever its bar is. */
  toLine(key: string): void;
}

export interface GanttState {
  snapshot: Signal<GanttSnapshot | null>;
  locale: Signal<string>;
  /** Why emptySelection could be loaded. */
  failure: Signal<string | null>;
  query: Signal<GanttQuery>;
  /** The mode that was chosen here; null for the project's. */
  chosenMode: Signal<GanttMode | null>;
  /** Pixels per day that were chosen here; null for the project's zoom. */
  chosenPx: Signal<number | null>;
  switches: Signal<Switches>;
  /** How much room grid and chart have together, in pixels. */
  room: Signal<{ width: number; height: number }>;
  /** The columns that were chosen; null for as many as fit. */
  chosenColumns: Signal<readonly Column[] | null>;
  widths: Signal<Widths>;
  /** How wide the grid was pulled, in pixels; null for as wide as its columns. */
  grid: Signal<number | null>;
  collapsed: Signal<ReadonlySet<string>>;
  selection: Signal<Selection>;
  focus: Signal<Focus | null>;
  edit: Signal<Edit | null>;
  notice: Signal<Notice | null>;
  /** Values that were typed into cells while another program changed them. */
  conflicts: Signal<readonly Conflict[]>;
  link: Signal<ChosenLink | null>;
  pendingDates: Signal<readonly PendingDates[]>;
  drag: Signal<DragState | null>;
  /** Other dates that are shown as ghosts: those of a proposal that is looked at. */
  ghosts: Signal<readonly ProposedMove[]>;
  navigator: Signal<ChartNavigator | null>;
  /** The panel that proposes other dates is open. */
  isScheduling: Signal<boolean>;

  view: ReadonlySignal<GanttView>;
  /** What is followed: the project's choices, with those made here in their place. */
  choices: ReadonlySignal<GanttChoices>;
  filter: ReadonlySignal<Filter>;
  px: ReadonlySignal<number>;
  level: ReadonlySignal<Level>;
  /** The grid's columns, as far as it is wide enough for them. */
  columns: ReadonlySignal<readonly Column[]>;
  /** All rows, with the dates that are held. */
  rows: ReadonlySignal<readonly GanttRow[]>;
  /** Position of each row by its key. */
  places: ReadonlySignal<ReadonlyMap<string, number>>;
  /** Positions of the rows that are seen, line by line. */
  shown: ReadonlySignal<readonly number[]>;
  /** The line on which each row, or what hides it, is seen. */
  lines: ReadonlySignal<Int32Array>;
  currentSelection: ReadonlySignal<Selection>;
  readOnly: ReadonlySignal<ReadOnlyReason>;
}

const noView: GanttView = {
  revision: 0,
  today: 0,
  rows: [],
  links: [],
  calendars: [{ week: [0, 8, 8, 8, 8, 8, 0], exceptions: [] }],
  milestones: [],
  baselines: [],
  choices: { sort: "manual", zoom: "week", mode: "plan", group: "tree", showWorkload: false, filterAssignee: "" },
  loads: [],
  end: null,
  circle: [],
};

export function createState(kept: PersistedState): GanttState {
  const snapshot = signal<GanttSnapshot | null>(null);
  const query = signal(kept.query);
  const chosenMode = signal(kept.mode);
  const chosenPx = signal(kept.px);
  const collapsed = signal<ReadonlySet<string>>(new Set(kept.collapsed));
  const selection = signal<Selection>({ ...emptySelection, keys: new Set(kept.selected) });
  const pendingDates = signal<readonly PendingDates[]>([]);
  // Nearly what it will turn out to be, so that the first drawing is not done twice.
  const room = signal({ width: innerWidth, height: innerHeight - 60 });
  const chosenColumns = signal<readonly Column[] | null>(kept.columns);
  const grid = signal(kept.grid);

  const view = computed(() => snapshot.value?.gantt ?? noView);
  const choices = computed(() => {
    const { choices: theirs } = view.value;
    const { sort = theirs.sort, group = theirs.group, loads = theirs.showWorkload } = query.value;
    return { ...theirs, sort, group, showWorkload: loads, mode: chosenMode.value ?? theirs.mode };
  });
  const px = computed(() => chosenPx.value ?? levelPx[view.value.choices.zoom]);
  const rows = computed(() => withPendingDates(view.value.rows, pendingDates.value));
  const places = computed(() => new Map(view.value.rows.map(({ key }, at) => [key, at])));
  const shown = computed(() => visibleRows(view.value.rows, collapsed.value));
  return {
    snapshot,
    locale: signal(noLocale),
    failure: signal(null),
    query,
    chosenMode,
    chosenPx,
    switches: signal(kept.switches),
    room,
    chosenColumns,
    widths: signal(kept.widths),
    grid,
    collapsed,
    selection,
    focus: signal(null),
    edit: signal(null),
    notice: signal(null),
    conflicts: signal([]),
    link: signal(null),
    pendingDates,
    drag: signal(null),
    ghosts: signal([]),
    navigator: signal(null),
    isScheduling: signal(false),
    view,
    choices,
    filter: computed(() => query.value.filter ?? filterFor(choices.value.filterAssignee)),
    px,
    columns: computed(() => chosenColumns.value ?? (grid.value === null ? defaultColumns(room.value.width) : columns)),
    level: computed(() => levelOf(px.value)),
    rows,
    places,
    shown,
    lines: computed(() => linesOf(view.value.rows, shown.value)),
    currentSelection: computed(() => withoutMissing(selection.value, (key) => places.value.has(key))),
    readOnly: computed(() => snapshot.value?.readOnly ?? null),
  };
}

function filterFor(assignee: string): Filter {
  return assignee === "" ? {} : { assignees: [assignee] };
}

export function rowOf(state: GanttState, key: string): GanttRow | undefined {
  const at = state.places.value.get(key);
  return at === undefined ? undefined : state.rows.value[at];
}

/** The keys of the rows that are seen, top down. */
export function shownKeys(state: GanttState): string[] {
  const { rows } = state.view.value;
  return state.shown.value.flatMap((at) => rows[at]?.key ?? []);
}

/** Returns the rows that are shown, top down, as the selection counts them. */
export function shownSpots(state: GanttState): Spot[] {
  return shownKeys(state).map((key) => ({ key }));
}

/** What the selection means for an action on one row: all chosen ones if it is withoutMissing them, else that row. In seen order. */
export function keysFor(state: GanttState, key: string): string[] {
  const { keys } = state.currentSelection.value;
  return keys.has(key) && keys.size > 1 ? shownKeys(state).filter((other) => keys.has(other)) : [key];
}

/** The ids of tasks; headings and tasks that cannot be changed are left out. */
export function idsOf(state: GanttState, keys: readonly string[]): string[] {
  return keys.flatMap((key) => {
    const row = rowOf(state, key);
    return row === undefined || row.id === "" || row.locked === true ? [] : [row.id];
  });
}
