// The actions of the library page.
import { t } from "@vscode/l10n";
import { announce } from "../../shared/messages/announcer.ts";
import type { Connection } from "../../shared/connection.ts";
import { createRequiredContext } from "../../shared/context.ts";
import type { PageParts } from "../../shared/pages/createPage.tsx";
import type { LibraryMemory, LibraryReferral } from "../../contract/generated/protocol.ts";
import type { LibraryChange, LibraryContract, LibraryQuery, LibrarySnapshot, ReferralStatus } from "../../contract/library.ts";
import { idOf } from "./state.ts";
import type { Draft, LibraryRecord, LibraryState } from "./state.ts";

export type Actions = ReturnType<typeof createActions>;
export const [LibraryContext, useLibrary] = createRequiredContext<PageParts<LibraryState, Actions>>("library");

export function createActions(state: LibraryState, { ask, attempt, attemptLatest, follow, report, refuseIfReadOnly }: Connection<LibraryContract>) {
  const start = follow({ ready: () => ask.ready(state.query.peek()), receive });

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
  }

  /** Requests the text of the shown document; the list comes without the texts. */
  async function readText(): Promise<void> {
    const shown = state.shown.peek();
    if (shown?.tab !== "documents") return;
    const { path } = shown;
    const text = await attempt(ask.document(path));
    if (text !== undefined && state.shown.peek()?.path === path) state.text.value = { path, text: text ?? "" };
  }

  /** Shows another query; only the answer to the latest one is shown. */
  async function show(part: Partial<LibraryQuery>): Promise<void> {
    const before = state.query.peek();
    const query = { ...before, ...part };
    state.query.value = query;
    // Every snapshot has all tabs, so that only another text needs a new one.
    if (query.text === before.text) {
      await readText();
      return;
    }
    const snapshot = await attemptLatest(ask.view(query));
    if (snapshot !== undefined) receive(snapshot);
  }

  async function search(text: string): Promise<void> {
    await show({ text });
    if (state.query.peek().text !== text || text.trim() === "") return;
    const count = state.listed.peek().length;
    announce(count === 1 ? t("1 entry matches") : t("{count} entries match", { count }));
  }

  /** Asks for a change and offers Undo. Returns whether it was made. */
  async function change(request: LibraryChange): Promise<boolean> {
    if (refuseIfReadOnly()) return false;
    const result = await attempt(ask.change(request));
    return result !== undefined && report(result);
  }

  /** Replaces the draft of a memory; null removes it. */
  function setDraft(id: string, draft: Draft | null): void {
    const others = state.drafts.peek().filter((other) => other.id !== id);
    state.drafts.value = draft === null ? others : [...others, draft];
  }

  const findDraft = (id: string): Draft | undefined => state.drafts.peek().find((draft) => draft.id === id);

  /** Saves a draft; it stays open if that fails. */
  async function saveDraft(id: string): Promise<void> {
    const draft = findDraft(id);
    if (draft === undefined || draft.text.trim() === "") return;
    const isSaved = draft.text.trim() === draft.was || (await change({ kind: "editMemory", ...draft }));
    if (isSaved && findDraft(id) === draft) setDraft(id, null);
  }

  return {
    start,
    show,
    search,
    editMemory: ({ id, text }: LibraryMemory) => setDraft(id, { id, was: text, text }),
    typeDraft: (draft: Draft, text: string) => setDraft(draft.id, { ...draft, text }),
    cancelDraft: (id: string) => setDraft(id, null),
    saveDraft,
    deleteMemory: ({ id }: LibraryMemory) => change({ kind: "deleteMemory", id }),
    setStatus: ({ id }: LibraryReferral, status: ReferralStatus) => change({ kind: "setReferralStatus", id, status }),
    createProposed: ({ id, tasks }: LibraryReferral, at: number) => change({ kind: "createProposed", id, at, title: tasks[at]?.title ?? "" }),
    answer: (id: string) => attempt(ask.answer(id)),
    openTask: (id: string) => attempt(ask.openTask(id)),
    openFile: (path: string) => attempt(ask.openFile(path)),
    openLink: (target: string) => attempt(ask.openLink(target)),
  };
}
