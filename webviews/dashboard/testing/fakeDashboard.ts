// A host with a made-up project in memory. It knows no rule: it notes what the page asks for.
import { targetOfPage } from "../../contract/dashboard.ts";
import type { DashboardContract, DashboardSnapshot, DashboardTarget, EntryAnswer } from "../../contract/dashboard.ts";
import type { CommandResult } from "../../contract/common.ts";
import type { PageCommand } from "../../contract/pageCommands.ts";
import type { Start } from "../../contract/common.ts";
import { fakeToday } from "../../shared/testing/fakeTasks.ts";
import { memoryHost } from "../../shared/testing/memoryHost.ts";
import type { MemoryHost } from "../../shared/testing/memoryHost.ts";
import { demoPast, demoProject, demoView } from "./demo.ts";
import type { FakePast } from "./demo.ts";

export interface FakeDashboardOptions extends Partial<Start & DashboardSnapshot> {
  /** The answer without the snapshot, which is the latest one. */
  past?: (request: { allChanges: boolean }) => FakePast | Promise<FakePast>;
  kept?: unknown;
}

export interface FakeDashboard {
  host: MemoryHost<DashboardContract>;
  /** What the page opened. */
  opened: DashboardTarget[];
  /** The commands and answers of the page. */
  done: (PageCommand | EntryAnswer)[];
  /** How often the page asked for the past. */
  pastRequests: () => number;
  /** Simulates a change of the project. */
  change(snapshot: Partial<DashboardSnapshot>): void;
}

export function fakeDashboard({ past = demoPast, kept, locale = "en-GB", strings = {}, ...around }: FakeDashboardOptions = {}): FakeDashboard {
  const opened: DashboardTarget[] = [];
  const done: (PageCommand | EntryAnswer)[] = [];
  const perform = (what: PageCommand | EntryAnswer): CommandResult => {
    done.push(what);
    return { kind: "done", changed: true, created: [], summary: `Did ${what.kind}`, warnings: [] };
  };
  let requests = 0;
  let snapshot: DashboardSnapshot = { project: demoProject, today: fakeToday, readOnly: null, dashboard: demoView, me: "Mika", hasOthers: false, agentIsConnected: false, isFirstVisit: false, ...around };
  const host = memoryHost<DashboardContract>(
    {
      ready: () => ({ ...snapshot, locale, strings }),
      past: async (request) => {
        requests += 1;
        return { ...(await past(request)), snapshot };
      },
      open: (target) => void opened.push(target),
      execute: perform,
      answerEntry: perform,
      answerTimer: () => undefined,
      hideAgents: () => change({ agentIsConnected: true }),
      openPage: (page) => void opened.push(targetOfPage(page)),
    },
    kept,
  );
  const change = (more: Partial<DashboardSnapshot>): void => {
    snapshot = { ...snapshot, ...more };
    host.tell("changed", snapshot);
  };
  return { host, opened, done, pastRequests: () => requests, change };
}
