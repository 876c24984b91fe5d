// A host with made-up reports, for tests and the gallery.
import type { LogProgress } from "../../contract/common.ts";
import type { MetricsContract, MetricsQuery } from "../../contract/metrics.ts";
import type { ProjectView, Report, ReportName, SavedView } from "../../contract/generated/protocol.ts";
import { fakeProjectView, fakeToday } from "../../shared/testing/fakeTasks.ts";
import { memoryHost } from "../../shared/testing/memoryHost.ts";
import type { MemoryHost } from "../../shared/testing/memoryHost.ts";
import { fakeReport } from "./fakeReports.ts";

export interface FakeMetricsOptions {
  locale?: string;
  strings?: Record<string, string>;
  kept?: unknown;
  savedViews?: SavedView[];
  project?: Partial<ProjectView>;
  /** How far the past was read at first. */
  reading?: LogProgress;
  report?: (name: ReportName, query: MetricsQuery) => Report | Promise<Report>;
}

export interface FakeMetrics {
  host: MemoryHost<MetricsContract>;
  /** All requests in order, by name and body. */
  asked: [name: string, body: unknown][];
  /** Simulates a change of the project. */
  change(project?: Partial<ProjectView>): void;
}

export function fakeMetrics({ locale = "en-GB", strings = {}, kept, savedViews = [], project = {}, reading = null, report = fakeReport }: FakeMetricsOptions = {}): FakeMetrics {
  const asked: FakeMetrics["asked"] = [];
  const note = (name: string, body: unknown): void => void asked.push([name, body]);
  const snapshot = (more: Partial<ProjectView>) => ({ project: fakeProjectView([], { total: 120, ...more }), today: fakeToday, readOnly: null });
  const host = memoryHost<MetricsContract>(
    {
      ready: async (query) => ({ ...snapshot(project), reading, strings, locale, savedViews, summary: await report("summary", query) }),
      report: ({ name, query }) => {
        note("report", { name, query });
        return report(name, query);
      },
      openPage: (page) => note("openPage", page),
      saveView: (filter) => note("saveView", filter),
      manageViews: (filter) => note("manageViews", filter),
      openTask: (id) => note("openTask", id),
      openBoard: (request) => note("openBoard", request),
      copy: (text) => note("copy", text),
      save: (request) => note("save", request),
      saveReport: () => note("saveReport", undefined),
    },
    kept,
  );
  return { host, asked, change: (more = {}) => host.tell("changed", snapshot({ ...project, ...more })) };
}
