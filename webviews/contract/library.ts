import type { LibraryView } from "./generated/protocol.ts";
import type { PageCommand } from "./pageCommands.ts";
import type { CommandResult, NewsEvents, PageRequests, Snapshot, Start, UndoEvents } from "./common.ts";
import { isNumber, isText, oneOf, recordOf } from "./validate.ts";

export const libraryTabs = ["referrals", "memories", "documents", "requirements"] as const;
export type LibraryTab = (typeof libraryTabs)[number];

/** What the page shows; persisted across reloads. */
export interface LibraryQuery {
  tab: LibraryTab;
  /** Path of the record on the right; null for the first. */
  path: string | null;
  /** The text to search for; empty shows all records. */
  text: string;
}

export const referralStatuses = ["open", "acknowledged", "resolved"] as const;
export type ReferralStatus = (typeof referralStatuses)[number];

/** A change to a record. `was` is the text to replace. */
export type LibraryChange =
  | { kind: "editMemory"; id: string; was: string; text: string }
  | { kind: "deleteMemory"; id: string }
  | { kind: "setReferralStatus"; id: string; status: ReferralStatus }
  /** Creates a task that a referral proposes. `at` is its place, `title` what the user saw there. */
  | { kind: "createProposed"; id: string; at: number; title: string };

export interface LibrarySnapshot extends Snapshot {
  library: LibraryView;
}

export interface LibraryContract {
  requests: PageRequests & {
    /** Sent once when the page is ready. */
    ready(query: LibraryQuery): Start & LibrarySnapshot;
    /** Changes the query; later `changed` events follow it. */
    view(query: LibraryQuery): LibrarySnapshot;
    /** Returns the text of a document in Markdown; null if there is none. */
    document(path: string): string | null;
    change(change: LibraryChange): CommandResult;
    /** Undo and redo. */
    execute(command: PageCommand): CommandResult;
    openTask(id: string): void;
    /** Asks for an answer to a referral, and leaves it in the project that sent the referral. */
    answer(id: string): void;
    /** Opens the file of a record. */
    openFile(path: string): void;
    /** A URL or a path in the workspace; the host decides whether it may be opened. */
    openLink(target: string): void;
  };
  events: UndoEvents & NewsEvents & { changed: LibrarySnapshot };
}

const isTab = oneOf(libraryTabs);
const isStatus = oneOf(referralStatuses);

/** Reads a change from a message; null if it is none. */
export function readLibraryChange(value: unknown): LibraryChange | null {
  const { kind, id, was, text, status, at, title } = recordOf(value);
  if (!isText(id) || id === "") return null;
  switch (kind) {
    case "editMemory":
      return isText(was) && isText(text) ? { kind, id, was, text } : null;
    case "deleteMemory":
      return { kind, id };
    case "setReferralStatus":
      return isStatus(status) ? { kind, id, status } : null;
    case "createProposed":
      return isNumber(at) && isText(title) ? { kind, id, at, title } : null;
    default:
      return null;
  }
}

/** Reads a query from persisted state or from a message. */
export function readLibraryQuery(value: unknown): LibraryQuery {
  const { tab, path, text } = recordOf(value);
  return {
    tab: isTab(tab) ? tab : "referrals",
    path: isText(path) ? path : null,
    text: isText(text) ? text : "",
  };
}
