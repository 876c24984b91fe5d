// Everything that the board shows, as signals. The snapshot is the files' word, the rest is what the person wants.
import { computed, signal } from "@preact/signals";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { BoardQuery, BoardSnapshot } from "../../contract/board.ts";
import type { ReadOnlyReason } from "../../contract/common.ts";
import type { MissingEstimate } from "../../contract/estimate.ts";
import type { BoardView, Card, Command, Status } from "../../contract/generated/protocol.ts";
import type { Conflict } from "../../shared/conflicts.ts";
import type { DropTarget } from "./dropTarget.ts";
import type { Entry, PersistedState } from "./persistedState.ts";
import { lanesOf } from "./lanes.ts";
import type { Lane, LaneKind } from "./lanes.ts";
import { emptySelection, withoutMissing } from "../../shared/selection.ts";
import type { Selection, Spot } from "../../shared/selection.ts";
import { withPendingMoves } from "./optimisticCards.ts";
import type { PendingMove } from "./optimisticCards.ts";
import { isEmpty } from "../../shared/filter/filter.ts";
import { noLocale } from "../../shared/text/language.ts";

export interface DragState {
  keys: readonly string[];
  target: DropTarget | null;
}

/** A command whose effect is shown before it is carried out. */
export type OptimisticCommand = Extract<Command, { kind: "updateTasks" | "placeCards" }>;

/** A sentence at a card, such as why it could not be dropped. */
export interface Notice {
  key: string;
  text: string;
  /** What would go through with an estimate: the command, whose cards it is about and the lane that they came from. */
  missingEstimate?: MissingEstimate<OptimisticCommand> & { keys: readonly string[]; from: string };
}

/** Why a new task was not accepted. */
export interface EntryProblem {
  text: string;
  /** It would be accepted with an estimate. */
  needsEstimate: boolean;
}

export interface BoardState {
  snapshot: Signal<BoardSnapshot | null>;
  locale: Signal<string>;
  /** Why emptySelection could be loaded. */
  failure: Signal<string | null>;
  pendingMoves: Signal<readonly PendingMove[]>;
  query: Signal<BoardQuery>;
  laneKind: Signal<LaneKind>;
  foldedColumns: Signal<readonly Status[]>;
  foldedLanes: Signal<readonly string[]>;
  selection: Signal<Selection>;
  entry: Signal<Entry | null>;
  /** Why what is being typed was not accepted. */
  entryProblem: Signal<EntryProblem | null>;
  notice: Signal<Notice | null>;
  /** Titles that were typed while another program renamed the task. */
  conflicts: Signal<readonly Conflict[]>;
  drag: Signal<DragState | null>;
  /** The cards in the air, whatever they are over. */
  draggedKeys: ReadonlySignal<readonly string[]>;
  /** How many cards of a cell are drawn by now. */
  renderedCount: Signal<number>;
  /** The snapshot with what is wished. */
  board: ReadonlySignal<BoardView>;
  /** The columns that the filter leaves. */
  columns: ReadonlySignal<readonly Status[]>;
  lanes: ReadonlySignal<readonly Lane[]>;
  cards: ReadonlySignal<ReadonlyMap<string, Card>>;
  /** Titles of the tasks that have cards below them, by key. */
  parents: ReadonlySignal<ReadonlyMap<string, string>>;
  currentSelection: ReadonlySignal<Selection>;
  readOnly: ReadonlySignal<ReadOnlyReason>;
}

/** Height of most cards, in pixels. */
const USUAL_CARD_HEIGHT = 84;
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

const noBoard: BoardView = { revision: 0, columns: [] };
const none: readonly string[] = [];

export function createState(kept: PersistedState): BoardState {
  const snapshot = signal<BoardSnapshot | null>(null);
  const pendingMoves = signal<readonly PendingMove[]>([]);
  const query = signal(kept.query);
  const laneKind = signal(kept.laneKind);
  const selection = signal<Selection>({ ...emptySelection, keys: new Set(kept.selected) });
  const drag = signal<DragState | null>(null);
  const board = computed(() => withPendingMoves(snapshot.value?.board ?? noBoard, pendingMoves.value));
  const cards = computed(() => new Map(board.value.columns.flatMap((column) => column.cards.map((card) => [card.key, card]))));
  return {
    snapshot,
    locale: signal(noLocale),
    failure: signal(null),
    pendingMoves,
    query,
    laneKind,
    foldedColumns: signal(kept.foldedColumns),
    foldedLanes: signal(kept.foldedLanes),
    selection,
    entry: signal(kept.entry),
    entryProblem: signal(null),
    notice: signal(null),
    conflicts: signal(kept.conflicts),
    drag,
    renderedCount: signal(Object.values(kept.scroll).some(([, top]) => top > 0) ? Infinity : initialCards()),
    draggedKeys: computed(() => drag.value?.keys ?? none),
    board,
    columns: computed(() => {
      const wanted = query.value.filter.statuses ?? [];
      const all = board.value.columns.map(({ status }) => status);
      return wanted.length === 0 ? all : all.filter((status) => wanted.includes(status));
    }),
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

/** All cards where they are seen: lane by lane, column by column. */
export function shownSpots(state: BoardState): Spot[] {
  return state.lanes.value.flatMap(({ key: lane, cells }) =>
    state.foldedLanes.value.includes(laneName(state, lane))
      ? []
      : state.columns.value.flatMap((status) =>
          state.foldedColumns.value.includes(status) ? [] : (cells.get(status) ?? []).map(({ key }) => ({ key, lane })),
        ),
  );
}

/** The keys of all cards in that order, each once. */
export function shownKeys(state: BoardState): string[] {
  return [...new Set(shownSpots(state).map(({ key }) => key))];
}

/** A lane's name withoutMissing what is kept: the same value may be a lane of two kinds. */
export function laneName(state: BoardState, lane: string): string {
  return `${state.laneKind.value}:${lane}`;
}

/** What the selection means for an action on one card: all chosen ones if it is withoutMissing them, else that card. In seen order. */
export function keysFor(state: BoardState, key: string): string[] {
  const { keys } = state.currentSelection.value;
  return keys.has(key) ? shownKeys(state).filter((other) => keys.has(other)) : [key];
}

export function idsOf(state: BoardState, keys: readonly string[]): string[] {
  return keys.flatMap((key) => state.cards.value.get(key)?.id ?? []);
}
