// State of the chart as signals. The snapshot comes from the files, the rest from the user.
import { computed, signal } from "@preact/signals";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { ReadOnlyReason, TimerMark } from "../../contract/common.ts";
import type { EstimableCommand, MissingEstimate } from "../../contract/estimate.ts";
import type { GanttQuery, GanttSnapshot } from "../../contract/gantt.ts";
import type { DependencyKind, Filter, GanttChoices, GanttMode, GanttRow, GanttView, ProposalView, ProposedMove, SavedView } from "../../contract/generated/protocol.ts";
import type { Conflict } from "../../shared/conflicts.ts";
import type { PageState } from "../../shared/connection.ts";
import { noLocale } from "../../shared/text/language.ts";
import type { DragState } from "./dragState.ts";
import { withPendingDates } from "./pendingDates.ts";
import type { PendingDates } from "./pendingDates.ts";
import { columns, defaultColumns, usualWidths, widthOf } from "./columns.ts";
import type { Column, Widths } from "./columns.ts";
import type { PersistedState, Switches } from "./persistedState.ts";
import { emptySelection, withoutMissing } from "../../shared/selection.ts";
import type { Selection, Spot } from "../../shared/selection.ts";
import type { FittedDays } from "../time/fit.ts";
import { linesOf, visibleRows } from "./tree.ts";
import { levelOf, levelPx } from "./zoom.ts";
import type { Level } from "./zoom.ts";

/** The row or cell that has the tab stop. */
export interface Focus {
  key: string;
  /** Null for the whole row. */
  column: Column | null;
}

/** The cell that is being edited. */
export interface Edit {
  key: string;
  column: Column;
  /** The cell's text when editing began. */
  seen: string;
}

/** A message at a row, such as why a change was refused. */
export interface Notice {
  key: string;
  text: string;
  /** The command that an estimate would allow. */
  missingEstimate?: MissingEstimate<EstimableCommand>;
}

/** The selected dependency, by task IDs, with the clicked point of the page. */
export interface ChosenLink {
  from: string;
  to: string;
  kind: DependencyKind;
  lag: number;
  at: { x: number; y: number };
}

/** Scrolls and zooms the chart; null while the chart is not mounted. */
export interface ChartNavigator {
  /** Keeps the day at `x` (pixels from the chart's left edge, default: its middle) in place. */
  zoomTo(px: number, x?: number): void;
  /** Shows the open tasks, and the finished ones that have a line, from the first day to the last. */
  fit(): void;
  toDay(day: number): void;
  /** Scrolls to a row and its bar. */
  toRow(key: string): void;
  /** Scrolls to a row vertically. */
  toLine(key: string): void;
  /** Scrolls to proposed bars, and shows more days if they do not fit, or fewer if they are too small. */
  toProposed(moves: readonly ProposedMove[]): void;
}

export interface GanttState extends PageState<GanttSnapshot> {
  /** The running timers, by the ID of their task. */
  timers: Signal<ReadonlyMap<string, TimerMark>>;
  savedViews: Signal<readonly SavedView[]>;
  query: Signal<GanttQuery>;
  /** Mode chosen in this window; null for the project's. */
  chosenMode: Signal<GanttMode | null>;
  /** Pixels per day chosen in this window; null for the project's zoom. */
  chosenPx: Signal<number | null>;
  /** Scale at which the whole plan was readable when the chart opened; null where it was not. */
  openingFit: Signal<FittedDays | null>;
  switches: Signal<Switches>;
  /** Where the chart is scrolled to. */
  place: Signal<PersistedState["place"]>;
  /** Size of grid and chart together, in pixels. */
  room: Signal<{ width: number; height: number }>;
  /** Chosen columns; null for as many as fit. */
  chosenColumns: Signal<readonly Column[] | null>;
  /** Widths of the columns that the user has resized. */
  chosenWidths: Signal<Partial<Widths>>;
  /** Chosen width of the grid in pixels; null for the width of its columns. */
  grid: Signal<number | null>;
  /** Keys of the rows that the user has folded, or unfolded if they were folded at first. */
  toggled: Signal<ReadonlySet<string>>;
  selection: Signal<Selection>;
  focus: Signal<Focus | null>;
  edit: Signal<Edit | null>;
  notice: Signal<Notice | null>;
  /** Values that were typed into cells while another program changed them. */
  conflicts: Signal<readonly Conflict[]>;
  link: Signal<ChosenLink | null>;
  pendingDates: Signal<readonly PendingDates[]>;
  drag: Signal<DragState | null>;
  /** Dates of what the panel shows, rendered as ghosts. */
  ghosts: Signal<readonly ProposedMove[]>;
  /** The proposals of agents that wait for an answer, oldest first. */
  openProposals: Signal<readonly ProposalView[]>;
  /** ID of the proposal that the panel shows. */
  chosenProposal: Signal<string | null>;
  /** The proposal that the panel shows. */
  shownProposal: ReadonlySignal<ProposalView | null>;
  navigator: Signal<ChartNavigator | null>;
  /** The auto-schedule panel is open. */
  isScheduling: Signal<boolean>;

  view: ReadonlySignal<GanttView>;
  /** The effective settings: the project's, overridden by those of this window. */
  choices: ReadonlySignal<GanttChoices>;
  filter: ReadonlySignal<Filter>;
  px: ReadonlySignal<number>;
  level: ReadonlySignal<Level>;
  /** The grid's columns. */
  columns: ReadonlySignal<readonly Column[]>;
  widths: ReadonlySignal<Widths>;
  /** Widths of the grid and of the chart beside it, in pixels. */
  gridWidth: ReadonlySignal<number>;
  chartWidth: ReadonlySignal<number>;
  /** All rows, with pending dates applied. */
  rows: ReadonlySignal<readonly GanttRow[]>;
  /** Index of each row, by key. */
  places: ReadonlySignal<ReadonlyMap<string, number>>;
  /** Indexes of the visible rows, line by line. */
  shown: ReadonlySignal<readonly number[]>;
  /** Line of each row, or of the folded row that hides it. */
  lines: ReadonlySignal<Int32Array>;
  currentSelection: ReadonlySignal<Selection>;
  readOnly: ReadonlySignal<ReadOnlyReason>;
}

/** Minimum width of the chart beside the grid, in pixels. */
const MIN_CHART_WIDTH = 160;

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

export function createState(persisted: PersistedState): GanttState {
  const snapshot = signal<GanttSnapshot | null>(null);
  const query = signal(persisted.query);
  const chosenMode = signal(persisted.mode);
  const chosenPx = signal(persisted.px);
  const toggled = signal<ReadonlySet<string>>(new Set(persisted.toggled));
  const selection = signal<Selection>({ ...emptySelection, keys: new Set(persisted.selected) });
  const pendingDates = signal<readonly PendingDates[]>([]);
  // An estimate, so that the first rendering need not be repeated.
  const room = signal({ width: innerWidth, height: innerHeight - 60 });
  const chosenColumns = signal<readonly Column[] | null>(persisted.columns);
  const grid = signal(persisted.grid);

  const view = computed(() => snapshot.value?.gantt ?? noView);
  const choices = computed(() => {
    const { choices: theirs } = view.value;
    const { sort = theirs.sort, group = theirs.group, loads = theirs.showWorkload } = query.value;
    return { ...theirs, sort, group, showWorkload: loads, mode: chosenMode.value ?? theirs.mode };
  });
  const openProposals = signal<readonly ProposalView[]>([]);
  const chosenProposal = signal(persisted.proposal);
  const openingFit = signal<FittedDays | null>(null);
  const px = computed(() => chosenPx.value ?? openingFit.value?.px ?? levelPx[view.value.choices.zoom ?? "week"]);
  const switches = signal(persisted.switches);
  const chosenWidths = signal<Partial<Widths>>(persisted.widths);
  const shownColumns = computed(() => chosenColumns.value ?? (grid.value === null ? defaultColumns(room.value.width) : columns));
  const widths = computed(() => ({ ...usualWidths(shownColumns.value, room.value.width), ...chosenWidths.value }));
  const gridWidth = computed(() => {
    if (!switches.value.grid) return 0;
    const preferred = grid.value ?? widthOf(shownColumns.value, widths.value);
    return Math.max(80, Math.min(preferred, room.value.width - MIN_CHART_WIDTH));
  });
  const rows = computed(() => withPendingDates(view.value.rows, pendingDates.value));
  const places = computed(() => new Map(view.value.rows.map(({ key }, at) => [key, at])));
  const shown = computed(() => visibleRows(view.value.rows, toggled.value));
  return {
    snapshot,
    timers: signal(new Map()),
    savedViews: signal([]),
    locale: signal(noLocale),
    failure: signal(null),
    query,
    chosenMode,
    chosenPx,
    openingFit,
    switches,
    place: signal(persisted.place),
    room,
    chosenColumns,
    chosenWidths,
    widths,
    grid,
    toggled,
    selection,
    focus: signal(null),
    edit: signal(null),
    notice: signal(null),
    conflicts: signal([]),
    link: signal(null),
    pendingDates,
    drag: signal(null),
    ghosts: signal([]),
    openProposals,
    chosenProposal,
    shownProposal: computed(() => openProposals.value.find(({ id }) => id === chosenProposal.value) ?? null),
    navigator: signal(null),
    isScheduling: signal(false),
    view,
    choices,
    filter: computed(() => query.value.filter ?? filterFor(choices.value.filterAssignee)),
    px,
    columns: shownColumns,
    gridWidth,
    chartWidth: computed(() => Math.max(MIN_CHART_WIDTH, room.value.width - gridWidth.value)),
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

/** Returns the keys of the visible rows, top down. */
export function shownKeys(state: GanttState): string[] {
  const { rows } = state.view.value;
  return state.shown.value.flatMap((at) => rows[at]?.key ?? []);
}

/** Returns the visible rows, top down, for the selection. */
export function shownSpots(state: GanttState): Spot[] {
  return shownKeys(state).map((key) => ({ key }));
}

/**
 * Returns the rows that an action on one row affects: the selection if it contains the row, else
 * the row. In order.
 */
export function keysFor(state: GanttState, key: string): string[] {
  const { keys } = state.currentSelection.value;
  return keys.has(key) && keys.size > 1 ? shownKeys(state).filter((other) => keys.has(other)) : [key];
}

/** Returns the task IDs; headings and locked tasks are left out. */
export function idsOf(state: GanttState, keys: readonly string[]): string[] {
  return keys.flatMap((key) => {
    const row = rowOf(state, key);
    return row === undefined || row.id === "" || row.locked === true ? [] : [row.id];
  });
}
