// The actions of the page, and the only place that sends requests to the host.
import type { CommandResult, Page, PageTimers } from "../../contract/common.ts";
import type { TaskName, TimeFormat, TimeRow, TimerAction } from "../../contract/generated/protocol.ts";
import { errorText } from "../../contract/texts/texts.ts";
import type { TimePageChange } from "../../contract/time/timeChange.ts";
import type { TimeContract } from "../../contract/time/timePage.ts";
import { createHostRequests } from "../../shared/hostRequests.ts";
import { announce } from "../../shared/messages/announcer.ts";
import type { Toaster } from "../../shared/messages/toaster.ts";
import type { Client } from "../../shared/rpc.ts";
import { setLocale } from "../../shared/text/language.ts";
import { receivedNow } from "../../shared/time/timers.ts";
import { changeOf, emptyForm, fieldsOf, startNote } from "../rules/entryForm.ts";
import type { EntryFields, EntryForm, Problems } from "../rules/entryForm.ts";
import { contains, neighbor } from "../rules/period.ts";
import type { PeriodKind } from "../rules/period.ts";
import type { ChosenTask, Choices } from "./persistedState.ts";
import type { Cell, TimeState } from "./state.ts";
import { shareUnchanged } from "./structuralSharing.ts";

export type Actions = ReturnType<typeof createActions>;

export function createActions(state: TimeState, client: Client<TimeContract>, toaster: Toaster) {
  const { ask } = client;
  const requests = createHostRequests({ execute: ask.execute, readOnly: () => state.snapshot.peek()?.readOnly ?? null, toaster });
  /** Number of the latest request for entries; only its answer is shown. */
  let round = 0;

  client.on("changed", (snapshot) => {
    state.snapshot.value = snapshot;
    void load();
  });
  client.on("timers", receiveTimers);
  client.on("reading", (percent) => {
    state.reading.value = percent;
  });
  client.on("undoable", ({ summary }) => requests.offerUndo(summary, "info"));

  function receiveTimers(status: PageTimers): void {
    state.timers.value = receivedNow(status);
  }

  async function start(): Promise<void> {
    state.failure.value = null;
    try {
      const { strings, locale, reading, timers, ...snapshot } = await ask.ready();
      setLocale({ strings, locale });
      state.locale.value = locale;
      state.reading.value = reading;
      state.snapshot.value = snapshot;
      receiveTimers(timers);
    } catch (error) {
      state.failure.value = errorText(error);
      return;
    }
    await load();
  }

  async function load(): Promise<void> {
    round += 1;
    const mine = round;
    const period = state.period.peek();
    const loaded = await requests.attempt(ask.load(state.selection.peek()));
    if (mine !== round || loaded === undefined) return;
    state.loaded.value = { ...loaded, view: shareUnchanged(state.loaded.peek()?.view, loaded.view), period };
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
    if (requests.refuseIfReadOnly()) return;
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
    if (form === null || state.isSending.peek() || requests.refuseIfReadOnly()) return;
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
      requests.reportSuccess({ ...result, warnings: note === null ? result.warnings : [...result.warnings, note] });
      return;
    }
    state.problems.value = problemsOf(result);
    announce(result.message);
  }

  async function remove({ id, entry }: TimeRow): Promise<void> {
    if (requests.refuseIfReadOnly()) return;
    const result = await send({ kind: "delete", id, from: entry });
    if (result.kind === "done") requests.reportSuccess(result);
    else toaster.show({ kind: result.kind === "failed" ? "error" : "warning", text: result.message });
  }

  return {
    start,
    undo: requests.undo,
    redo: requests.redo,
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
    search: async (text: string): Promise<TaskName[]> => (await requests.attempt(ask.search(text))) ?? [],
    openPage: (page: Page) => void requests.attempt(ask.openPage(page)),
    openTask: (id: string) => void requests.attempt(ask.openTask(id)),
    timer: (action: TimerAction) => {
      if (!requests.refuseIfReadOnly()) void requests.attempt(ask.timer(action));
    },
    save: (format: TimeFormat) => void requests.attempt(ask.save({ selection: state.selection.peek(), format })),
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
