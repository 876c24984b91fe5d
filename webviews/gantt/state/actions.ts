// The actions of the chart, and the only place that sends requests to the host.
import { effect } from "@preact/signals";
import { t } from "@vscode/l10n";
import type { CommandResult, Display, PickableField, Refused, ShownView } from "../../contract/common.ts";
import { findMissingEstimate, withEstimate } from "../../contract/estimate.ts";
import type { GanttContract, GanttExport, GanttQuery, GanttSnapshot } from "../../contract/gantt.ts";
import type { DependencyKind, Filter, GanttMode, Proposal, ProposalChoice, ProposalView, ProposedMove, Reschedule, TaskPatch } from "../../contract/generated/protocol.ts";
import type { PageCommand } from "../../contract/pageCommands.ts";
import { reuseEqual } from "../../shared/equality.ts";
import { announce } from "../../shared/messages/announcer.ts";
import { withConflict, withoutConflict } from "../../shared/conflicts.ts";
import type { Conflict } from "../../shared/conflicts.ts";
import type { Connection } from "../../shared/connection.ts";
import { createRequiredContext } from "../../shared/context.ts";
import type { PageParts } from "../../shared/pages/createPage.tsx";
import { marksById } from "../../shared/time/timers.ts";
import { configChanges } from "./configChanges.ts";
import type { Choice } from "./configChanges.ts";
import { pendingAfterAnswer, pendingAfterSnapshot } from "../../shared/optimistic.ts";
import type { Dates } from "./pendingDates.ts";
import type { Switches } from "./persistedState.ts";
import { selectOnly } from "../../shared/selection.ts";
import { readDisplay } from "./display.ts";
import { idsOf, rowOf } from "./state.ts";
import type { ChartNavigator, GanttState, Notice } from "./state.ts";
import { isFolded, parentOf } from "./tree.ts";
import { levelPx, zoomInConfig } from "./zoom.ts";
import type { Level } from "./zoom.ts";

export interface Actions {
  start(): Promise<void>;
  /** Changes the query; what the project's configuration can express is saved there. */
  setQuery(change: Partial<GanttQuery>): Promise<void>;
  setMode(mode: GanttMode): void;
  zoom(level: Level): void;
  toggleSwitch(name: keyof Switches): void;
  toggleRow(key: string): void;
  /** Expands what hides a row, selects it and scrolls to it. */
  reveal(key: string): void;
  /** Shows a proposal of an agent with its bars; null closes it. */
  chooseProposal(id: string | null): void;
  /** Returns a proposal with the dates that some of its changes lead to; undefined if it was answered or the request failed. */
  previewProposal(id: string, only: ProposalChoice[]): Promise<ProposalView | undefined>;
  /** Unfolds and scrolls to the proposed bars. */
  showProposed(moves: readonly ProposedMove[]): void;
  /** Previews other dates; undefined if the request failed. */
  propose(reschedule: Reschedule): Promise<Proposal | undefined>;
  /** Gives tasks other dates; bars show `dates` meanwhile. Returns whether it succeeded. */
  reschedule(reschedule: Reschedule, key: string, dates: ReadonlyMap<string, Dates>, onStale?: OnStale): Promise<boolean>;
  /** Changes fields of one task; `seen` are the previous values. */
  update(key: string, patch: TaskPatch, seen: TaskPatch, onStale: OnStale): Promise<boolean>;
  /** Keeps a typed value until the user has resolved the conflict. */
  addConflict(conflict: Conflict, refusal: Refused): void;
  takeTheirs(conflict: Conflict): void;
  /** Sends a command again that was refused for a missing estimate, with the estimate. */
  retryWithEstimate(notice: Notice, hours: number): void;
  dismissNotice(): void;
  /** Adds a dependency or changes its kind and lag. Tasks are given by ID. */
  addLink(from: string, to: string, kind: DependencyKind, lag: number): Promise<boolean>;
  removeLink(from: string, to: string): Promise<boolean>;
  /** Runs any other command and reports the result with Undo. A refusal is shown at row `key`. */
  runCommand(command: PageCommand, key?: string): Promise<boolean>;
  saveBaseline(): void;
  save(file: GanttExport): void;
  /** The row was selected: the preview tab shows its task, if that is visible beside the chart. */
  follow(key: string): void;
  /** Shows a filter, with what is displayed if a view says it. */
  showView(filter: Filter, display: Display | undefined): void;
  saveView(shown: ShownView): void;
  manageViews(shown: ShownView): void;
  /** Shows a warning. */
  warn(text: string): void;
  open(key: string): void;
  remove(keys: readonly string[]): void;
  pick(field: PickableField, keys: readonly string[]): void;
  undo: () => void;
  redo: () => void;
  /** Shows a message if nothing can be changed. Returns whether it did. */
  refuseIfReadOnly(): boolean;
  /** Saves pending view settings. */
  flush(): void;
}

/** Called instead of a notice if another program changed the field first. */
export type OnStale = (refusal: Refused) => void;

/** View settings are saved together once the user has stopped changing them. */
const SAVE_DELAY_MS = 400;

export type GanttParts = PageParts<GanttState, Actions>;
export const [GanttContext, useGantt] = createRequiredContext<GanttParts>("chart");

export function createActions(state: GanttState, connection: Connection<GanttContract>): Actions {
  const { ask, toaster, attempt, attemptLatest, execute, reportSuccess, reportAnswer, undo, redo, refuseIfReadOnly } = connection;
  let lastChange = 0;
  let lastLoad = 0;
  /** Proposal to show once the proposals are read. */
  let pendingProposal: string | null = null;
  let unsavedChoices: Choice = {};
  let timer = 0;
  /** Task to reveal once there are rows. */
  let pendingReveal: string | null = null;

  connection.on("reveal", ({ id }) => find(id));
  connection.on("proposal", ({ id }) => chooseProposal(id));
  const start = connection.follow({
    ready: () => ask.ready(state.query.peek()),
    receive,
    receiveTimers: (timers) => (state.timers.value = marksById(timers)),
    started: () => {
      if (pendingReveal !== null) find(pendingReveal);
    },
    localeAfterPaint: true,
  });

  function find(id: string): void {
    const row = state.view.peek().rows.find((other) => other.id === id);
    if (state.snapshot.peek() === null) pendingReveal = id;
    else if (row === undefined) toaster.show({ kind: "info", text: t("{0} is not in the chart. The filter may hide it.", id) });
    else reveal(row.key);
  }

  function receive({ project, today, readOnly, gantt }: GanttSnapshot): void {
    state.pendingDates.value = pendingAfterSnapshot(state.pendingDates.peek());
    state.snapshot.value = { project, today, readOnly, gantt };
    void loadProposals(project.needsYou.proposals > 0);
  }

  /** Reads what agents propose, which changes with each change of the plan. */
  async function loadProposals(areThere: boolean): Promise<void> {
    lastLoad += 1;
    const mine = lastLoad;
    const proposals = areThere ? await ask.proposals({}).catch(() => undefined) : [];
    if (proposals === undefined || mine !== lastLoad) return;
    const before = state.openProposals.peek();
    if (proposals.length > 0 || before.length > 0) state.openProposals.value = proposals.map(reuseEqual(before, ({ id }) => id));
    const wanted = pendingProposal ?? state.chosenProposal.peek();
    const isMissing = wanted !== null && !proposals.some(({ id }) => id === wanted);
    if (isMissing) state.chosenProposal.value = null;
    if (pendingProposal !== null && isMissing) toaster.show({ kind: "info", text: t("The proposal has been answered.") });
    else if (pendingProposal !== null) chooseProposal(pendingProposal);
    pendingProposal = null;
  }

  function chooseProposal(id: string | null): void {
    state.chosenProposal.value = id;
    const shown = state.shownProposal.peek();
    if (id !== null && shown === null) {
      pendingProposal = id;
      void loadProposals(true);
    }
    if (shown === null) return;
    state.isScheduling.value = false;
    const own = shown.moves.filter(({ follows }) => !follows);
    // The panel takes its room from the chart first.
    requestAnimationFrame(() => {
      if (own.length > 0) showProposed(own);
      else withNavigator((sight) => sight.toRow(keyOf(state, shown.elements.find(({ task }) => task !== "")?.task ?? "")));
    });
  }

  function showProposed(moves: readonly ProposedMove[]): void {
    unfoldTo(moves.map(({ key }) => key));
    withNavigator((sight) => sight.toProposed(moves));
  }

  async function setQuery(change: Partial<GanttQuery>): Promise<void> {
    state.query.value = { ...state.query.peek(), ...change };
    remember(change);
    const snapshot = await attemptLatest(ask.view(state.query.peek()));
    if (snapshot !== undefined) receive(snapshot);
  }

  function remember(choice: Choice): void {
    if (state.readOnly.peek() !== null) return;
    unsavedChoices = { ...unsavedChoices, ...choice };
    clearTimeout(timer);
    timer = window.setTimeout(flush, SAVE_DELAY_MS);
  }

  function flush(): void {
    clearTimeout(timer);
    const changes = configChanges(unsavedChoices);
    unsavedChoices = {};
    if (changes.length > 0) void execute({ kind: "updateConfig", changes });
  }

  function report(command: PageCommand, result: CommandResult, key: string, onStale?: OnStale): boolean {
    reportSuccess(result);
    if (result.kind === "done") return true;
    const missing = findMissingEstimate(command, result);
    if (onStale !== undefined && result.kind === "refused" && result.code === "stale") onStale(result);
    else if (key === "") toaster.show({ kind: result.kind === "failed" ? "error" : "warning", text: result.message });
    else {
      state.notice.value = { key, text: result.message, ...(missing !== null && { missingEstimate: missing }) };
      announce(t("Not changed. {0}", result.message));
    }
    return false;
  }

  async function carryOut(command: PageCommand, key = "", onStale?: OnStale): Promise<boolean> {
    if (refuseIfReadOnly()) return false;
    state.notice.value = null;
    return report(command, await execute(command), key, onStale);
  }

  function addConflict(conflict: Conflict, { message, by }: Refused): void {
    state.conflicts.value = withConflict(state.conflicts.peek(), { ...conflict, ...(by !== undefined && { by }) });
    announce(t("Not changed. {0}", message));
  }

  async function reschedule(change: Reschedule, key: string, dates: ReadonlyMap<string, Dates>, onStale?: OnStale): Promise<boolean> {
    if (refuseIfReadOnly()) return false;
    lastChange += 1;
    const id = lastChange;
    state.notice.value = null;
    state.pendingDates.value = [...state.pendingDates.peek(), { id, dates, revision: state.view.peek().revision, isConfirmed: false }];
    const command: PageCommand = { kind: "reschedule", reschedule: change };
    const result = await execute(command);
    const { revision } = state.view.peek();
    const changed = result.kind === "done" && result.changed;
    state.pendingDates.value = pendingAfterAnswer(state.pendingDates.peek(), id, changed, (pending) => pending.revision !== revision);
    return report(command, result, key, onStale);
  }

  function reveal(key: string): void {
    if (!state.places.peek().has(key)) return;
    unfoldTo([key]);
    state.selection.value = selectOnly({ key });
    state.focus.value = { key, column: null };
    withNavigator((sight) => sight.toRow(key));
  }

  function unfoldTo(keys: readonly string[]): void {
    const { rows } = state.view.peek();
    const toggled = new Set(state.toggled.peek());
    let isChanged = false;
    for (const key of keys) {
      const at = state.places.peek().get(key) ?? -1;
      for (let above = parentOf(rows, at); above >= 0; above = parentOf(rows, above)) {
        const row = rows[above];
        if (row === undefined || !isFolded(row, toggled)) continue;
        toggle(toggled, row.key);
        isChanged = true;
      }
    }
    if (isChanged) state.toggled.value = toggled;
  }

  /** Runs immediately, or as soon as the chart is mounted. */
  function withNavigator(run: (sight: ChartNavigator) => void): void {
    const shown = state.navigator.peek();
    if (shown !== null) {
      run(shown);
      return;
    }
    const stop = effect(() => {
      const sight = state.navigator.value;
      if (sight === null) return;
      // After the effect: within it, the chart would have its old size.
      queueMicrotask(() => {
        stop();
        run(sight);
      });
    });
  }

  function setMode(mode: GanttMode): void {
    state.chosenMode.value = mode;
    remember({ mode });
  }

  return {
    start,
    setQuery,
    setMode,
    zoom: (level) => {
      const sight = state.navigator.peek();
      if (sight === null) state.chosenPx.value = levelPx[level];
      else sight.zoomTo(levelPx[level]);
      remember({ zoom: zoomInConfig(level) });
    },
    toggleSwitch: (name) => {
      state.switches.value = { ...state.switches.peek(), [name]: !state.switches.peek()[name] };
    },
    toggleRow: (key) => {
      const toggled = new Set(state.toggled.peek());
      toggle(toggled, key);
      state.toggled.value = toggled;
    },
    reveal,
    chooseProposal,
    previewProposal: async (id, only) => (await ask.proposals({ id, only }).catch(() => []))[0],
    showProposed,
    propose: (change) => ask.propose(change).catch(() => undefined),
    reschedule,
    update: (key, patch, seen, onStale) => {
      const [id] = idsOf(state, [key]);
      return id === undefined ? Promise.resolve(false) : carryOut({ kind: "updateTasks", ids: [id], patch, seen }, key, onStale);
    },
    addConflict,
    takeTheirs: ({ key, field }) => {
      state.conflicts.value = withoutConflict(state.conflicts.peek(), key, field);
    },
    retryWithEstimate: ({ key, missingEstimate }, hours) => {
      if (missingEstimate !== undefined) void carryOut(withEstimate(missingEstimate, hours), key);
    },
    dismissNotice: () => {
      state.notice.value = null;
    },
    addLink: (from, to, kind, lag) =>
      carryOut({ kind: "updateTasks", ids: [to], patch: { dependency: { id: from, kind, lag } } }, keyOf(state, to)),
    removeLink: (from, to) => carryOut({ kind: "updateTasks", ids: [to], patch: { dependencies: { remove: [from] } } }, keyOf(state, to)),
    runCommand: (command, key) => carryOut(command, key),
    saveBaseline: () => {
      if (!refuseIfReadOnly()) void reportAnswer(ask.saveBaseline());
    },
    save: (file) => void attempt(ask.save(file)),
    showView: (filter, display) => {
      const { query, mode, switches } = readDisplay(display ?? {});
      state.switches.value = { ...state.switches.peek(), ...switches };
      if (mode !== undefined) setMode(mode);
      void setQuery({ filter, ...query });
    },
    saveView: (shown) => void attempt(ask.saveView(shown)),
    manageViews: (shown) => void attempt(ask.manageViews(shown)),
    warn: (text) => toaster.show({ kind: "warning", text }),
    open: (key) => {
      const row = rowOf(state, key);
      if (row !== undefined && row.id !== "") void attempt(row.locked === true ? ask.openFile(row.id) : ask.openTask(row.id));
    },
    follow: (key) => {
      const row = rowOf(state, key);
      if (row !== undefined && row.id !== "" && row.locked !== true) void attempt(ask.followTask(row.id));
    },
    remove: (keys) => {
      const ids = idsOf(state, keys);
      if (ids.length > 0 && !refuseIfReadOnly()) void reportAnswer(ask.deleteTasks(ids));
    },
    pick: (field, keys) => {
      const ids = idsOf(state, keys);
      if (ids.length > 0 && !refuseIfReadOnly()) void reportAnswer(ask.pick({ field, ids }));
    },
    undo,
    redo,
    refuseIfReadOnly,
    flush,
  };
}

function toggle(keys: Set<string>, key: string): void {
  if (!keys.delete(key)) keys.add(key);
}

function keyOf(state: GanttState, id: string): string {
  return state.view.peek().rows.find((row) => row.id === id)?.key ?? "";
}
