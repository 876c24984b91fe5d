// The host's side of the sessions page.

import { window, type WebviewPanel } from "vscode";
import {
  readSessionEdit,
  readSessionsQuery,
  registerActions,
  sessionActions,
  type SessionsContract,
  type SessionsQuery,
  type SessionsRecord,
  type SessionsSnapshot,
  type SessionsTab,
} from "../../../webviews/contract/sessions.ts";
import type { SessionComparison, SessionSummary, SessionsView } from "../../../webviews/contract/generated/protocol.ts";
import { oneOf, recordOf } from "../../../webviews/contract/validate.ts";
import { updateOfEdit } from "../sessions/sessionEdit.ts";
import { combineDisposables } from "../support/emitter.ts";
import { openCommit, readCommits } from "../workspace/gitCommits.ts";
import { openLines, openLink } from "../workspace/openLink.ts";
import type { Project } from "../workspace/project.ts";
import { placeOf } from "../workspace/projectPorts.ts";
import { pageRequests, type PanelController, type PanelServices } from "./panelServices.ts";
import { readText } from "./messages/parseMessages.ts";
import { pendingEvent } from "./messages/pendingEvent.ts";
import { serve } from "./messages/rpcServer.ts";
import { snapshotOf, startOf, subscribe } from "./messages/subscribe.ts";

const isSessionAction = oneOf(sessionActions);
const isRegisterAction = oneOf(registerActions);

export function runSessions(panel: WebviewPanel, project: Project, services: PanelServices): PanelController {
  let query: SessionsQuery = readSessionsQuery(undefined);

  const compare = (shown: string | undefined): SessionComparison | null => {
    const { compare: other } = query;
    return shown === undefined || other === null || other === shown ? null : project.view({ kind: "sessionComparison", from: shown, to: other });
  };
  const shownOf = ({ sessions }: SessionsView): SessionSummary | undefined => sessions.find(({ id }) => id === query.session) ?? sessions[0];
  const recordFor = (sessions: SessionsView): SessionsRecord => {
    const shown = shownOf(sessions);
    return {
      session: shown === undefined ? null : project.view({ kind: "session", id: shown.id }),
      comparison: compare(shown?.id),
      matches: query.text.trim() === "" ? null : project.view({ kind: "sessionSearch", text: query.text }),
      register: query.tab === "register" ? project.view({ kind: "register" }) : null,
    };
  };
  const snapshot = (): SessionsSnapshot => {
    const sessions = project.view({ kind: "sessions" });
    return { ...snapshotOf(project), sessions, ...recordFor(sessions) };
  };
  /** Reads the log of the shown sessions, which says what happened in them. A change follows if a part of it was missing. */
  const readLog = async (): Promise<void> => {
    const view = project.view({ kind: "sessions" });
    const shown = [shownOf(view), view.sessions.find(({ id }) => id === query.compare)].filter((session) => session !== undefined);
    if (shown.length === 0) return;
    const { now } = project.context;
    const starts = shown.map(({ startedAt }) => Date.parse(startedAt));
    const ends = shown.map(({ status, endedAt }) => (status === "active" ? now : Date.parse(endedAt)));
    await project.log.readSpan(Math.min(...starts.map((at) => at || 0)), Math.max(...ends.map((at) => at || now)));
  };
  const view = async (body: unknown): Promise<SessionsSnapshot> => {
    query = readSessionsQuery(body);
    await project.load();
    void readLog();
    return snapshot();
  };
  const find = (id: unknown): SessionSummary => {
    const session = project.view({ kind: "sessions" }).sessions.find((known) => known.id === id);
    if (session === undefined) throw new Error(`There is no session ${JSON.stringify(id)}.`);
    return session;
  };
  const revealed = pendingEvent(panel, (place: { tab: SessionsTab; id?: string }) => served.emit("reveal", place));
  const served = serve<SessionsContract>(
    panel.webview,
    {
      ready: async (body) => {
        query = readSessionsQuery(body);
        await project.load();
        const list = { sessions: project.view({ kind: "sessions" }), session: null, comparison: null, matches: null, register: null };
        return { ...snapshotOf(project), ...list, ...startOf(project), reading: project.log.percent };
      },
      record: () => {
        revealed.onReady();
        void readLog();
        return recordFor(project.view({ kind: "sessions" }));
      },
      view,
      details: (id) => {
        const session = find(id);
        return project.operate((engine) => engine.beginSessionPage(session.id));
      },
      commits: (id) => {
        const { status, startedAt, endedAt } = find(id);
        const end = status === "active" ? project.context.now : Date.parse(endedAt);
        return readCommits(project, Date.parse(startedAt), end);
      },
      openCommit: (hash) => openCommit(project, readText(hash)),
      act: async (body) => {
        const { action, id } = recordOf(body);
        if (!isSessionAction(action)) throw new TypeError("There is no such action on a session.");
        await services.actOnSession(action, { project, session: find(id) });
      },
      change: async (body) => {
        const { action, entry } = recordOf(body);
        const row = project.view({ kind: "register" }).find(({ id }) => id === entry);
        if (!isRegisterAction(action) || row === undefined) throw new TypeError("There is no such action or entry.");
        await services.changeRegister(project, action, row);
      },
      edit: async (body) => {
        const request = recordOf(body);
        const edit = readSessionEdit(request["edit"]);
        if (edit === null) throw new TypeError("There is no such edit of a session.");
        const { id } = find(request["id"]);
        const update = updateOfEdit(edit, project.view({ kind: "session", id })?.checklist ?? []);
        if (update === undefined) throw new TypeError("There is no such item.");
        await services.run(project, { kind: "updateSession", id, update });
      },
      tick: async (body) => {
        const { id, index, item, checked } = recordOf(body);
        const session = find(id);
        const rows = project.view({ kind: "session", id: session.id })?.checklist ?? [];
        const row = rows.find((known) => known.index === index && known.item === item);
        if (row === undefined || typeof checked !== "boolean") throw new TypeError("There is no such item.");
        const update = { check: { index: row.index, seen: row.value, checked }, add: [], remove: [] };
        await services.run(project, { kind: "updateSession", id: session.id, update });
      },
      ...pageRequests(project, services),
      connectAgent: () => services.openTarget(project, { kind: "agents" }),
      openTask: (id) => services.openTask(project, readText(id)),
      openFile: async (id) => void (await window.showTextDocument(placeOf(project.id, find(id).path))),
      openPointer: (body) => {
        const { path, lines } = recordOf(body);
        return openLines(project, readText(path).replace(/#.*$/u, ""), readText(lines));
      },
      openLink: (target) => openLink(project, readText(target)),
    },
    services,
  );
  const listening = combineDisposables([
    served,
    revealed,
    project.log.onProgress((percent) => served.emit("reading", percent)),
    subscribe(panel, project, {
      onChange: () => served.emit("changed", snapshot()),
      onNews: (news) => served.emit("news", news),
    }),
  ]);
  return {
    reveal: (id) => revealed.send({ tab: "sessions", id }),
    showTab: (tab) => revealed.send({ tab }),
    dispose: () => listening.dispose(),
  };
}
