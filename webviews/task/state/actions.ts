// The actions of this page, and the only place that sends requests to the host.
import { t } from "@vscode/l10n";
import type { ListPatch, TaskName, TaskPatch, TimerAction, TimerView } from "../../contract/generated/protocol.ts";
import type { PageCommand } from "../../contract/pageCommands.ts";
import type { Requests } from "../../contract/rpc.ts";
import type { SectionName, SendWay, TaskContract, TaskSnapshot } from "../../contract/task.ts";
import type { PageTimers } from "../../contract/common.ts";
import type { Page } from "../../contract/surfaces.ts";
import { createCriteriaActions } from "./criteriaActions.ts";
import { createFieldActions } from "./fieldActions.ts";
import type { PersistedState } from "./persistedState.ts";
import { createSaveQueue } from "./saveQueue.ts";
import { errorText } from "../../contract/texts/texts.ts";
import { createRequiredContext } from "../../shared/context.ts";
import type { PageParts } from "../../shared/pages/createPage.tsx";
import { setSingleKeys } from "../../shared/keyboard/typing.ts";
import { receivedNow } from "../../shared/time/timers.ts";
import type { DraftId, Entry, FieldPlace, ListField, TaskState } from "./state.ts";

export interface PageServices {
  /** State that the previous page persisted, if any. */
  persisted: PersistedState | null;
  /** Persists unsaved text across a reload. */
  persist(state: Omit<PersistedState, "scroll">): void;
  /** Announces a text to screen readers. */
  announce: (message: string) => void;
  /** Time without typing after which text is saved. */
  saveDelayMs: number;
}

export type Actions = ReturnType<typeof createActions>;
export const [EditorContext, useEditor] = createRequiredContext<PageParts<TaskState, Actions>>("editor");

export function createActions(rpc: Requests<TaskContract>, state: TaskState, services: PageServices) {
  const { saveDelayMs, announce } = services;
  const saveQueue = createSaveQueue(rpc, state, announce);
  const criteria = createCriteriaActions(state, saveQueue, announce);
  const fields = createFieldActions(state, saveQueue, criteria, { persist, saveDelayMs });
  let typing = false;

  /** Tells the host once that the page was edited. */
  function beginTyping(): void {
    if (typing) return;
    typing = true;
    // If this fails, the page still stays on its task.
    rpc.keep(null).catch(() => undefined);
  }

  function persist(): void {
    const task = state.task.peek();
    if (task === null) return;
    const [drafts, rows] = [state.drafts.peek(), state.rows.peek()];
    services.persist({ task: task.card.key, drafts, rows, entries: state.entries.peek(), preview: state.preview.peek() });
  }

  function receive(snapshot: TaskSnapshot): void {
    const before = state.task.peek();
    state.snapshot.value = snapshot;
    if (snapshot.task === null) return;
    const refused = before === null ? [] : fields.refusedBefore(before, snapshot.task);
    if (before !== null) saveQueue.clearAnswered(before, snapshot.task);
    criteria.arrived();
    fields.arrived();
    for (const id of refused) void fields.flush(id, true);
    void readKnowledge();
  }

  function receiveTimers(status: PageTimers): void {
    state.timers.value = receivedNow(status);
  }

  /** Requests what other records say of the task; the page does not wait for it. */
  async function readKnowledge(): Promise<void> {
    const snapshot = state.snapshot.peek();
    try {
      const knowledge = await rpc.knowledge(null);
      if (state.snapshot.peek() === snapshot) state.knowledge.value = knowledge;
    } catch {
      // The task may have been deleted meanwhile; then the next snapshot says so.
      state.knowledge.value = null;
    }
  }

  /** Requests the commits; the page does not wait for Git. */
  async function readCommits(): Promise<void> {
    try {
      state.commits.value = await rpc.commits(null);
    } catch {
      // Git may be missing or disabled: the section is not shown then.
      state.commits.value = [];
    }
  }

  function restore(persisted: PersistedState): void {
    if (Object.keys(persisted.drafts).length > 0 || Object.values(persisted.entries).some((text) => text !== "")) beginTyping();
    criteria.restore(persisted.rows);
    state.entries.value = persisted.entries;
    state.preview.value = persisted.preview;
    state.drafts.value = persisted.drafts;
  }

  /** Sends a request that changes nothing; an error is shown at `place`. */
  async function tryTo<Result>(place: FieldPlace, ask: () => Promise<Result>): Promise<Result | null> {
    saveQueue.setNotice(place, null);
    try {
      return await ask();
    } catch (error) {
      saveQueue.setNotice(place, { kind: "failed", message: errorText(error), origin: place });
      announce(errorText(error));
      return null;
    }
  }

  /** Returns the timer of the task. */
  function ownTimer(): TimerView | undefined {
    const { id } = state.task.peek()?.card ?? {};
    return state.timers.peek()?.status.timers.find((timer) => timer.id === id);
  }

  function enter(entry: Entry, text: string): void {
    state.entries.value = { ...state.entries.peek(), [entry]: text };
    persist();
  }

  return {
    ...fields,
    beginTyping,
    hasBegun: () => typing,
    persist,
    receive,
    receiveTimers,
    enter,

    /** Requests the task and restores persisted state. */
    async load(speak: (strings: Record<string, string>, locale: string) => void): Promise<void> {
      state.failure.value = null;
      try {
        const { strings, locale, singleKeys = true, today, readOnly, project, task, timers, folded } = await rpc.ready();
        setSingleKeys(singleKeys);
        speak(strings, locale);
        state.start.value = { strings, locale, today, readOnly };
        state.folded.value = folded;
        state.preview.value = task !== null && task.notes !== "";
        if (services.persisted !== null && services.persisted.task === task?.card.key) restore(services.persisted);
        receiveTimers(timers);
        receive({ project, task, today, readOnly });
        fields.resume();
        void readCommits();
      } catch (error) {
        state.failure.value = errorText(error);
      }
    },

    async addCriterion(): Promise<void> {
      const item = state.entries.peek().criterion.trim();
      if (item === "") return;
      enter("criterion", "");
      const result = await criteria.add(item);
      if (result?.kind !== "done" && state.entries.peek().criterion === "") enter("criterion", item);
    },

    /** Creates a subtask to do. Its field is cleared at once, so that the next title can be typed. */
    async addSubtask(): Promise<void> {
      const title = state.entries.peek().subtask.trim();
      const parent = state.task.peek()?.card.id;
      if (title === "" || parent === undefined) return;
      enter("subtask", "");
      const result = await saveQueue.execute("subtasks", () => ({ kind: "changeTasks", tasks: [{ parent, fields: { title } }] }));
      if (result?.kind === "done") announce(t("Added the subtask {title}", { title }));
      else if (state.entries.peek().subtask === "") enter("subtask", title);
    },

    /** Adds an edited criterion again that was removed from the file. */
    async addAgain(id: DraftId): Promise<void> {
      const draft = state.drafts.peek()[id];
      if (draft === undefined) return;
      const result = await criteria.add(draft.text);
      if (result?.kind === "done") fields.takeTheirs(id);
    },

    checkCriterion: (key: string, checked: boolean): Promise<void> => criteria.check(key, checked),
    moveCriterion: (key: string, to: number): Promise<void> => criteria.move(key, to),

    removeCriterion(key: string): Promise<void> {
      fields.takeTheirs(`criterion:${key}`);
      return criteria.remove(key);
    },

    async changeList(field: ListField, patch: ListPatch): Promise<boolean> {
      const result = await saveQueue.execute(field, () => saveQueue.update({ [field]: patch }));
      return result?.kind === "done";
    },

    /** Links are written as whole lists, so the previous lists are sent as well. */
    async changeLinks(patch: Pick<TaskPatch, "links" | "taskLinks">): Promise<boolean> {
      const { links = [], taskLinks = [] } = state.task.peek() ?? {};
      const seen = { ...(patch.links && { links: { set: links } }), ...(patch.taskLinks && { taskLinks }) };
      const result = await saveQueue.execute("links", () => saveQueue.update(patch, seen));
      return result?.kind === "done";
    },

    /** Adds a comment to the notes; unsaved changes of the notes are saved first. */
    async addComment(): Promise<void> {
      const comment = state.entries.peek().comment.trim();
      if (comment === "") return;
      await fields.flush("notes");
      const result = await saveQueue.execute("comment", () => saveQueue.update({ comment }));
      if (result?.kind !== "done") return;
      enter("comment", "");
      announce(t("The comment is saved"));
    },

    showPreview(preview: boolean): void {
      state.preview.value = preview;
      persist();
    },

    fold(name: SectionName, isFolded: boolean): void {
      const others = state.folded.peek().filter((other) => other !== name);
      state.folded.value = isFolded ? [...others, name] : others;
      // If this fails, the section is only not remembered.
      rpc.fold(state.folded.peek()).catch(() => undefined);
    },

    /** Runs a command on the whole page, after saving unsaved text. */
    async carryOut(command: PageCommand): Promise<void> {
      await fields.flushAll();
      const result = await saveQueue.execute("task", () => command);
      if (result?.kind === "done") announce(result.summary);
    },

    /** Starts, pauses or stops the timer. VSCode says why that is not possible. */
    async timer(action: TimerAction): Promise<void> {
      const before = ownTimer()?.running;
      await tryTo("task", () => rpc.timer(action));
      const after = ownTimer()?.running;
      // Of an action that was not done, VSCode has said why.
      if (after !== before) announce(after === undefined ? t("The timer is stopped") : after ? t("The timer is running") : t("The timer is paused"));
    },

    /** Says at a field why what is typed there is not saved. */
    refuse(place: FieldPlace, message: string): void {
      saveQueue.setNotice(place, { kind: "refused", message, origin: place });
      announce(message);
    },

    /** Removes a notice, also from other places that show it. */
    dismiss(place: FieldPlace): void {
      saveQueue.clearNotices(state.notices.peek()[place]?.origin ?? place);
    },

    searchDependencies: async (text: string): Promise<TaskName[]> =>
      (await tryTo("dependencies", () => rpc.searchDependencies(text))) ?? [],
    openPage: (page: Page) => tryTo("task", () => rpc.openPage(page)),
    openTask: (id: string) => tryTo("task", () => rpc.openTask(id)),
    goToHolder: () => tryTo("task", () => rpc.goToHolder(null)),
    openSession: (id: string) => tryTo("task", () => rpc.openSession(id)),
    openRecord: (path: string) => tryTo("task", () => rpc.openRecord(path)),
    openPointer: (path: string, lines: string) => tryTo("task", () => rpc.openPointer({ path, lines })),
    openFile: () => tryTo("task", () => rpc.openFile()),
    /** The host decides whether a link may be opened. */
    openLink: (target: string, place: FieldPlace) => tryTo(place, () => rpc.openLink(target)),
    openCommit: (hash: string) => tryTo("task", () => rpc.openCommit(hash)),
    deleteTask: () => tryTo("task", () => rpc.deleteTask()),

    /** Sends the task to an agent, after saving unsaved text. Returns whether it was done; VSCode says why it was not. */
    async send(way: SendWay): Promise<boolean> {
      await fields.flushAll();
      const done = (await tryTo("task", () => rpc.send(way))) === true;
      if (done && way === "copy") announce(t("Copied as a prompt"));
      return done;
    },
  };
}
