// A host with recorded sessions in memory. It knows no rule: it notes what the page asks for.
import type { LogProgress, Start } from "../../contract/common.ts";
import { readSessionsQuery } from "../../contract/sessions.ts";
import type { SessionsContract, SessionsQuery, SessionsSnapshot } from "../../contract/sessions.ts";
import { fakeProjectView } from "../../shared/testing/fakeTasks.ts";
import { memoryHost } from "../../shared/testing/memoryHost.ts";
import type { MemoryHost } from "../../shared/testing/memoryHost.ts";
import { comparison, handoverScore, register, sessions, sessionView } from "./recorded.ts";

export interface SessionsHost extends MemoryHost<SessionsContract> {
  /** All requests that change or open something. */
  asked: { name: string; body: unknown }[];
  /** Lets each request for a record fail; undefined lets them succeed again. */
  fail(message: string | undefined): void;
  /** Sends what another program changed. */
  change(around: Partial<SessionsSnapshot>): void;
}

type Around = Partial<Start & SessionsSnapshot & { reading: LogProgress; /** As by `fail`, from the start. */ failing: string }>;

export function fakeSessions(around: Around = {}, kept?: unknown): SessionsHost {
  const { strings = {}, locale = "en", reading = null, failing, ...rest } = around;
  let failure: string | undefined = failing;
  let facts: Partial<SessionsSnapshot> = rest;
  let query: SessionsQuery = readSessionsQuery(undefined);
  const asked: SessionsHost["asked"] = [];
  const note = (name: string, body: unknown): void => void asked.push({ name, body });
  const snapshot = (): SessionsSnapshot => {
    const found = facts.sessions ?? { sessions, unread: [] };
    const words = query.text.trim().toLowerCase();
    const matches = found.sessions.filter(({ summary }) => summary.toLowerCase().includes(words));
    return {
      project: fakeProjectView([], {}),
      today: "2026-11-25",
      readOnly: null,
      sessions: found,
      session: sessionView(query.session ?? found.sessions[0]?.id ?? ""),
      comparison: query.compare === null ? null : comparison,
      matches: words === "" ? null : matches.map(({ id, summary }) => ({ id, excerpt: `… ${summary} …` })),
      register: query.tab === "register" ? register : null,
      ...facts,
    };
  };
  const view = (asks: SessionsQuery): SessionsSnapshot => {
    query = asks;
    return snapshot();
  };
  const host = memoryHost<SessionsContract>(
    {
      ready: (asks) => ({ ...view(asks), session: null, comparison: null, matches: null, register: null, reading, strings, locale }),
      record: () => {
        if (failure !== undefined) throw new Error(failure);
        const { session, comparison: compared, matches, register: entries } = snapshot();
        return { session, comparison: compared, matches, register: entries };
      },
      view: (asks) => {
        if (failure !== undefined) throw new Error(failure);
        return view(asks);
      },
      details: (id) => ({
        score: sessions.some((session) => session.id === id && session.status === "closed") ? handoverScore : null,
        pointers: [
          { id: "p-1", change: "moved", lines: "20-50" },
          { id: "p-2", change: "gone", lines: "" },
        ],
        prompt: "Continue this session of the project:",
        tokens: 1234,
      }),
      commits: () => [
        { hash: "6dd8f3a0c1b2", subject: "Parse rows lazily", author: "Maya Ito", at: "2026-11-23T09:40:00Z" },
        { hash: "1a2b3c4d5e6f", subject: "潮位の行を数える", author: "健二", at: "2026-11-23T08:10:00Z" },
      ],
      openCommit: (hash) => note("openCommit", hash),
      act: (body) => note("act", body),
      change: (body) => note("change", body),
      edit: (body) => note("edit", body),
      tick: (body) => note("tick", body),
      openPage: (page) => note("openPage", page),
      connectAgent: () => note("connectAgent", null),
      openTask: (id) => note("openTask", id),
      openFile: (id) => note("openFile", id),
      openPointer: (body) => note("openPointer", body),
      openLink: (target) => note("openLink", target),
    },
    kept,
  );
  return {
    ...host,
    asked,
    fail(message) {
      failure = message;
    },
    change(next) {
      facts = { ...facts, ...next };
      host.tell("changed", snapshot());
    },
  };
}
