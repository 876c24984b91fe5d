// The actions of the page, and the only place that sends requests to the host.
import type { CommandResult } from "../../contract/common.ts";
import type { TaskName, TimeFormat, TimeRow, TimerAction } from "../../contract/generated/protocol.ts";
import { errorText } from "../../contract/texts/texts.ts";
import type { TimePageChange } from "../../contract/time/timeChange.ts";
import type { TimeContract } from "../../contract/time/timePage.ts";
import type { Connection } from "../../shared/connection.ts";
import { createRequiredContext } from "../../shared/context.ts";
import type { PageParts } from "../../shared/pages/createPage.tsx";
import { reuseEqual } from "../../shared/equality.ts";
import { announce } from "../../shared/messages/announcer.ts";
import { receivedNow } from "../../shared/time/timers.ts";
import { changeOf, emptyForm, fieldsOf, startNote } from "../rules/entryForm.ts";
import type { EntryFields, EntryForm, Problems } from "../rules/entryForm.ts";
import { contains, neighbor } from "../rules/period.ts";
import type { PeriodKind } from "../rules/period.ts";
import type { ChosenTask, Choices } from "./persistedState.ts";
import type { Cell, TimeState } from "./state.ts";

export type Actions = ReturnType<typeof createActions>;

export const [TimeContext, useTime] = createRequiredContext<PageParts<TimeState, Actions>>("time");

export function createActions(state: TimeState, { ask, attempt, attemptLatest, follow, report, reportSuccess, refuseIfReadOnly }: Connection<TimeContract>) {
  const start = follow({
    ready: () => ask.ready(),
    receive: (snapshot) => {
      state.snapshot.value = snapshot;
      void load();
    },
    receiveTimers: (timers) => (state.timers.value = receivedNow(timers)),
  });

  async function load(): Promise<void> {
    const period = state.period.peek();
    const loaded = await attemptLatest(ask.load(state.selection.peek()));
    if (loaded === undefined) return;
    const reuse = reuseEqual(state.loaded.peek()?.view.entries ?? [], ({ id }) => id);
    state.loaded.value = { ...loaded, view: { ...loaded.view, entries: loaded.view.entries.map(reuse) }, period };
    // Its last entry may be gone.
    if (state.groups.peek().length === 0) state.cell.value = null;
  }

  function choose(change: Partial<Choices>): void {
    state.cell.value = null;
    state.choices.value = { ...state.choices.peek(), ...change };
    void load();
  }

  /** Shows the week or month with a day; that of today goes on with the days. */
  function showDay(day: number): void {
    const { kind } = state.choices.peek();
    const today = state.today.peek();
    choose({ day });
    if (contains(state.period.peek(), today)) state.choices.value = { ...state.choices.peek(), kind, day: null };
  }

  function open(form: EntryForm): void {
    if (refuseIfReadOnly()) return;
    state.problems.value = {};
    state.form.value = form;
  }

  function openRow(mode: "edit" | "move" | "split", { id, entry }: TimeRow): void {
    const fields = fieldsOf(entry, state.titles.peek().get(entry.task) ?? "", state.zone.peek());
    open({ mode, id, from: entry, fields: mode === "split" ? { ...fields, duration: "", span: null } : fields });
  }

  async function send(change: TimePageChange): Promise<CommandResult> {
    try {
      return await ask.change(change);
    } catch (error) {
      return { kind: "failed", message: errorText(error) };
    }
  }

  /** Sends what the form means; the form stays open with the reason if that fails. */
  async function submit(): Promise<void> {
    const form = state.form.peek();
    if (form === null || state.isSending.peek() || refuseIfReadOnly()) return;
    const change = changeOf(form, state.zone.peek(), state.dayContext.peek());
    if (change !== null && "problems" in change) {
      state.problems.value = change.problems;
      return;
    }
    if (change === null) {
      state.form.value = null;
      return;
    }
    state.isSending.value = true;
    const result = await send(change);
    state.isSending.value = false;
    if (result.kind === "done") {
      state.form.value = null;
      const note = startNote(form, state.zone.peek(), state.dayContext.peek());
      reportSuccess({ ...result, warnings: note === null ? result.warnings : [...result.warnings, note] });
      return;
    }
    state.problems.value = problemsOf(result);
    announce(result.message);
  }

  async function remove({ id, entry }: TimeRow): Promise<void> {
    if (!refuseIfReadOnly()) report(await send({ kind: "delete", id, from: entry }));
  }

  function timer(action: TimerAction): void {
    if (!refuseIfReadOnly()) void attempt(ask.timer(action));
  }

  return {
    start,
    step: (direction: 1 | -1) => showDay(neighbor(state.period.peek(), direction).from),
    showDay,
    showToday: () => choose({ day: null }),
    showKind: (kind: PeriodKind) => {
      // From a month, the week of today if it is in the month.
      const period = state.period.peek();
      choose({ kind, day: contains(period, state.today.peek()) ? null : period.from });
    },
    showTask: (task: ChosenTask | null) => choose({ task }),
    clearFilter: () => choose({ task: null, actor: null }),
    showActor: (actor: string | null) => choose({ actor }),
    /** Limits the list to the entries of a task on a day; null ends this. */
    showCell: (cell: Cell | null) => {
      state.cell.value = cell;
    },
    /** Opens the form for a new entry. Without a day, it is that of today, or else the first one shown. */
    add: (task: ChosenTask | null, day: number | null) => {
      const period = state.period.peek();
      const today = state.today.peek();
      open(emptyForm(day ?? (contains(period, today) ? today : period.from), task ?? state.choices.peek().task));
    },
    edit: (row: TimeRow) => openRow("edit", row),
    move: (row: TimeRow) => openRow("move", row),
    split: (row: TimeRow) => openRow("split", row),
    remove,
    type: (fields: Partial<EntryFields>) => {
      const form = state.form.peek();
      if (form === null) return;
      state.form.value = { ...form, fields: { ...form.fields, ...fields } };
      state.problems.value = {};
    },
    submit,
    cancel: () => {
      state.form.value = null;
    },
    search: async (text: string): Promise<TaskName[]> => (await attempt(ask.search(text))) ?? [],
    openTask: (id: string) => void attempt(ask.openTask(id)),
    timer,
    startTimer: (id: string) => timer({ kind: "start", id, alone: false }),
    save: (format: TimeFormat) => void attempt(ask.save({ selection: state.selection.peek(), format })),
  };
}

/** Returns the reason of a refusal at the field that it is about. */
function problemsOf(result: Exclude<CommandResult, { kind: "done" }>): Problems {
  const { message } = result;
  if (result.kind === "failed") return { form: message };
  if (result.field === "seconds") return { duration: message };
  if (result.field === "start") return { start: message };
  return result.task === undefined ? { form: message } : { task: message };
}
