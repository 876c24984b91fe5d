// State of the sessions page as signals.
import { computed, signal } from "@preact/signals";
import type { ReadonlySignal, Signal } from "@preact/signals";
import type { GitCommit, LogProgress } from "../../contract/common.ts";
import type { RegisterRow, SessionDetails, SessionSummary } from "../../contract/generated/protocol.ts";
import { readSessionsQuery } from "../../contract/sessions.ts";
import type { SessionsQuery, SessionsSnapshot } from "../../contract/sessions.ts";
import { isNumber, recordOf } from "../../contract/validate.ts";
import type { PageState } from "../../shared/connection.ts";

/** State that survives a reload. */
export interface PersistedState {
  query: SessionsQuery;
  /** Scroll position of the list. */
  scroll: number;
}

export function readPersistedState(stored: unknown): PersistedState {
  const { query, scroll } = recordOf(stored);
  return { query: readSessionsQuery(query), scroll: isNumber(scroll) ? scroll : 0 };
}

export interface SessionsState extends PageState<SessionsSnapshot> {
  /** How far the activity log was read. Until then, events and merges are missing. */
  reading: Signal<LogProgress>;
  /** Whether the answer to the query is still missing. */
  isLoading: Signal<boolean>;
  /** Why the answer to the query failed. */
  paneFailure: Signal<string | null>;
  query: Signal<SessionsQuery>;
  scroll: Signal<number>;
  /** Facts about the session on the right; null until they arrive. */
  details: Signal<{ id: string; details: SessionDetails } | null>;
  /** Git commits of the session on the right; null until they arrive. */
  commits: Signal<{ id: string; commits: GitCommit[] } | null>;
  /** The sessions to list, with the excerpts that match a search. */
  listed: ReadonlySignal<ListedSession[]>;
  /** The active session that records changes of the register; null if there is none. */
  active: ReadonlySignal<SessionSummary | null>;
  /** Summaries of the sessions by ID. */
  names: ReadonlySignal<ReadonlyMap<string, string>>;
  readOnly: ReadonlySignal<boolean>;
}

interface ListedSession {
  session: SessionSummary;
  /** Null without a search. */
  excerpt: string | null;
}

export function createState({ query, scroll }: PersistedState): SessionsState {
  const snapshot = signal<SessionsSnapshot | null>(null);
  const sessions = computed(() => snapshot.value?.sessions.sessions ?? []);
  return {
    snapshot,
    reading: signal(null),
    isLoading: signal(true),
    paneFailure: signal(null),
    locale: signal("en"),
    failure: signal(null),
    query: signal(query),
    scroll: signal(scroll),
    details: signal(null),
    commits: signal(null),
    listed: computed(() => listSessions(sessions.value, snapshot.value?.matches ?? null)),
    active: computed(() => sessions.value.find(({ status }) => status === "active") ?? null),
    names: computed(() => new Map(sessions.value.map(({ id, summary }) => [id, summary || id]))),
    readOnly: computed(() => (snapshot.value?.readOnly ?? null) !== null),
  };
}

function listSessions(sessions: readonly SessionSummary[], matches: SessionsSnapshot["matches"]): ListedSession[] {
  if (matches === null) return sessions.map((session) => ({ session, excerpt: null }));
  const byId = new Map(sessions.map((session) => [session.id, session]));
  return matches.flatMap(({ id, excerpt }) => {
    const session = byId.get(id);
    return session === undefined ? [] : [{ session, excerpt }];
  });
}

/** Returns whether an entry can be confirmed: only a standing decision that is not confirmed yet. */
export function canConfirm({ kind, state, confidence }: RegisterRow): boolean {
  return kind === "decision" && state.kind === "standing" && confidence !== "confirmed";
}
