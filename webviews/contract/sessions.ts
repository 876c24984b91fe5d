import type {
  RegisterRow,
  SessionComparison,
  SessionDetails,
  SessionMatch,
  SessionView,
  SessionsView,
} from "./generated/protocol.ts";
import type { Snapshot, Start } from "./common.ts";
import { isText, oneOf, recordOf } from "./validate.ts";

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
export const sessionActions = ["copyPrompt", "activate", "pause", "close", "fork", "merge", "setOwner", "setVisibility"] as const;
export type SessionAction = (typeof sessionActions)[number];

/** What can be done with an entry of the register. */
export const registerActions = ["confirm", "supersede", "withdraw"] as const;
export type RegisterAction = (typeof registerActions)[number];

export interface SessionsSnapshot extends Snapshot {
  sessions: SessionsView;
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
  requests: {
    /** Sent once when the page is ready. */
    ready(query: SessionsQuery): Start & SessionsSnapshot;
    /** Changes the query; later `changed` events follow it. */
    view(query: SessionsQuery): SessionsSnapshot;
    /** Returns facts for which files of the workspace are read; null if there is no such session. */
    details(id: string): SessionDetails | null;
    act(request: { action: SessionAction; id: string }): void;
    change(request: { action: RegisterAction; entry: string }): void;
    tick(request: { id: string; index: number; item: string; checked: boolean }): void;
    openTask(id: string): void;
    /** Opens the file of a session. */
    openFile(id: string): void;
    /** Opens a file of the workspace, at lines such as `12-42` if there are any. */
    openPointer(request: { path: string; lines: string }): void;
    /** A URL or a path in the workspace; the host decides whether it may be opened. */
    openLink(target: string): void;
  };
  events: {
    changed: SessionsSnapshot;
    /** Shows a session that was chosen elsewhere in the window. */
    reveal: { id: string };
  };
}

const isTab = oneOf(sessionsTabs);

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
