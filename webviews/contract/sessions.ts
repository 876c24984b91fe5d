import type {
  RegisterRow,
  SessionComparison,
  SessionDetails,
  SessionMatch,
  SessionView,
  SessionsView,
} from "./generated/protocol.ts";
import type { GitCommit, LogEvents, LogProgress, NewsEvents, PageRequests, Snapshot, Start } from "./common.ts";
import { isNumber, isText, oneOf, recordOf } from "./validate.ts";

/** What the page shows; persisted across reloads. */
export interface SessionsQuery {
  tab: SessionsTab;
  /** ID of the session on the right; null for the newest. */
  session: string | null;
  /** ID of the session to compare it with; null for none. */
  compare: string | null;
  /** The text to search for; empty shows all sessions. */
  text: string;
}

export const sessionsTabs = ["sessions", "register"] as const;
export type SessionsTab = (typeof sessionsTabs)[number];

/** What can be done with a session. VSCode asks for what is missing, such as the name of a fork. */
export const sessionActions = ["copyPrompt", "startAgent", "openChat", "activate", "pause", "close", "fork", "merge", "setOwner", "setVisibility"] as const;
export type SessionAction = (typeof sessionActions)[number];

/** What can be done with an entry of the register. */
export const registerActions = ["confirm", "supersede", "withdraw"] as const;
export type RegisterAction = (typeof registerActions)[number];

export const noteCategories = ["suggestion", "caution", "context"] as const;
export type NoteCategory = (typeof noteCategories)[number];

export const itemOwners = ["user", "ai"] as const;
type ItemOwner = (typeof itemOwners)[number];

/** A change to the notes or the checklist of the active session. `was` is the text to replace. */
export type SessionEdit =
  | { kind: "addNote"; category: NoteCategory; text: string }
  | { kind: "editNote"; was: string; category: NoteCategory; text: string }
  | { kind: "removeNote"; was: string }
  | { kind: "addItem"; owner: ItemOwner; text: string }
  /** Without a text or an owner it is unchanged. */
  | { kind: "editItem"; index: number; was: string; text?: string; owner?: ItemOwner }
  | { kind: "removeItem"; was: string };

export interface SessionsSnapshot extends Snapshot, SessionsRecord {
  sessions: SessionsView;
}

/** What takes longer than the list of the sessions. */
export interface SessionsRecord {
  /** The session of the query, or else the newest. */
  session: SessionView | null;
  /** What changed between the session and the one that the query compares with; null without it. */
  comparison: SessionComparison | null;
  /** Null without a text to search for. */
  matches: SessionMatch[] | null;
  /** Null unless the tab is open. */
  register: RegisterRow[] | null;
}

export interface SessionsContract {
  requests: PageRequests & {
    /** Sent once when the page is ready. The answer has the list. */
    ready(query: SessionsQuery): Start & SessionsSnapshot & { reading: LogProgress };
    /** Returns what the answer to `ready` leaves out. */
    record(): SessionsRecord;
    /** Changes the query; later `changed` events follow it. */
    view(query: SessionsQuery): SessionsSnapshot;
    /** Returns facts for which files of the workspace are read; null if there is no such session. */
    details(id: string): SessionDetails | null;
    /** Returns the Git commits from the session's start to its last save, newest first. */
    commits(id: string): GitCommit[];
    /** Shows the changes of one of these commits. */
    openCommit(hash: string): void;
    act(request: { action: SessionAction; id: string }): void;
    change(request: { action: RegisterAction; entry: string }): void;
    edit(request: { id: string; edit: SessionEdit }): void;
    tick(request: { id: string; index: number; item: string; checked: boolean }): void;
    /** Connects agents with the project. */
    connectAgent(): void;
    openTask(id: string): void;
    /** Opens the file of a session. */
    openFile(id: string): void;
    /** Opens a file of the workspace, at lines such as `12-42` if there are any. */
    openPointer(request: { path: string; lines: string }): void;
    /** A URL or a path in the workspace; the host decides whether it may be opened. */
    openLink(target: string): void;
  };
  events: LogEvents & NewsEvents & {
    changed: SessionsSnapshot;
    /** Shows a tab, or a session on it, that was chosen elsewhere in the window. */
    reveal: { tab: SessionsTab; id?: string };
  };
}

const isTab = oneOf(sessionsTabs);
const isCategory = oneOf(noteCategories);
const isOwner = oneOf(itemOwners);

/** Reads an edit from a message; null if it is none. */
export function readSessionEdit(value: unknown): SessionEdit | null {
  const { kind, was, category, owner, text, index } = recordOf(value);
  const [before, after] = [isText(was) ? was : "", isText(text) ? text.trim() : ""];
  switch (kind) {
    case "addNote":
      return after !== "" && isCategory(category) ? { kind, category, text: after } : null;
    case "editNote":
      return before !== "" && after !== "" && isCategory(category) ? { kind, was: before, category, text: after } : null;
    case "addItem":
      return after !== "" && isOwner(owner) ? { kind, owner, text: after } : null;
    case "editItem":
      if (before === "" || !isNumber(index) || (after === "" && !isOwner(owner))) return null;
      return { kind, index, was: before, ...(after !== "" && { text: after }), ...(isOwner(owner) && { owner }) };
    case "removeNote":
    case "removeItem":
      return before !== "" ? { kind, was: before } : null;
    default:
      return null;
  }
}

/** Reads a query from persisted state or from a message. */
export function readSessionsQuery(value: unknown): SessionsQuery {
  const { tab, session, compare, text } = recordOf(value);
  return {
    tab: isTab(tab) ? tab : "sessions",
    session: isText(session) ? session : null,
    compare: isText(compare) ? compare : null,
    text: isText(text) ? text : "",
  };
}
