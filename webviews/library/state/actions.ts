// What a user can do on the library page.
import { t } from "@vscode/l10n";
import type { Page } from "../../contract/common.ts";
import { announce } from "../../shared/messages/announcer.ts";
import { createHostRequests } from "../../shared/hostRequests.ts";
import { showNews } from "../../shared/messages/news.ts";
import type { Client } from "../../shared/rpc.ts";
import { setLocale } from "../../shared/text/language.ts";
import type { Toaster } from "../../shared/messages/toaster.ts";
import { errorText } from "../../contract/texts/texts.ts";
import type { LibraryMemory, LibraryReferral } from "../../contract/generated/protocol.ts";
import type { LibraryChange, LibraryContract, LibraryQuery, LibrarySnapshot, ReferralStatus } from "../../contract/library.ts";
import { idOf } from "./state.ts";
import type { Draft, LibraryRecord, LibraryState } from "./state.ts";

interface Surroundings {
  toaster: Toaster;
  persist: () => void;
}

export type Actions = ReturnType<typeof createActions>;

export function createActions(state: LibraryState, client: Client<LibraryContract>, { toaster, persist }: Surroundings) {
  const { ask } = client;
  const requests = createHostRequests({
    execute: ask.execute,
    readOnly: () => state.snapshot.peek()?.readOnly ?? null,
    toaster,
  });

  function receive(snapshot: LibrarySnapshot): void {
    const before = state.shown.peek();
    state.snapshot.value = snapshot;
    if (before !== null) keepShown(before);
    void readText();
  }

  /** The shown record stays selected: if a newer one was added, and if its file was renamed, as for another status. */
  function keepShown(before: LibraryRecord): void {
    const listed = state.listed.peek();
    const same = listed.find(({ path }) => path === before.path) ?? listed.find((record) => idOf(record) === idOf(before));
    if (same === undefined || same.path === state.query.peek().path) return;
    state.query.value = { ...state.query.peek(), path: same.path };
    persist();
  }

  /** Requests the text of the shown document; the list comes without the texts. */
  async function readText(): Promise<void> {
    const shown = state.shown.peek();
    if (shown?.tab !== "documents") return;
    const { path } = shown;
    const text = await requests.attempt(ask.document(path));
    if (text !== undefined && state.shown.peek()?.path === path) state.text.value = { path, text: text ?? "" };
  }

  /** Shows another query; only the answer to the latest one is shown. */
  async function show(part: Partial<LibraryQuery>): Promise<void> {
    const before = state.query.peek();
    const query = { ...before, ...part };
    state.query.value = query;
    persist();
    // Every snapshot has all tabs, so that only another text needs a new one.
    if (query.text === before.text) {
      await readText();
      return;
    }
    await requests.attempt(
      ask.view(query).then((snapshot) => {
        if (state.query.peek().text === query.text) receive(snapshot);
      }),
    );
  }

  async function start(): Promise<void> {
    state.failure.value = null;
    try {
      const { strings, locale, ...snapshot } = await ask.ready(state.query.peek());
      setLocale({ strings, locale });
      state.start.value = { strings, locale, today: snapshot.today, readOnly: snapshot.readOnly };
      receive(snapshot);
    } catch (error) {
      state.failure.value = errorText(error);
    }
  }

  async function search(text: string): Promise<void> {
    await show({ text });
    if (state.query.peek().text !== text || text.trim() === "") return;
    const count = state.listed.peek().length;
    announce(count === 1 ? t("1 entry matches") : t("{count} entries match", { count }));
  }

  /** Asks for a change and offers Undo. Returns whether it was made. */
  async function change(request: LibraryChange): Promise<boolean> {
    if (requests.refuseIfReadOnly()) return false;
    const result = await requests.attempt(ask.change(request));
    if (result === undefined) return false;
    if (result.kind === "done") requests.reportSuccess(result);
    else toaster.show({ kind: result.kind === "failed" ? "error" : "warning", text: result.message });
    return result.kind === "done";
  }

  /** Replaces the draft of a memory; null removes it. */
  function setDraft(id: string, draft: Draft | null): void {
    const others = state.drafts.peek().filter((other) => other.id !== id);
    state.drafts.value = draft === null ? others : [...others, draft];
    persist();
  }

  const findDraft = (id: string): Draft | undefined => state.drafts.peek().find((draft) => draft.id === id);

  /** Saves a draft; it stays open if that fails. */
  async function saveDraft(id: string): Promise<void> {
    const draft = findDraft(id);
    if (draft === undefined || draft.text.trim() === "") return;
    const isSaved = draft.text.trim() === draft.was || (await change({ kind: "editMemory", ...draft }));
    if (isSaved && findDraft(id) === draft) setDraft(id, null);
  }

  client.on("changed", receive);
  client.on("undoable", ({ summary }) => requests.offerUndo(summary, "info"));
  client.on("news", (news) => showNews(news, { toaster, locale: state.locale.peek(), snapshot: state.snapshot.peek(), openTask: (id) => void requests.attempt(ask.openTask(id)) }));

  return {
    start,
    show,
    search,
    undo: requests.undo,
    redo: requests.redo,
    editMemory: ({ id, text }: LibraryMemory) => setDraft(id, { id, was: text, text }),
    typeDraft: (draft: Draft, text: string) => setDraft(draft.id, { ...draft, text }),
    cancelDraft: (id: string) => setDraft(id, null),
    saveDraft,
    deleteMemory: ({ id }: LibraryMemory) => change({ kind: "deleteMemory", id }),
    setStatus: ({ id }: LibraryReferral, status: ReferralStatus) => change({ kind: "setReferralStatus", id, status }),
    openPage: (page: Page) => requests.attempt(ask.openPage(page)),
    openTask: (id: string) => requests.attempt(ask.openTask(id)),
    openFile: (path: string) => requests.attempt(ask.openFile(path)),
    openLink: (target: string) => requests.attempt(ask.openLink(target)),
  };
}
