// State of the library page as signals.
import { computed, signal } from "@preact/signals";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { LibraryDocument, LibraryMemory, LibraryReferral, LibraryRequirement, LibraryView } from "../../contract/generated/protocol.ts";
import { readLibraryQuery } from "../../contract/library.ts";
import type { LibraryQuery, LibrarySnapshot, LibraryTab } from "../../contract/library.ts";
import { isNumber, isText, listOf, recordOf } from "../../contract/validate.ts";
import type { PageState } from "../../shared/connection.ts";

/** The text of a memory that is being edited. */
export interface Draft {
  id: string;
  /** The text when editing began. */
  was: string;
  text: string;
}

/** State that survives a reload. */
export interface PersistedState {
  query: LibraryQuery;
  drafts: readonly Draft[];
  /** Scroll position of the list. */
  scroll: number;
}

export function readPersistedState(stored: unknown): PersistedState {
  const { query, drafts, scroll } = recordOf(stored);
  return {
    query: readLibraryQuery(query),
    drafts: listOf(drafts, isDraft),
    scroll: isNumber(scroll) ? scroll : 0,
  };
}

function isDraft(value: unknown): value is Draft {
  const { id, was, text } = recordOf(value);
  return isText(id) && isText(was) && isText(text);
}

/** A record of the open tab. */
export type LibraryRecord =
  | { tab: "referrals"; path: string; referral: LibraryReferral }
  | { tab: "memories"; path: string; memory: LibraryMemory }
  | { tab: "documents"; path: string; document: LibraryDocument }
  // Requirements of one document have the same file, so that their ID follows the path.
  | { tab: "requirements"; path: string; requirement: LibraryRequirement };

export interface LibraryState extends PageState<LibrarySnapshot> {
  /** The text of the document that was asked for last. */
  text: Signal<{ path: string; text: string } | null>;
  query: Signal<LibraryQuery>;
  /** At most one for each memory. */
  drafts: Signal<readonly Draft[]>;
  scroll: Signal<number>;
  /** The records of the open tab that match the search. */
  listed: ReadonlySignal<LibraryRecord[]>;
  /** The record on the right: that of the query, or else the first. */
  shown: ReadonlySignal<LibraryRecord | null>;
  readOnly: ReadonlySignal<boolean>;
}

export function createState({ query: stored, drafts, scroll }: PersistedState): LibraryState {
  const snapshot = signal<LibrarySnapshot | null>(null);
  const query = signal(stored);
  const tab = computed(() => query.value.tab);
  const listed = computed(() => (snapshot.value === null ? [] : recordsOf(snapshot.value.library, tab.value)));
  return {
    snapshot,
    text: signal(null),
    locale: signal("en"),
    failure: signal(null),
    query,
    drafts: signal(drafts),
    scroll: signal(scroll),
    listed,
    shown: computed(() => listed.value.find(({ path }) => path === query.value.path) ?? listed.value[0] ?? null),
    readOnly: computed(() => (snapshot.value?.readOnly ?? null) !== null),
  };
}

function recordsOf({ referrals, memories, documents, requirements }: LibraryView, tab: LibraryTab): LibraryRecord[] {
  switch (tab) {
    case "referrals":
      return referrals.map((referral) => ({ tab, path: referral.path, referral }));
    case "memories":
      return memories.map((memory) => ({ tab, path: memory.path, memory }));
    case "documents":
      return documents.map((document) => ({ tab, path: document.path, document }));
    case "requirements":
      return requirements.map((requirement) => ({ tab, path: `${requirement.path}#${requirement.id}`, requirement }));
  }
}

export function idOf(record: LibraryRecord): string {
  switch (record.tab) {
    case "referrals":
      return record.referral.id;
    case "memories":
      return record.memory.id;
    case "documents":
      return record.document.id;
    case "requirements":
      return record.requirement.id;
  }
}
