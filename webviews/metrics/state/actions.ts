// The actions of the page, and the only place that sends requests to the host.
import { t } from "@vscode/l10n";
import type { ShownView, Snapshot } from "../../contract/common.ts";
import type { MetricsContract, MetricsPicture, MetricsQuery } from "../../contract/metrics.ts";
import type { ReportName, Status } from "../../contract/generated/protocol.ts";
import { reportNames } from "../../contract/generated/values.ts";
import type { Connection } from "../../shared/connection.ts";
import { createRequiredContext } from "../../shared/context.ts";
import type { PageParts } from "../../shared/pages/createPage.tsx";
import { dayOf } from "../../shared/time/days.ts";
import type { Choices } from "./persistedState.ts";
import { daysOf } from "./range.ts";
import type { MetricsState } from "./state.ts";

export interface Actions {
  start(): Promise<void>;
  choose(change: Partial<Choices>): void;
  showAsTable(key: string, isTable: boolean): void;
  /** Opens the folding charts with these keys, and folds the others. */
  unfold(keys: readonly string[]): void;
  openTask(id: string): void;
  /** Opens the board with the tasks of these statuses that match the filter. */
  openBoard(statuses: readonly Status[]): void;
  saveView(shown: ShownView): void;
  manageViews(shown: ShownView): void;
  copy(text: string): void;
  save(name: string, picture: MetricsPicture): void;
  saveReport(): void;
  warn(text: string): void;
}

/** The reports of the figures and of the charts that are always open. */
const first: readonly ReportName[] = ["summary", "burndown", "throughput", "estimates"];

/** All reports, those first that are in sight first. */
const inOrder: readonly ReportName[] = [...first, ...reportNames.filter((name) => !first.includes(name))];

/** Reports that can be divided. The others are the same with every grouping. */
const divisible: readonly ReportName[] = ["burndown", "burnup", "effort", "throughput", "cycle", "forecast"];

export const [MetricsContext, useMetrics] = createRequiredContext<PageParts<MetricsState, Actions>>("metrics");

export function createActions(state: MetricsState, { ask, toaster, attempt, attemptLatest, follow }: Connection<MetricsContract>): Actions {
  const start = follow({
    ready: () => ask.ready({ filter: state.choices.peek().filter }),
    receive,
    changed: (snapshot) => {
      receive(snapshot);
      void load();
    },
    started: async ({ summary }) => {
      state.reports.value = new Map([["summary", summary]]);
      if (state.reading.peek() === null) await load(inOrder.slice(1));
    },
    localeAfterPaint: true,
  });

  function receive({ project, today, readOnly }: Snapshot): void {
    state.snapshot.value = { project, today, readOnly };
  }

  /**
   * Requests one report after the other; each is shown when it arrives. While the past is being
   * read, only the first one, the summary with the figures of today. Ends when it is called again.
   */
  async function load(names: readonly ReportName[] = state.reading.peek() === null ? inOrder : inOrder.slice(0, 1)): Promise<void> {
    for (const name of names) {
      const report = await attemptLatest(ask.report({ name, query: queryOf(name) }));
      if (report === undefined) return;
      state.reports.value = new Map(state.reports.peek()).set(name, report);
    }
  }

  function queryOf(name: ReportName): MetricsQuery {
    const { filter, group, range } = state.choices.peek();
    const today = dayOf(state.snapshot.peek()?.today ?? "") ?? 0;
    return { filter, ...daysOf(range, today), ...(group !== null && divisible.includes(name) && { group }) };
  }

  return {
    start,
    choose: (change) => {
      state.choices.value = { ...state.choices.peek(), ...change };
      // The reports contain both tasks and hours.
      if (Object.keys(change).some((key) => key !== "measure")) void load();
    },
    showAsTable: (key, isTable) => {
      const others = state.tables.peek().filter((other) => other !== key);
      state.tables.value = isTable ? [...others, key] : others;
    },
    unfold: (keys) => {
      state.open.value = keys;
    },
    openTask: (id) => void attempt(ask.openTask(id)),
    openBoard: (chosen) => void attempt(ask.openBoard({ filter: state.choices.peek().filter, statuses: chosen })),
    saveView: (shown) => void attempt(ask.saveView(shown)),
    manageViews: (shown) => void attempt(ask.manageViews(shown)),
    copy: (text) => void attempt(ask.copy(text).then(() => toaster.show({ kind: "info", text: t("Copied as CSV.") }))),
    save: (name, picture) => void attempt(ask.save({ name, picture })),
    saveReport: () => void attempt(ask.saveReport()),
    warn: (text) => toaster.show({ kind: "warning", text }),
  };
}
