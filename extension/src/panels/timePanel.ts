// The host's side of the page with the time entries.

import { l10n, type WebviewPanel } from "vscode";
import type { Command, TimeSelection, TimeView } from "../../../webviews/contract/generated/protocol.ts";
import { readTimePageChange } from "../../../webviews/contract/time/timeChange.ts";
import { readTimeSave, readTimeSelection, type LoadedTime, type TimeContract, type TimeSnapshot } from "../../../webviews/contract/time/timePage.ts";
import type { PageTimers } from "../../../webviews/contract/common.ts";
import { combineDisposables } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";
import { saveFile } from "../workspace/saveChart.ts";
import { pageRequests, type PanelController, type PanelServices } from "./panelServices.ts";
import { readCommand, readText } from "./messages/parseMessages.ts";
import { serve } from "./messages/rpcServer.ts";
import { snapshotOf, startOf, subscribe, waitForLog } from "./messages/subscribe.ts";
import { actOnPageTimer, pageTimers } from "../time/pageTimers.ts";

type TimeServices = Pick<PanelServices, "openTask" | "openTarget" | "explain" | "log" | "timers">;

const MOST_FOUND = 20;

export function runTime(panel: WebviewPanel, project: Project, services: TimeServices): PanelController {
  const snapshot = (): TimeSnapshot => ({ ...snapshotOf(project), timeZone: project.context.timeZone });
  const timers = (): PageTimers => pageTimers(services, project);
  const served = serve<TimeContract>(
    panel.webview,
    {
      ready: async () => {
        await project.load();
        // The entries are in the log.
        await waitForLog(project.log.readHistory());
        return { ...snapshot(), ...startOf(project), reading: project.log.percent, timers: timers() };
      },
      load: async (body: unknown) => {
        const selection = readTimeSelection(body);
        if (selection === null) throw new TypeError("There are no such days.");
        await project.load();
        return loadTime(project, selection);
      },
      change: (body: unknown) => project.execute(commandOf(project, body), panel),
      execute: (command) => project.execute(readCommand(command), panel),
      search: (text) => project.view({ kind: "search", text: readText(text), limit: MOST_FOUND }),
      ...pageRequests(project, services),
      openTask: (id) => services.openTask(project, readText(id)),
      timer: (body: unknown) => actOnPageTimer(services, project, body),
      save: async (body: unknown) => {
        const request = readTimeSave(body);
        if (request === null) throw new TypeError("There is no such form to save time entries in.");
        const text = (): string => project.view({ kind: "timeExport", ...request });
        await saveFile(project, { form: request.format, name: l10n.t("Time"), title: l10n.t("Save the time entries"), bytes: () => new TextEncoder().encode(text()) });
      },
    },
    services,
  );
  const listening = combineDisposables([
    served,
    project.log.onProgress((percent) => served.emit("reading", percent)),
    services.timers.onDidChange((changed) => {
      if (changed === project && panel.visible) served.emit("timers", timers());
    }),
    subscribe(panel, project, {
      onChange: () => served.emit("changed", snapshot()),
    }),
  ]);
  return {
    offerUndo: (summary) => served.emit("undoable", { summary }),
    dispose: () => listening.dispose(),
  };
}

function loadTime(project: Project, selection: TimeSelection): LoadedTime {
  const read = (days: Pick<TimeSelection, "from" | "to">): TimeView => project.view({ kind: "time", selection: { ...selection, ...days } });
  const view = read(selection);
  if (view.entries.length > 0) return { view, latestDay: null };
  // The newest entry comes first.
  const latest = read({ from: MIN_DAY, to: MAX_DAY }).entries[0];
  return { view, latestDay: latest?.days.at(-1)?.day ?? null };
}

/** The days that a page may select. */
const [MIN_DAY, MAX_DAY] = [-1_000_000, 1_000_000];

/** Returns the command for a change that the page asks for. Entries that it adds are those of the user. */
function commandOf(project: Project, body: unknown): Command {
  const change = readTimePageChange(body);
  switch (change?.kind) {
    case "add":
      return { kind: "changeTime", change: { kind: "add", entry: { ...change.entry, source: "manual", actor: project.context.actor } } };
    case "edit":
      return { kind: "changeTime", change: { ...change, to: { ...change.from, ...change.to } } };
    case "split":
    case "delete":
      return { kind: "changeTime", change };
    case undefined:
      throw new TypeError("There is no such change of a time entry.");
  }
}
