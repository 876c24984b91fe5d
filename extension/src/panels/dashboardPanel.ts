// The host's side of the dashboard of one project.

import { window, type WebviewPanel } from "vscode";
import { readDashboardTarget, readEntryAnswer, type DashboardContract, type DashboardPast, type DashboardSnapshot } from "../../../webviews/contract/dashboard.ts";
import { recordOf } from "../../../webviews/contract/validate.ts";
import { updateOfAnswer } from "../sessions/registerActions.ts";
import { combineDisposables } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";
import { readCommand, readTimerReply } from "./messages/parseMessages.ts";
import { pageRequests, type PanelController, type PanelServices } from "./panelServices.ts";
import { serve } from "./messages/rpcServer.ts";
import { snapshotOf, startOf, subscribe } from "./messages/subscribe.ts";

export type DashboardServices = Pick<PanelServices, "openTarget" | "hasOtherProjects" | "visits" | "agents" | "execute" | "answerTimer" | "explain" | "log">;

export function runDashboard(panel: WebviewPanel, project: Project, services: DashboardServices): PanelController {
  const { visits, agents } = services;
  const isSeen = (): boolean => panel.visible && window.state.focused;
  const snapshot = (): DashboardSnapshot => ({
    ...snapshotOf(project),
    dashboard: project.view({ kind: "dashboard" }),
    me: project.context.actor.name,
    hasOthers: services.hasOtherProjects(project),
    agentIsConnected: agents.areConnected(project),
    isFirstVisit: visits.since(project.id) === null,
  });
  let isReadingLog = false;
  const past = async (body: unknown): Promise<DashboardPast> => {
    const all = recordOf(body)["allChanges"] === true;
    await project.load();
    // Forecasts and changes are made from the log. The answer contains what the log changes.
    isReadingLog = true;
    const since = isSeen() ? visits.see(project.id) : visits.since(project.id);
    const { now } = project.context;
    await project.log.readHistory();
    await project.log.readSpan(since ?? now, now).finally(() => (isReadingLog = false));
    return {
      snapshot: snapshot(),
      history: project.view({ kind: "dashboardHistory", all, ...(since !== null && { since }) }),
      since,
      effort: project.view({ kind: "report", report: "effort" }),
    };
  };
  let wasSeen = isSeen();
  /** Ends or begins a visit. After an absence there may be changes that the page does not show as new. */
  const onAttention = (): void => {
    const before = visits.since(project.id);
    if (wasSeen || isSeen()) visits.see(project.id);
    wasSeen = isSeen();
    if (wasSeen && project.state === "ready" && visits.since(project.id) !== before) served.emit("changed", snapshot());
  };
  const served = serve<DashboardContract>(
    panel.webview,
    {
      ready: async () => {
        await project.load();
        if (isSeen()) visits.see(project.id);
        return { ...snapshot(), ...startOf(project) };
      },
      past,
      execute: (command) => services.execute(project, readCommand(command), panel),
      answerTimer: (reply) => {
        const { question, answer } = readTimerReply(reply);
        return services.answerTimer(project, question, answer);
      },
      answerEntry: (body) => {
        const answer = readEntryAnswer(body);
        const row = project.view({ kind: "register" }).find(({ id }) => id === answer?.entry);
        if (answer === undefined || row === undefined) throw new TypeError("There is no such answer or entry.");
        return project.execute({ kind: "updateSession", update: updateOfAnswer(answer, row) }, panel);
      },
      hideAgents: () => agents.hide(project),
      ...pageRequests(project, services),
      open: async (body: unknown) => {
        const target = readDashboardTarget(body);
        if (target === undefined) throw new TypeError("There is no such thing to open.");
        await services.openTarget(project, target);
      },
    },
    services,
  );
  const listening = combineDisposables([
    served,
    subscribe(panel, project, {
      onChange: () => {
        if (!isReadingLog) served.emit("changed", snapshot());
      },
    }),
    agents.onDidChange(() => served.emit("changed", snapshot())),
    panel.onDidChangeViewState(onAttention),
    window.onDidChangeWindowState(onAttention),
  ]);
  return {
    offerUndo: (summary) => served.emit("undoable", { summary }),
    dispose: () => listening.dispose(),
  };
}
