// What a user can do on the sessions page. The host asks in VSCode for what is missing.
import { t } from "@vscode/l10n";
import type { Page } from "../../contract/common.ts";
import { announce } from "../../shared/messages/announcer.ts";
import { showNews } from "../../shared/messages/news.ts";
import type { Client } from "../../shared/rpc.ts";
import { setLocale } from "../../shared/text/language.ts";
import type { Toaster } from "../../shared/messages/toaster.ts";
import { errorText } from "../../contract/texts/texts.ts";
import type { ChecklistItem } from "../../contract/generated/protocol.ts";
import type { RegisterAction, SessionAction, SessionEdit, SessionsContract, SessionsQuery, SessionsSnapshot } from "../../contract/sessions.ts";
import type { SessionsState } from "./state.ts";

interface Surroundings {
  toaster: Toaster;
  persist: () => void;
}

export type Actions = ReturnType<typeof createActions>;

export function createActions(state: SessionsState, client: Client<SessionsContract>, { toaster, persist }: Surroundings) {
  const { ask } = client;

  /** Awaits a request; on failure shows the error. */
  async function attempt(request: Promise<unknown>): Promise<void> {
    try {
      await request;
    } catch (error) {
      toaster.show({ kind: "error", text: errorText(error) });
    }
  }

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
    persist();
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

  async function start(): Promise<void> {
    state.failure.value = null;
    try {
      const { strings, locale, reading, ...snapshot } = await ask.ready(state.query.peek());
      setLocale({ strings, locale });
      state.start.value = { strings, locale, today: snapshot.today, readOnly: snapshot.readOnly };
      state.reading.value = reading;
      state.isLoading.value = true;
      receive(snapshot);
      await readRecord();
    } catch (error) {
      state.failure.value = errorText(error);
    }
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

  client.on("changed", receive);
  client.on("reading", (percent) => {
    state.reading.value = percent;
  });
  client.on("news", (news) => showNews(news, { toaster, locale: state.locale.peek(), snapshot: state.snapshot.peek(), openTask: (id) => void attempt(ask.openTask(id)) }));
  client.on("reveal", ({ tab, id }) => void show({ tab, ...(id !== undefined && { session: id, text: "" }) }));

  return {
    start,
    show,
    search,
    act: (action: SessionAction, id: string) => attempt(ask.act({ action, id })),
    change: (action: RegisterAction, entry: string) => attempt(ask.change({ action, entry })),
    edit: (id: string, edit: SessionEdit) => attempt(ask.edit({ id, edit })),
    tick: (id: string, { index, item }: ChecklistItem, checked: boolean) => attempt(ask.tick({ id, index, item, checked })),
    openPage: (page: Page) => attempt(ask.openPage(page)),
    connectAgent: () => attempt(ask.connectAgent()),
    openTask: (id: string) => attempt(ask.openTask(id)),
    openFile: (id: string) => attempt(ask.openFile(id)),
    openPointer: (path: string, lines: string) => attempt(ask.openPointer({ path, lines })),
    openCommit: (hash: string) => attempt(ask.openCommit(hash)),
    openLink: (target: string) => attempt(ask.openLink(target)),
  };
}
