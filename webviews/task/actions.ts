// What a person can do here, and the only place that asks the host. Commands go out one after the other, so that each
// one is planned on what the one before it left.
import { t } from "@vscode/l10n";
import type { CommandResult } from "../contract/common.ts";
import type { Command, CriterionEdit, ListPatch, TaskName, TaskPatch } from "../contract/generated/protocol.ts";
import type { Requests } from "../contract/rpc.ts";
import type { TaskContract, TaskSnapshot } from "../contract/task.ts";
import { applyEdit, matchRows } from "./criterionRows.ts";
import { arrived, insisted, isUnsaved, returned, saved, sent, typed } from "./draft.ts";
import type { Agrees, Draft, Value } from "./draft.ts";
import { fields } from "./fields.ts";
import type { Parsed, Unreadable } from "./fields.ts";
import type { Kept } from "./kept.ts";
import { fileValue, isFieldName, placeOf, rowKey } from "./state.ts";
import type { DraftId, Entry, Notice, Place, TaskState } from "./state.ts";

export interface Surroundings {
  /** What the last page kept, if there was one. */
  kept: Kept | null;
  /** Keeps the person's words across a reload. */
  keep(kept: Omit<Kept, "scroll">): void;
  /** Says something to a screen reader. */
  announce(message: string): void;
  /** Milliseconds without typing after which text is saved. */
  pause: number;
}

export type Actions = ReturnType<typeof createActions>;

export function createActions(rpc: Requests<TaskContract>, state: TaskState, around: Surroundings) {
  const timers = new Map<DraftId, ReturnType<typeof setTimeout>>();
  /** What each field said when the person began to type in it, for Escape. */
  const origins = new Map<DraftId, Value>();
  let queue: Promise<unknown> = Promise.resolve();
  let criterionEdits = 0;
  let criteriaArrived = false;
  let lastKey = 0;
  const newKey = (): string => `c${(lastKey += 1)}`;

  const agreesIn =
    (id: DraftId): Agrees =>
    (text, value) => {
      if (isFieldName(id) && text === fields[id].show(value, state.reading.peek())) return true;
      const parsed = parse(id, text);
      return parsed.ok && parsed.value === value;
    };

  function keep(): void {
    const task = state.task.peek();
    if (task === null) return;
    const [drafts, rows] = [state.drafts.peek(), state.rows.peek()];
    around.keep({ task: task.card.key, drafts, rows, entries: state.entries.peek(), preview: state.preview.peek() });
  }

  function setDraft(id: DraftId, draft: Draft | null): void {
    const { [id]: old, ...others } = state.drafts.peek();
    if (draft === null && old === undefined) return;
    state.drafts.value = draft === null ? others : { ...others, [id]: draft };
    keep();
  }

  function setNotice(place: Place, notice: Notice | null): void {
    const { [place]: old, ...others } = state.notices.peek();
    if (notice === null && old === undefined) return;
    state.notices.value = notice === null ? others : { ...others, [place]: notice };
  }

  function clearNotices(origin: Place): void {
    for (const [place, notice] of Object.entries(state.notices.peek())) {
      if (notice?.origin === origin) setNotice(place as Place, null);
    }
  }

  function clearTimer(id: DraftId): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
  }

  /** Sends a command when the ones before it are answered. */
  function execute(origin: Place, command: () => Command | null, text?: string): Promise<CommandResult | null> {
    const run = async (): Promise<CommandResult | null> => {
      const wanted = command();
      if (wanted === null) return null;
      clearNotices(origin);
      state.sending.value += 1;
      try {
        const result = await rpc.execute(wanted);
        tell(origin, result, text);
        return result;
      } catch (error) {
        const result = { kind: "failed", message: messageOf(error) } as const;
        tell(origin, result, text);
        return result;
      } finally {
        state.sending.value -= 1;
      }
    };
    const answer = queue.then(run);
    queue = answer;
    return answer;
  }

  function tell(origin: Place, result: CommandResult, text: string | undefined): void {
    const wanted = text === undefined ? {} : { text };
    switch (result.kind) {
      case "done":
        if (result.warnings.length > 0)
          setNotice(origin, { kind: "warning", message: result.warnings.join(" "), origin });
        return;
      case "failed":
        setNotice(origin, { kind: "failed", message: result.message, origin, ...wanted });
        break;
      case "refused": {
        const notice: Notice = { kind: "refused", message: result.message, code: result.code, origin, ...wanted };
        setNotice(origin, notice);
        const named = result.field === undefined ? null : placeOf(result.field);
        const isHere = result.task === undefined || result.task === ownId();
        if (named !== null && named !== origin && isHere) setNotice(named, notice);
        break;
      }
    }
    around.announce(result.message);
  }

  const ownId = (): string => state.task.peek()?.card.id ?? "";

  function update(patch: TaskPatch, seen?: TaskPatch): Command {
    return { kind: "updateTasks", ids: [ownId()], patch, ...(seen === undefined ? {} : { seen }) };
  }

  /** The command that writes a draft; null when there is nothing to write or nowhere to write it. */
  function commandOf(id: DraftId, value: Value, draft: Draft): Command | null {
    if (isFieldName(id)) {
      const field = fields[id];
      return update(field.patch(value), field.entry === "choice" ? undefined : field.patch(draft.base));
    }
    const index = state.rows.peek().findIndex((row) => row.key === rowKey(id));
    const row = state.rows.peek()[index];
    if (row === undefined) return null;
    const criterion: CriterionEdit = { kind: "reword", index, item: row.item, to: String(value) };
    state.rows.value = applyEdit(state.rows.peek(), criterion, newKey);
    return update({ criterion });
  }

  /** Saves a field if something in it is unsaved. `again` tries even what was refused before. */
  async function flush(id: DraftId, again = false): Promise<void> {
    clearTimer(id);
    const draft = state.drafts.peek()[id];
    if (draft === undefined || state.readOnly.peek() !== null) return;
    const agrees = agreesIn(id);
    if (!isUnsaved(draft, agrees)) {
      const file = fileValue(state, id);
      if (draft.sending === undefined && draft.theirs === undefined && file === draft.base) setDraft(id, null);
      return;
    }
    const parsed = parse(id, draft.text);
    if (!parsed.ok) {
      cannotRead(id, parsed.reason);
      return;
    }
    if (!again && state.notices.peek()[id]?.text === draft.text) return;
    if (!isFieldName(id)) criterionEdits += 1;
    setDraft(id, sent(draft, parsed.value));
    const result = await execute(id, () => commandOf(id, parsed.value, draft), draft.text);
    if (!isFieldName(id)) endCriterionEdit(result);
    settle(id, result);
  }

  function settle(id: DraftId, result: CommandResult | null): void {
    const draft = state.drafts.peek()[id];
    const file = fileValue(state, id);
    if (draft === undefined || file === undefined) return;
    const agrees = agreesIn(id);
    if (result?.kind === "done") setDraft(id, saved(draft, file, agrees));
    else if (isFieldName(id) && fields[id].entry === "choice") setDraft(id, null);
    else setDraft(id, returned(draft, file, agrees));
    const left = state.drafts.peek()[id];
    if (left !== undefined && result?.kind === "done" && isUnsaved(left, agrees)) schedule(id);
  }

  function cannotRead(id: DraftId, reason: Unreadable): void {
    setNotice(id, {
      kind: "unreadable",
      message: unreadable(reason),
      origin: id,
      text: state.drafts.peek()[id]?.text ?? "",
    });
  }

  function parse(id: DraftId, text: string): Parsed {
    return isFieldName(id) ? fields[id].parse(text, state.reading.peek()) : { ok: true, value: text.trim() };
  }

  function schedule(id: DraftId): void {
    clearTimer(id);
    if (isFieldName(id) && fields[id].entry === "word") return;
    timers.set(
      id,
      setTimeout(() => void flush(id), around.pause),
    );
  }

  function type(id: DraftId, text: string): void {
    const file = fileValue(state, id);
    const draft = state.drafts.peek()[id];
    if (file === undefined && draft === undefined) return;
    if (!origins.has(id)) origins.set(id, draft?.base ?? file ?? null);
    clearNotices(id);
    setNotice(id, null);
    setDraft(id, typed(draft, text, file ?? null));
    schedule(id);
  }

  /** A choice is saved at once. */
  function choose(id: DraftId, text: string): Promise<void> {
    type(id, text);
    return flush(id);
  }

  /** The person leaves a field. */
  async function leave(id: DraftId): Promise<void> {
    origins.delete(id);
    await flush(id);
  }

  /** Back to what the field said when the person began to type. */
  async function revert(id: DraftId): Promise<void> {
    const origin = origins.get(id);
    const draft = state.drafts.peek()[id];
    clearNotices(id);
    setNotice(id, null);
    if (draft?.theirs !== undefined || origin === undefined) {
      clearTimer(id);
      setDraft(id, null);
    } else {
      const file = fileValue(state, id);
      const text = isFieldName(id) ? fields[id].show(origin, state.reading.peek()) : String(origin);
      if (file !== undefined) setDraft(id, typed(draft, text, file));
      await flush(id);
    }
    origins.delete(id);
  }

  async function keepMine(id: DraftId): Promise<void> {
    const draft = state.drafts.peek()[id];
    if (draft === undefined) return;
    clearNotices(id);
    setDraft(id, insisted(draft));
    await flush(id, true);
  }

  function takeTheirs(id: DraftId): void {
    clearTimer(id);
    clearNotices(id);
    origins.delete(id);
    setDraft(id, null);
  }

  async function flushAll(): Promise<void> {
    await Promise.all((Object.keys(state.drafts.peek()) as DraftId[]).map((id) => flush(id, true)));
  }

  function receive(snapshot: TaskSnapshot): void {
    state.snapshot.value = snapshot;
    if (snapshot.task === null) return;
    criteriaArrived = true;
    if (criterionEdits === 0) readCriteria();
    for (const id of Object.keys(state.drafts.peek()) as DraftId[]) {
      const draft = state.drafts.peek()[id];
      const file = fileValue(state, id);
      if (draft === undefined || file === undefined) continue;
      const next = arrived(draft, file, agreesIn(id));
      if (next === null || next.theirs !== undefined) {
        clearTimer(id);
        origins.delete(id);
      }
      setDraft(id, next);
    }
  }

  function readCriteria(): void {
    state.rows.value = matchRows(state.rows.peek(), state.task.peek()?.criteria ?? [], newKey);
  }

  /** Local rows stand until the file is known to say the same, so that no row jumps back and forth. */
  function endCriterionEdit(result: CommandResult | null): void {
    criterionEdits -= 1;
    if (criterionEdits === 0 && (criteriaArrived || result?.kind !== "done")) readCriteria();
  }

  async function editCriteria(edit: CriterionEdit, origin: Place = "criteria"): Promise<CommandResult | null> {
    state.rows.value = applyEdit(state.rows.peek(), edit, newKey);
    criterionEdits += 1;
    const result = await execute(origin, () => {
      criteriaArrived = false;
      return update({ criterion: edit });
    });
    endCriterionEdit(result);
    return result;
  }

  function enter(entry: Entry, text: string): void {
    state.entries.value = { ...state.entries.peek(), [entry]: text };
    keep();
  }

  return {
    keep,
    receive,
    type,
    choose,
    leave,
    flush,
    flushAll,
    cannotRead,
    revert,
    keepMine,
    takeTheirs,
    enter,

    /** Asks for the task and its strings; what was kept of it comes back. */
    async load(speak: (strings: Record<string, string>, locale: string) => void): Promise<void> {
      state.failure.value = null;
      try {
        const { strings, locale, today, readOnly, project, task } = await rpc.ready(null);
        speak(strings, locale);
        state.start.value = { strings, locale, today, readOnly };
        const { kept } = around;
        state.preview.value = task !== null && task.notes !== "";
        if (kept !== null && kept.task === task?.card.key) {
          state.rows.value = kept.rows;
          lastKey = Math.max(0, ...kept.rows.map((row) => Number(row.key.slice(1))));
          state.entries.value = kept.entries;
          state.preview.value = kept.preview;
          state.drafts.value = kept.drafts;
        }
        receive({ project, task, today, readOnly });
        for (const id of Object.keys(state.drafts.peek()) as DraftId[]) schedule(id);
      } catch (error) {
        state.failure.value = messageOf(error);
      }
    },

    /** A criterion at the end of the list. */
    async addCriterion(): Promise<void> {
      const item = state.entries.peek().criterion.trim();
      if (item === "") return;
      enter("criterion", "");
      const result = await editCriteria({ kind: "add", index: state.rows.peek().length, item });
      if (result?.kind !== "done" && state.entries.peek().criterion === "") enter("criterion", item);
    },

    async checkCriterion(key: string, checked: boolean): Promise<void> {
      const [index, row] = rowOf(key);
      if (row !== undefined) await editCriteria({ kind: "check", index, item: row.item, checked });
    },

    async removeCriterion(key: string): Promise<void> {
      const [index, row] = rowOf(key);
      if (row === undefined) return;
      takeTheirs(`criterion:${key}`);
      await editCriteria({ kind: "remove", index, item: row.item });
    },

    async moveCriterion(key: string, to: number): Promise<void> {
      const [index, row] = rowOf(key);
      const last = state.rows.peek().length - 1;
      if (row === undefined || to < 0 || to > last || to === index) return;
      const moved = editCriteria({ kind: "move", index, item: row.item, to });
      around.announce(
        t("{item}: position {position} of {total}", { item: row.item, position: to + 1, total: last + 1 }),
      );
      await moved;
    },

    /** A reworded criterion whose line is gone from the file is added again. */
    async addAgain(id: DraftId): Promise<void> {
      const draft = state.drafts.peek()[id];
      if (draft === undefined) return;
      setDraft(id, null);
      await editCriteria({ kind: "add", index: state.rows.peek().length, item: draft.text });
    },

    async changeList(field: "labels" | "dependencies", patch: ListPatch): Promise<boolean> {
      const result = await execute(field, () => update({ [field]: patch }));
      return result?.kind === "done";
    },

    /** Typed links are written as a whole list, so the list that the person saw goes along. */
    async changeLinks(patch: Pick<TaskPatch, "links" | "taskLinks">): Promise<boolean> {
      const taskLinks = state.task.peek()?.taskLinks ?? [];
      const result = await execute("links", () => update(patch, patch.taskLinks && { taskLinks }));
      return result?.kind === "done";
    },

    async appendNote(): Promise<void> {
      const appendNotes = state.entries.peek().note.trim();
      if (appendNotes === "") return;
      await flush("notes");
      const result = await execute("appendNotes", () => update({ appendNotes }));
      if (result?.kind === "done") enter("note", "");
    },

    showPreview(preview: boolean): void {
      state.preview.value = preview;
      keep();
    },

    async carryOut(command: Command): Promise<void> {
      await flushAll();
      const result = await execute("task", () => command);
      if (result?.kind === "done") around.announce(result.summary);
    },

    /** Nothing is saved by itself any more. */
    stop: (): void => timers.forEach(clearTimeout),
    dismiss: (place: Place): void => setNotice(place, null),
    searchDependencies: (text: string): Promise<TaskName[]> => rpc.searchDependencies(text),
    openTask: (id: string): Promise<void> => rpc.openTask(id),
    openFile: (): Promise<void> => rpc.openFile(null),
    openLink: (target: string): Promise<void> => rpc.openLink(target),
    deleteTask: (): Promise<void> => rpc.deleteTask(null),
  };

  function rowOf(key: string) {
    const index = state.rows.peek().findIndex((row) => row.key === key);
    return [index, state.rows.peek()[index]] as const;
  }
}

function unreadable(reason: Unreadable): string {
  switch (reason) {
    case "number":
      return t("Enter hours as a number, such as 1.5.");
    case "date":
      return t("Enter a whole date with a year of four digits.");
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
