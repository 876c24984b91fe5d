// Typing into fields and saving: after a delay, when a field loses the focus, or immediately for a
// choice.
import { t } from "@vscode/l10n";
import type { CommandResult } from "../../contract/common.ts";
import type { TaskView } from "../../contract/generated/protocol.ts";
import type { PageCommand } from "../../contract/pageCommands.ts";
import { dayErrorText } from "../../shared/dateField/parseDay.ts";
import type { CriteriaActions } from "./criteriaActions.ts";
import { afterSnapshot, rebaseDraft, isUnsaved, afterRefusal, afterSave, startSending, withText } from "./draft.ts";
import type { MatchesValue, Draft, Value } from "./draft.ts";
import { fields } from "./fields.ts";
import type { FieldContext, ParseResult, ParseError } from "./fields.ts";
import type { SaveQueue } from "./saveQueue.ts";
import { draftIds, fileValue, isFieldName, rowKey } from "./state.ts";
import type { DraftId, TaskState } from "./state.ts";

interface FieldServices {
  /** Called when drafts have changed. */
  persist(): void;
  /** Time without typing after which text is saved. */
  saveDelayMs: number;
}

export function createFieldActions(state: TaskState, saveQueue: SaveQueue, criteria: CriteriaActions, around: FieldServices) {
  const timers = new Map<DraftId, ReturnType<typeof setTimeout>>();
  /** Values when editing began, for Escape. */
  const origins = new Map<DraftId, Value>();

  function parse(id: DraftId, text: string): ParseResult {
    return isFieldName(id) ? fields[id].parse(text, state.fieldContext.peek()) : { ok: true, value: text.trim() };
  }

  function show(id: DraftId, value: Value): string {
    return isFieldName(id) ? fields[id].show(value, state.fieldContext.peek()) : String(value);
  }

  const matcherFor =
    (id: DraftId): MatchesValue =>
    (text, value) => {
      if (text === show(id, value)) return true;
      const parsed = parse(id, text);
      return parsed.ok && parsed.value === value;
    };

  function setDraft(id: DraftId, draft: Draft | null): void {
    const { [id]: old, ...others } = state.drafts.peek();
    if (draft === null && old === undefined) return;
    state.drafts.value = draft === null ? others : { ...others, [id]: draft };
    around.persist();
  }

  /** Whether a text may mean something else later, such as "tomorrow". */
  function isWord(id: DraftId): boolean {
    return isFieldName(id) && fields[id].entry === "word";
  }

  function clearTimer(id: DraftId): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
  }

  function clearNotice(id: DraftId): void {
    saveQueue.clearNotices(id);
    saveQueue.setNotice(id, null);
  }

  function schedule(id: DraftId): void {
    clearTimer(id);
    if (isWord(id)) return;
    timers.set(
      id,
      setTimeout(() => void flush(id), around.saveDelayMs),
    );
  }

  function reportParseError(id: DraftId, reason: ParseError): void {
    const text = state.drafts.peek()[id]?.text ?? "";
    saveQueue.setNotice(id, { kind: "unreadable", message: parseErrorText(reason, state.fieldContext.peek()), origin: id, text });
  }

  /** Returns the command that saves a draft; null if its criterion was removed. */
  function commandOf(id: DraftId, value: Value, draft: Draft): PageCommand | null {
    if (isFieldName(id)) {
      const field = fields[id];
      return saveQueue.update(field.patch(value), field.entry === "choice" ? undefined : field.patch(draft.base));
    }
    const criterion = criteria.reword(rowKey(id), String(value));
    return criterion === null ? null : saveQueue.update({ criterion });
  }

  /** Saves a field if it has unsaved text. `again` retries text that was refused. */
  async function flush(id: DraftId, again = false): Promise<void> {
    clearTimer(id);
    const draft = state.drafts.peek()[id];
    if (draft === undefined || state.readOnly.peek() !== null) return;
    if (!isUnsaved(draft, matcherFor(id))) {
      const isDone = draft.sending === undefined && draft.theirs === undefined;
      if (isDone && fileValue(state, id) === draft.base) setDraft(id, null);
      return;
    }
    const parsed = parse(id, draft.text);
    if (!parsed.ok) {
      reportParseError(id, parsed.reason);
      return;
    }
    const text = isWord(id) ? show(id, parsed.value) : draft.text;
    if (!again && state.notices.peek()[id]?.text === text) return;
    setDraft(id, startSending({ ...draft, text }, parsed.value));
    const answer = saveQueue.execute(id, () => commandOf(id, parsed.value, draft), text);
    settle(id, await (isFieldName(id) ? answer : criteria.trackAnswer(answer)));
  }

  function settle(id: DraftId, result: CommandResult | null): void {
    const draft = state.drafts.peek()[id];
    const file = fileValue(state, id);
    if (draft === undefined || file === undefined) return;
    const agrees = matcherFor(id);
    if (result?.kind !== "done") {
      const springsBack = isFieldName(id) && fields[id].entry === "choice";
      setDraft(id, springsBack ? null : afterRefusal(draft, file, agrees));
      return;
    }
    const left = afterSave(draft, file, agrees);
    setDraft(id, left);
    if (left !== null && isUnsaved(left, agrees)) schedule(id);
  }

  function type(id: DraftId, text: string): void {
    const file = fileValue(state, id);
    const draft = state.drafts.peek()[id];
    if (file === undefined && draft === undefined) return;
    if (!origins.has(id)) origins.set(id, draft?.base ?? file ?? null);
    clearNotice(id);
    setDraft(id, withText(draft, text, file ?? null));
    schedule(id);
  }

  function takeTheirs(id: DraftId): void {
    clearTimer(id);
    clearNotice(id);
    origins.delete(id);
    setDraft(id, null);
  }

  return {
    type,
    flush,
    takeTheirs,

    choose(id: DraftId, text: string): Promise<void> {
      type(id, text);
      return flush(id);
    },

    /** Called when a field loses the focus. */
    async leave(id: DraftId): Promise<void> {
      origins.delete(id);
      await flush(id);
    },

    /** Reverts to the value when editing began. */
    async revert(id: DraftId): Promise<void> {
      const origin = origins.get(id);
      const file = fileValue(state, id);
      const draft = state.drafts.peek()[id];
      if (origin === undefined || file === undefined || draft?.theirs !== undefined) {
        takeTheirs(id);
        return;
      }
      clearNotice(id);
      origins.delete(id);
      setDraft(id, withText(draft, show(id, origin), file));
      await flush(id);
    },

    async keepMine(id: DraftId): Promise<void> {
      const draft = state.drafts.peek()[id];
      if (draft === undefined) return;
      saveQueue.clearNotices(id);
      setDraft(id, rebaseDraft(draft));
      await flush(id, true);
    },

    async flushAll(again = false): Promise<void> {
      await Promise.all(draftIds(state).map((id) => flush(id, again)));
    },

    /** Saves drafts of a previous page: the reload took the focus from the field. */
    resume: (): void => draftIds(state).forEach((id) => void flush(id)),

    /** Returns the fields with refused text that may be valid now, since the field with which they are checked has changed. */
    refusedBefore: (before: TaskView, after: TaskView): DraftId[] =>
      draftIds(state).filter((id) => {
        const other = isFieldName(id) ? fields[id].checkedWith : undefined;
        if (other === undefined || state.notices.peek()[id]?.kind !== "refused") return false;
        return fields[other].read(before) !== fields[other].read(after);
      }),

    /** Called when a snapshot has arrived. */
    arrived(): void {
      for (const id of draftIds(state)) {
        const draft = state.drafts.peek()[id];
        const file = fileValue(state, id);
        if (draft === undefined || file === undefined) continue;
        const next = afterSnapshot(draft, file, matcherFor(id));
        if (next === null || next.theirs !== undefined) {
          clearTimer(id);
          origins.delete(id);
        }
        setDraft(id, next);
      }
    },

    /** Stops automatic saving. */
    stop: (): void => timers.forEach(clearTimeout),
  };
}

function parseErrorText(reason: ParseError, context: FieldContext): string {
  switch (reason) {
    case "number":
      return t("Enter hours as a number, such as 1.5.");
    case "date":
      return dayErrorText(context);
  }
}
