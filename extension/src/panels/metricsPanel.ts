// The host's side of one page with figures and charts.

import { env, l10n, type Disposable, type WebviewPanel } from "vscode";
import type { MetricsContract, MetricsPicture, MetricsQuery } from "../../../webviews/contract/metrics.ts";
import type { ReportName } from "../../../webviews/contract/generated/protocol.ts";
import { statuses } from "../../../webviews/contract/generated/values.ts";
import { readFilter, readMetricsQuery } from "../../../webviews/contract/queries.ts";
import { listOf, oneOf, recordOf } from "../../../webviews/contract/validate.ts";
import { viewRequests, followViews } from "../filters/pageViews.ts";
import { combineDisposables } from "../support/emitter.ts";
import { translateText } from "../support/vocabulary.ts";
import type { Project } from "../workspace/project.ts";
import { pageRequests, type PanelServices } from "./panelServices.ts";
import { readPicture, readReportName, readText } from "./messages/parseMessages.ts";
import { serve } from "./messages/rpcServer.ts";
import { bytesOfPicture, saveFile } from "../workspace/saveChart.ts";
import { snapshotOf, startOf, subscribe, waitForLog } from "./messages/subscribe.ts";

const isStatus = oneOf(statuses);

type MetricsServices = Pick<PanelServices, "openTask" | "openBoard" | "openTarget" | "savedViews" | "viewStores" | "explain" | "log">;

export function runMetrics(panel: WebviewPanel, project: Project, services: MetricsServices): Disposable {
  const served = serve<MetricsContract>(
    panel.webview,
    {
      ready: async (body: unknown) => {
        const query = readMetricsQuery(body);
        await project.load();
        // The past is in the log. While it is being read, a request would wait for it: so the summary is in the answer.
        await waitForLog(project.log.readHistory());
        const summary = project.view({ kind: "report", report: "summary", ...query });
        return { ...snapshotOf(project), ...startOf(project), reading: project.log.percent, savedViews: services.savedViews.all, summary };
      },
      report: async (request: unknown) => {
        const { report, query } = readReportRequest(request);
        await project.load();
        return project.view({ kind: "report", report, ...query });
      },
      ...pageRequests(project, services),
      ...viewRequests(() => services.viewStores([project]), "metrics"),
      openTask: (id) => services.openTask(project, readText(id)),
      openBoard: (request: unknown) => {
        const { filter, statuses: chosen } = recordOf(request);
        services.openBoard(project, { filter: { ...readFilter(filter), statuses: listOf(chosen, isStatus) }, sort: "manual", leavesOnly: true, unlimited: [] });
      },
      copy: async (text) => await env.clipboard.writeText(readText(text)),
      saveReport: async () => {
        await project.load();
        await waitForLog(project.log.readHistory());
        const { lines } = project.view({ kind: "writtenReport", request: { type: "weekly" } });
        const markdown = lines.map(({ mark, text }) => `${mark}${translateText(text)}\n`).join("");
        await saveFile(project, { form: "markdown", name: l10n.t("Weekly report"), title: l10n.t("Save the weekly report"), bytes: () => new TextEncoder().encode(markdown) });
      },
      save: async (request: unknown) => {
        const { name, picture } = readSaveRequest(request);
        await saveFile(project, { form: picture.format, name, title: l10n.t("Save the chart"), bytes: () => bytesOfPicture(picture) });
      },
    },
    services,
  );
  return combineDisposables([
    served,
    followViews(panel, services.savedViews, (all) => served.emit("savedViews", all)),
    project.log.onProgress((percent) => served.emit("reading", percent)),
    subscribe(panel, project, { onChange: () => served.emit("changed", snapshotOf(project)) }),
  ]);
}

function readReportRequest(request: unknown): { report: ReportName; query: MetricsQuery } {
  const { name, query } = recordOf(request);
  return { report: readReportName(name), query: readMetricsQuery(query) };
}

function readSaveRequest(request: unknown): { name: string; picture: MetricsPicture } {
  const { name, picture } = recordOf(request);
  return { name: readText(name), picture: readPicture(picture) };
}
