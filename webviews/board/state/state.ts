// State of the board as signals. The snapshot comes from the files, the rest from the user.
import { computed, signal } from "@preact/signals";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { BoardQuery, BoardSnapshot, ClosedColumns } from "../../contract/board.ts";
import type { ReadOnlyReason, TimerMark } from "../../contract/common.ts";
import type { MissingEstimate } from "../../contract/estimate.ts";
import type { BoardView, Card, SavedView, Status } from "../../contract/generated/protocol.ts";
import type { PageCommand } from "../../contract/pageCommands.ts";
import type { Conflict } from "../../shared/conflicts.ts";
import type { PageState } from "../../shared/connection.ts";
import type { DropTarget } from "./dropTarget.ts";
import type { Entry, PersistedState } from "./persistedState.ts";
import type { CardField } from "./cardFields.ts";
import { foldedColumns, shownColumns } from "./columns.ts";
import type { Folds } from "./columns.ts";
import { lanesOf } from "./lanes.ts";
import type { Lane, LaneKind } from "./lanes.ts";
import { emptySelection, withoutMissing } from "../../shared/selection.ts";
import type { Selection, Spot } from "../../shared/selection.ts";
import { withPendingMoves } from "./optimisticCards.ts";
import type { PendingMove } from "./optimisticCards.ts";
import { isEmpty } from "../../shared/filter/filter.ts";
import { noLocale } from "../../shared/text/language.ts";

interface DragState {
  keys: readonly string[];
  target: DropTarget | null;
}

/** A command whose effect is shown before it is carried out. */
export type OptimisticCommand = Extract<PageCommand, { kind: "updateTasks" }>;

/** A message at a card, such as why it could not be dropped. */
export interface Notice {
  key: string;
  text: string;
  /** The command that an estimate would allow, with its cards and the lane that they came from. */
  missingEstimate?: MissingEstimate<OptimisticCommand> & { keys: readonly string[]; from: string };
}

/** Why a new task was not accepted. */
export interface EntryProblem {
  text: string;
  /** True if an estimate would make it acceptable. */
  needsEstimate: boolean;
}

export interface BoardState extends PageState<BoardSnapshot> {
  /** The running timers, by the ID of their task. */
  timers: Signal<ReadonlyMap<string, TimerMark>>;
  savedViews: Signal<readonly SavedView[]>;
  pendingMoves: Signal<readonly PendingMove[]>;
  query: Signal<BoardQuery>;
  /** The text of the filter that the cards match. */
  sought: Signal<string>;
  laneKind: Signal<LaneKind>;
  /** Columns that the user has collapsed or expanded. */
  folds: Signal<Folds>;
  hiddenColumns: Signal<readonly Status[]>;
  foldedColumns: ReadonlySignal<readonly Status[]>;
  foldedLanes: Signal<readonly string[]>;
  selection: Signal<Selection>;
  cardFields: Signal<readonly CardField[]>;
  entry: Signal<Entry | null>;
  /** Why the typed text was not accepted. */
  entryProblem: Signal<EntryProblem | null>;
  notice: Signal<Notice | null>;
  /** Titles that were typed while another program renamed the task. */
  conflicts: Signal<readonly Conflict[]>;
  drag: Signal<DragState | null>;
  scroll: Signal<PersistedState["scroll"]>;
  /** Columns that the dragged cards may not enter, with the reason. */
  closedColumns: Signal<ClosedColumns>;
  /** Keys of the dragged cards. */
  draggedKeys: ReadonlySignal<readonly string[]>;
  /** Number of cards of a cell that are rendered so far. */
  renderedCount: Signal<number>;
  /** The snapshot with pending changes applied. */
  board: ReadonlySignal<BoardView>;
  /** The columns that are shown. */
  columns: ReadonlySignal<readonly Status[]>;
  lanes: ReadonlySignal<readonly Lane[]>;
  cards: ReadonlySignal<ReadonlyMap<string, Card>>;
  /** Titles of parent tasks, by key. */
  parents: ReadonlySignal<ReadonlyMap<string, string>>;
  currentSelection: ReadonlySignal<Selection>;
  readOnly: ReadonlySignal<ReadOnlyReason>;
}

/** Height of most cards with the gap below, in pixels. */
const USUAL_CARD_HEIGHT = 78;
/** Cards per step of the whole board: few enough not to block the page noticeably. */
const CARDS_PER_STEP = 200;

/** Returns how many cards of a column fit into the window. */
function initialCards(): number {
  return Math.ceil(window.innerHeight / USUAL_CARD_HEIGHT);
}

/** Returns how many more cards of each column to render next; null when all are rendered. */
export function stepSize({ board, renderedCount }: Pick<BoardState, "board" | "renderedCount">): number | null {
  const unfinished = board.value.columns.filter(({ cards }) => cards.length > renderedCount.value).length;
  return unfinished === 0 ? null : CARDS_PER_STEP / unfinished;
}

const noBoard: BoardView = { revision: 0, unfiltered: 0, columns: [] };
const none: readonly string[] = [];

export function createState(persisted: PersistedState): BoardState {
  const snapshot = signal<BoardSnapshot | null>(null);
  const pendingMoves = signal<readonly PendingMove[]>([]);
  const query = signal(persisted.query);
  const laneKind = signal(persisted.laneKind);
  const selection = signal<Selection>({ ...emptySelection, keys: new Set(persisted.selected) });
  const drag = signal<DragState | null>(null);
  const folds = signal(persisted.folds);
  const hiddenColumns = signal<readonly Status[]>(persisted.hiddenColumns);
  const board = computed(() => withPendingMoves(snapshot.value?.board ?? noBoard, pendingMoves.value));
  const cards = computed(() => new Map(board.value.columns.flatMap((column) => column.cards.map((card) => [card.key, card]))));
  return {
    snapshot,
    timers: signal(new Map()),
    savedViews: signal([]),
    locale: signal(noLocale),
    failure: signal(null),
    pendingMoves,
    query,
    sought: signal(""),
    laneKind,
    folds,
    hiddenColumns,
    foldedColumns: computed(() => foldedColumns(board.value.columns, folds.value)),
    foldedLanes: signal(persisted.foldedLanes),
    selection,
    cardFields: signal(persisted.cardFields),
    entry: signal(persisted.entry),
    entryProblem: signal(null),
    notice: signal(null),
    conflicts: signal(persisted.conflicts),
    drag,
    scroll: signal(persisted.scroll),
    closedColumns: signal({}),
    renderedCount: signal(Object.values(persisted.scroll).some(([, top]) => top > 0) ? Infinity : initialCards()),
    draggedKeys: computed(() => drag.value?.keys ?? none),
    board,
    columns: computed(() => shownColumns(board.value.columns, hiddenColumns.value, query.value.filter.statuses ?? [])),
    lanes: computed(() => {
      const project = snapshot.value?.project;
      const unfiltered = isEmpty(query.value.filter);
      return project === undefined ? [] : lanesOf(board.value, laneKind.value, project, unfiltered);
    }),
    cards,
    parents: computed(() => new Map([...cards.value.values()].map(({ parent = "", parentTitle = parent }) => [parent, parentTitle]))),
    currentSelection: computed(() => withoutMissing(selection.value, (key) => cards.value.has(key))),
    readOnly: computed(() => snapshot.value?.readOnly ?? null),
  };
}

/** Returns all visible cards, lane by lane, column by column. */
export function shownSpots(state: BoardState): Spot[] {
  return state.lanes.value.flatMap(({ key: lane, cells }) =>
    state.foldedLanes.value.includes(laneName(state, lane))
      ? []
      : state.columns.value.flatMap((status) =>
          state.foldedColumns.value.includes(status) ? [] : (cells.get(status) ?? []).map(({ key }) => ({ key, lane })),
        ),
  );
}

/** Returns the keys of all visible cards in that order, each once. */
export function shownKeys(state: BoardState): string[] {
  return [...new Set(shownSpots(state).map(({ key }) => key))];
}

/**
 * Returns the name under which a lane's fold is stored: two kinds of lanes may have the same value.
 */
export function laneName(state: BoardState, lane: string): string {
  return `${state.laneKind.value}:${lane}`;
}

/**
 * Returns the cards that an action on one card affects: the selection if it contains the card, else
 * the card. In board order.
 */
export function keysFor(state: BoardState, key: string): string[] {
  const { keys } = state.currentSelection.value;
  return keys.has(key) ? shownKeys(state).filter((other) => keys.has(other)) : [key];
}

export function idsOf(state: BoardState, keys: readonly string[]): string[] {
  return keys.flatMap((key) => state.cards.value.get(key)?.id ?? []);
}
