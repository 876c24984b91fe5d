// The actions of the board, and the only place that sends requests to the host.
import { batch } from "@preact/signals";
import { t } from "@vscode/l10n";
import type { BoardContract, BoardQuery, BoardSnapshot } from "../../contract/board.ts";
import type { Display, PickableField, Refused, ShownView } from "../../contract/common.ts";
import { findMissingEstimate, withEstimate } from "../../contract/estimate.ts";
import type { BoardView, Card, Filter, Status } from "../../contract/generated/protocol.ts";
import { announce } from "../../shared/messages/announcer.ts";
import { withConflict, withoutConflict } from "../../shared/conflicts.ts";
import type { Conflict } from "../../shared/conflicts.ts";
import type { Connection } from "../../shared/connection.ts";
import { createRequiredContext } from "../../shared/context.ts";
import type { PageParts } from "../../shared/pages/createPage.tsx";
import { marksById } from "../../shared/time/timers.ts";
import { readDisplay } from "../state/display.ts";
import type { DropField, DropTarget } from "../state/dropTarget.ts";
import { beginAdding } from "./entry.ts";
import { boxesOf, glide, reveal } from "../dom/motion.ts";
import type { Boxes } from "../dom/motion.ts";
import { withToggledValue } from "../state/chipFilter.ts";
import type { ChipField } from "../state/chipFilter.ts";
import { moveOfDrop } from "../state/move.ts";
import { createAddTask } from "./newTask.ts";
import type { AddTask } from "./newTask.ts";
import { shareUnchanged } from "../state/columns.ts";
import type { Spot } from "../../shared/selection.ts";
import { idsOf, shownKeys } from "../state/state.ts";
import type { BoardState, Notice, OptimisticCommand } from "../state/state.ts";
import { pendingAfterAnswer, pendingAfterSnapshot } from "../../shared/optimistic.ts";
import { isShown } from "../state/optimisticCards.ts";
import type { PendingMove } from "../state/optimisticCards.ts";

export interface Actions {
  start(): Promise<void>;
  setQuery(query: Partial<BoardQuery>): Promise<void>;
  /** Filters by a value of a card, or no longer by it. */
  filterBy(field: ChipField, value: string): void;
  /** Selects all cards of a column that match the filter, including those not shown yet. */
  selectColumn(status: Status, anchor?: Spot): Promise<void>;
  /** Sets the WIP limit of a column; null removes it. */
  setLimit(status: Status, limit: number | null): Promise<void>;
  /**
   * Drops cards at a target; `from` is the last position of the first card, where the animation
   * starts.
   */
  move(keys: readonly string[], target: DropTarget, field: DropField, from: DOMRect | null): void;
  /** Marks the columns that the dragged cards may not enter, as soon as the engine has said which. */
  markClosedColumns(keys: readonly string[]): Promise<void>;
  /** Animates a card that was not dropped back to its lane. */
  putBack(keys: readonly string[], lane: string, from: DOMRect | null): void;
  /** Changes a card's title; `seen` is the title when editing began. */
  rename(key: string, title: string, seen: string): void;
  /** Resolves a title conflict with the typed title, or with the title in the file. */
  keepMine(conflict: Conflict): void;
  takeTheirs(conflict: Conflict): void;
  /** Sends a command again that was refused for a missing estimate, with the estimate. */
  retryWithEstimate(notice: Notice, hours: number): void;
  dismissNotice(): void;
  add: AddTask;
  open(key: string): void;
  /** Shows the terminal of the agent that holds the task. */
  goToHolder(key: string): void;
  /** Shows a proposal on the chart. */
  openProposal(id: string): void;
  /** Shows the first proposal for a card. Returns whether there is one. */
  showProposal(key: string): boolean;
  /** The card was selected: the preview tab shows it, if that is visible beside the board. */
  follow(key: string): void;
  /** Shows a filter, with what is displayed if a view says it. */
  showView(filter: Filter, display: Display | undefined): void;
  saveView(shown: ShownView): void;
  manageViews(shown: ShownView): void;
  remove(keys: readonly string[]): void;
  pick(field: PickableField, keys: readonly string[]): void;
  undo: () => void;
  redo: () => void;
  /** Shows a message if nothing can be changed. Returns whether it did. */
  refuseIfReadOnly(): boolean;
}

export type BoardParts = PageParts<BoardState, Actions>;
export const [BoardContext, useBoard] = createRequiredContext<BoardParts>("board");

export function createActions(state: BoardState, connection: Connection<BoardContract>): Actions {
  const { ask, toaster, attempt, attemptLatest, execute, reportSuccess, reportAnswer, undo, redo, refuseIfReadOnly } = connection;
  let lastChange = 0;

  connection.on("filter", (query) => void setQuery(query));
  const start = connection.follow({
    ready: () => ask.ready(state.query.peek()),
    receive: (snapshot) => receiveFor(state.query.peek(), snapshot),
    changed: receive,
    receiveTimers: (timers) => (state.timers.value = marksById(timers)),
    localeAfterPaint: true,
  });

  function receive({ project, today, readOnly, board }: BoardSnapshot): void {
    const before = state.snapshot.peek();
    keepUnsavedTitle(before?.board, board);
    state.pendingMoves.value = pendingAfterSnapshot(state.pendingMoves.peek());
    state.snapshot.value = { project, today, readOnly, board: shareUnchanged(before?.board, board) };
  }

  /** Cards and the marks in them change together. */
  function receiveFor({ filter }: BoardQuery, snapshot: BoardSnapshot): void {
    batch(() => {
      state.sought.value = filter.text ?? "";
      receive(snapshot);
    });
  }

  /** If the card whose title is being edited disappears, offers the text for a new task. */
  function keepUnsavedTitle(before: BoardView | undefined, after: BoardView): void {
    const entry = state.entry.peek();
    if (entry?.kind !== "title" || findCard(after, entry.key) !== undefined) return;
    const card = before === undefined ? undefined : findCard(before, entry.key);
    state.entry.value = null;
    if (card?.title === entry.text.trim()) return;
    const use = (): void => void beginAdding(state, actions, card?.status ?? "todo", entry.lane, entry.text);
    toaster.show({
      kind: "warning",
      text: t("{0} is no longer on the board. Your unsaved title: {1}", card?.id ?? entry.key, entry.text),
      action: { label: t("Use it for a new task"), run: use },
      lasting: true,
    });
  }

  async function setQuery(change: Partial<BoardQuery>): Promise<void> {
    state.query.value = { ...state.query.peek(), ...change };
    const snapshot = await attemptLatest(ask.view(state.query.peek()));
    if (snapshot !== undefined) receiveFor(state.query.peek(), snapshot);
  }

  function showAllOf(status: Status): Promise<void> {
    return setQuery({ unlimited: [...new Set([...state.query.peek().unlimited, status])] });
  }

  async function selectColumn(status: Status, anchor?: Spot): Promise<void> {
    const column = state.board.peek().columns.find((other) => other.status === status);
    if (column !== undefined && column.cards.length < column.total) await showAllOf(status);
    const keys = shownKeys(state).filter((key) => state.cards.peek().get(key)?.status === status);
    state.selection.value = { keys: new Set(keys), anchor: anchor ?? null };
    announce(t("{0} tasks selected", keys.length));
  }

  async function setLimit(status: Status, limit: number | null): Promise<void> {
    const result = await execute({ kind: "updateConfig", changes: [{ key: ["settings", "custom_fields", "wip_limits", status], value: limit }] });
    if (result.kind === "done") reportSuccess(result);
    else toaster.show({ kind: "error", text: result.message });
  }

  /**
   * Shows a change immediately and sends it; on failure reverts it and returns the cards to lane
   * `from`. `onStale` replaces the notice if another program changed the field first.
   */
  async function executeOptimistically(command: OptimisticCommand, keys: readonly string[], from: string, onStale?: (refusal: Refused) => void): Promise<void> {
    lastChange += 1;
    const id = lastChange;
    const revision = state.snapshot.peek()?.board.revision ?? 0;
    state.notice.value = null;
    state.pendingMoves.value = [...state.pendingMoves.peek(), { id, keys, revision, isConfirmed: false, ...pendingMoveOf(command) }];
    const result = await execute(command);
    if (result.kind === "done") {
      const seen = state.snapshot.peek()?.board;
      if (seen !== undefined) {
        const isIn = (change: PendingMove): boolean => seen.revision !== change.revision && isShown(seen, change);
        state.pendingMoves.value = pendingAfterAnswer(state.pendingMoves.peek(), id, result.changed, isIn);
      }
      reportSuccess(result);
      return;
    }
    const seen = boxesOf(keys, from);
    state.pendingMoves.value = state.pendingMoves.peek().filter((other) => other.id !== id);
    if (onStale !== undefined && result.kind === "refused" && result.code === "stale") {
      onStale(result);
      return;
    }
    const missing = findMissingEstimate(command, result);
    rejectMove(keys, seen, from, {
      text: result.message,
      ...(result.kind === "refused" && result.task !== undefined && { task: result.task }),
      ...(missing !== null && { missingEstimate: { ...missing, keys, from } }),
    });
  }

  function pendingMoveOf({ patch, card, position }: OptimisticCommand): Pick<PendingMove, "patch" | "place" | "parent"> {
    const parent = position?.parent;
    const under = parent === undefined || parent === null ? parent : { id: parent, title: state.parents.peek().get(parent) ?? parent };
    return { patch, ...(card !== undefined && { place: card }), ...(under !== undefined && { parent: under }) };
  }

  /** Returns cards to where the files place them and shows the reason at the card. */
  function rejectMove(keys: readonly string[], seen: Boxes, lane: string, { task, ...message }: Omit<Notice, "key"> & { task?: string }): void {
    const culprit = keys.find((key) => state.cards.peek().get(key)?.id === task) ?? keys[0];
    if (culprit !== undefined && state.cards.peek().has(culprit)) state.notice.value = { key: culprit, ...message };
    else toaster.show({ kind: "error", text: message.text });
    announce(t("Not changed. {0}", message.text));
    glide(seen, lane);
  }

  async function markClosedColumns(keys: readonly string[]): Promise<void> {
    state.closedColumns.value = {};
    if (state.readOnly.peek() !== null) return;
    const closed = await attempt(ask.closedColumns(idsOf(state, keys)));
    if (closed !== undefined && state.drag.peek()?.keys === keys) state.closedColumns.value = closed;
  }

  function move(keys: readonly string[], target: DropTarget, field: DropField, from: DOMRect | null): void {
    const cards = keys.flatMap((key) => state.cards.peek().get(key) ?? []);
    if (cards.length === 0) {
      toaster.show({ kind: "warning", text: t("Nothing was moved: the cards are no longer on the board.") });
      return;
    }
    const drop = moveOfDrop(target, cards, field, state.laneKind.peek());
    const seen = boxesOf(keys, field.from, from);
    switch (drop.kind) {
      case "nothing":
        announce(t("Dropped at its original position."));
        glide(seen, field.from);
        break;
      case "impossible":
        rejectMove(keys, seen, field.from, { text: drop.reason });
        break;
      case "command":
        void executeOptimistically(drop.command, keys, field.from);
        glide(seen, target.lane);
        if (keys[0] !== undefined) reveal(keys[0], target.lane);
        break;
    }
  }

  function openProposal(id: string): void {
    void attempt(ask.openProposal(id));
  }

  function rename(key: string, title: string, seen: string): void {
    const card = state.cards.peek().get(key);
    const next = title.trim();
    if (card === undefined || next === "" || next === seen || next === card.title) return;
    renameTo(card, next, seen);
  }

  /** If the title is no longer the seen one, the engine refuses and says who changed it. */
  function renameTo({ key, id }: Card, title: string, seen: string): void {
    const addTitleConflict = (refusal: Refused): void => addConflict({ key, field: "title", mine: title }, refusal);
    void executeOptimistically({ kind: "updateTasks", ids: [id], patch: { title }, seen: { title: seen } }, [key], "", addTitleConflict);
  }

  function addConflict(conflict: Conflict, { message, by }: Refused): void {
    state.conflicts.value = withConflict(state.conflicts.peek(), { ...conflict, ...(by !== undefined && { by }) });
    announce(t("Not changed. {0}", message));
  }

  function takeTheirs({ key, field }: Conflict): void {
    state.conflicts.value = withoutConflict(state.conflicts.peek(), key, field);
  }

  function keepMine(conflict: Conflict): void {
    takeTheirs(conflict);
    const card = state.cards.peek().get(conflict.key);
    if (card !== undefined) renameTo(card, conflict.mine, card.title);
  }

  function remove(keys: readonly string[]): void {
    const ids = idsOf(state, keys);
    if (ids.length > 0 && !refuseIfReadOnly()) void reportAnswer(ask.deleteTasks(ids));
  }

  const actions: Actions = {
    start,
    setQuery,
    filterBy: (field, value) => void setQuery({ filter: withToggledValue(state.query.peek().filter, field, value) }),
    selectColumn,
    setLimit,
    move,
    markClosedColumns,
    putBack: (keys, lane, from) => glide(boxesOf(keys, lane, from), lane),
    rename,
    keepMine,
    takeTheirs,
    retryWithEstimate: ({ missingEstimate }, hours) => {
      if (missingEstimate !== undefined) void executeOptimistically(withEstimate(missingEstimate, hours), missingEstimate.keys, missingEstimate.from);
    },
    dismissNotice: () => {
      state.notice.value = null;
    },
    add: createAddTask(state, toaster, { execute, reportSuccess, setQuery, showAllOf }),
    remove,
    undo,
    redo,
    refuseIfReadOnly,
    showView: (filter, display) => {
      if (display === undefined) {
        void setQuery({ filter });
        return;
      }
      const { lanes, cardFields, ...query } = readDisplay(display);
      state.laneKind.value = lanes;
      if (cardFields !== null) state.cardFields.value = cardFields;
      void setQuery({ filter, ...query });
    },
    saveView: (shown) => void attempt(ask.saveView(shown)),
    manageViews: (shown) => void attempt(ask.manageViews(shown)),
    open: (key) => {
      const id = state.cards.peek().get(key)?.id;
      if (id !== undefined) void attempt(ask.openTask(id));
    },
    goToHolder: (key) => {
      const id = state.cards.peek().get(key)?.id;
      if (id !== undefined) void attempt(ask.goToHolder(id));
    },
    openProposal,
    showProposal: (key) => {
      const id = state.cards.peek().get(key)?.proposed?.[0]?.id;
      if (id !== undefined) openProposal(id);
      return id !== undefined;
    },
    follow: (key) => {
      const id = state.cards.peek().get(key)?.id;
      if (id !== undefined) void attempt(ask.followTask(id));
    },
    pick: (field, keys) => {
      const ids = idsOf(state, keys);
      if (ids.length > 0 && !refuseIfReadOnly()) void reportAnswer(ask.pick({ field, ids }));
    },
  };
  return actions;
}

function findCard(board: BoardView, key: string): Card | undefined {
  return board.columns.flatMap(({ cards }) => cards).find((card) => card.key === key);
}
