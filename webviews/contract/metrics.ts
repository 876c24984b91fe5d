// Requests and events of the page with figures and charts.

import type { ViewEvents, ViewRequests, LogEvents, LogProgress, PageRequests, Snapshot, Start } from "./common.ts";
import type { Filter, Report, ReportGroup, ReportName, SavedView, Status } from "./generated/protocol.ts";

/** What the reports count. Days since 1970-01-01; a missing one is that of the project. */
export interface MetricsQuery {
  filter: Filter;
  group?: ReportGroup;
  from?: number;
  to?: number;
}

/** A picture of a chart. */
export type MetricsPicture = { format: "svg"; text: string } | { format: "png"; base64: string };

export interface MetricsContract {
  requests: PageRequests & ViewRequests & {
    /** Sent once when the page is ready. The answer has the first report, the summary. */
    ready(query: MetricsQuery): Start & Snapshot & { reading: LogProgress; savedViews: SavedView[]; summary: Report };
    /** Returns one report. The page asks for each, so that the first ones are shown at once. */
    report(request: { name: ReportName; query: MetricsQuery }): Report;
    openTask(id: string): void;
    /** Opens the board with the tasks of these statuses that match the filter. */
    openBoard(request: { filter: Filter; statuses: readonly Status[] }): void;
    /** Writes a text to the clipboard. */
    copy(text: string): void;
    /** Asks for a file name, then writes the file. `name` is the chart's. */
    save(request: { name: string; picture: MetricsPicture }): void;
    /** Asks for a file name, then writes the weekly report in Markdown. */
    saveReport(): void;
  };
  events: ViewEvents & LogEvents & {
    /** The project has changed; the page asks for its reports again. */
    changed: Snapshot;
  };
}
