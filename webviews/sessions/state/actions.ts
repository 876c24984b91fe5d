// The actions of the sessions page. The host asks in VSCode for what is missing.
import { t } from "@vscode/l10n";
import { announce } from "../../shared/messages/announcer.ts";
import type { Connection } from "../../shared/connection.ts";
import { createRequiredContext } from "../../shared/context.ts";
import type { PageParts } from "../../shared/pages/createPage.tsx";
import { errorText } from "../../contract/texts/texts.ts";
import type { ChecklistItem } from "../../contract/generated/protocol.ts";
import type { RegisterAction, SessionAction, SessionEdit, SessionsContract, SessionsQuery, SessionsSnapshot } from "../../contract/sessions.ts";
import type { SessionsState } from "./state.ts";

export type Actions = ReturnType<typeof createActions>;
export const [SessionsContext, useSessions] = createRequiredContext<PageParts<SessionsState, Actions>>("sessions");

export function createActions(state: SessionsState, { ask, on, toaster, attempt, follow }: Connection<SessionsContract>) {
  on("reveal", ({ tab, id }) => void show({ tab, ...(id !== undefined && { session: id, text: "" }) }));
  const start = follow({
    ready: () => ask.ready(state.query.peek()),
    receive,
    started: async () => {
      state.isLoading.value = true;
      await readRecord();
    },
  });

  function receive(snapshot: SessionsSnapshot): void {
    const before = state.snapshot.peek()?.session?.summary.id;
    state.snapshot.value = snapshot;
    const id = snapshot.session?.summary.id;
    if (id !== before) {
      state.details.value = null;
      state.commits.value = null;
    }
    if (id === undefined) return;
    void readDetails(id);
    void readCommits(id);
  }

  /** Requests what needs files of the workspace; the page does not wait for it. */
  async function readDetails(id: string): Promise<void> {
    try {
      const details = await ask.details(id);
      if (state.snapshot.peek()?.session?.summary.id === id) state.details.value = details === null ? null : { id, details };
    } catch {
      // The session may have been deleted meanwhile; then the next snapshot shows another one.
      state.details.value = null;
    }
  }

  /** Requests the commits of the session, which Git has to find. */
  async function readCommits(id: string): Promise<void> {
    try {
      const commits = await ask.commits(id);
      if (state.snapshot.peek()?.session?.summary.id === id) state.commits.value = { id, commits };
    } catch {
      // Git may be missing or busy. The page is complete without commits.
      state.commits.value = null;
    }
  }

  /** Shows another query; only the answer to the latest one is shown. */
  async function show(change: Partial<SessionsQuery>): Promise<void> {
    const query = { ...state.query.peek(), ...change };
    state.query.value = query;
    state.paneFailure.value = null;
    state.isLoading.value = true;
    try {
      const snapshot = await ask.view(query);
      if (state.query.peek() === query) receive(snapshot);
    } catch (error) {
      if (state.query.peek() === query) state.paneFailure.value = errorText(error);
      toaster.show({ kind: "error", text: errorText(error) });
    }
    if (state.query.peek() === query) state.isLoading.value = false;
  }

  /** Requests what takes longer than the list. A query that was chosen meanwhile gets its own answer. */
  async function readRecord(): Promise<void> {
    const query = state.query.peek();
    const record = await ask.record();
    const list = state.snapshot.peek();
    if (state.query.peek() !== query || list === null) return;
    receive({ ...list, ...record });
    state.isLoading.value = false;
  }

  async function search(text: string): Promise<void> {
    await show({ text });
    const count = state.snapshot.peek()?.matches?.length;
    if (state.query.peek().text !== text || count === undefined) return;
    announce(count === 1 ? t("1 session matches") : t("{count} sessions match", { count }));
  }

  return {
    start,
    show,
    search,
    act: (action: SessionAction, id: string) => attempt(ask.act({ action, id })),
    /** Returns whether the prompt is on the clipboard. */
    async copyPrompt(id: string): Promise<boolean> {
      const done = (await attempt(ask.act({ action: "copyPrompt", id }).then(() => true))) === true;
      if (done) announce(t("Copied as a prompt"));
      return done;
    },
    change: (action: RegisterAction, entry: string) => attempt(ask.change({ action, entry })),
    edit: (id: string, edit: SessionEdit) => attempt(ask.edit({ id, edit })),
    tick: (id: string, { index, item }: ChecklistItem, checked: boolean) => attempt(ask.tick({ id, index, item, checked })),
    connectAgent: () => attempt(ask.connectAgent()),
    openTask: (id: string) => attempt(ask.openTask(id)),
    openFile: (id: string) => attempt(ask.openFile(id)),
    openPointer: (path: string, lines: string) => attempt(ask.openPointer({ path, lines })),
    openCommit: (hash: string) => attempt(ask.openCommit(hash)),
    openLink: (target: string) => attempt(ask.openLink(target)),
  };
}
