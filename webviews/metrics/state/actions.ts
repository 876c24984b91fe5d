// The actions of the page, and the only place that sends requests to the host.
import { t } from "@vscode/l10n";
import type { Page } from "../../contract/common.ts";
import type { MetricsContract, MetricsPicture, MetricsQuery } from "../../contract/metrics.ts";
import type { Filter, ReportName, Status } from "../../contract/generated/protocol.ts";
import { reportNames } from "../../contract/generated/values.ts";
import { errorText } from "../../contract/texts/texts.ts";
import { setAfterPaint } from "../../shared/progressiveRender.ts";
import type { Client } from "../../shared/rpc.ts";
import { setLocale } from "../../shared/text/language.ts";
import { dayOf } from "../../shared/time/days.ts";
import type { Toaster } from "../../shared/messages/toaster.ts";
import type { Choices } from "./persistedState.ts";
import { daysOf } from "./range.ts";
import type { MetricsState } from "./state.ts";

export interface Actions {
  start(): Promise<void>;
  choose(change: Partial<Choices>): void;
  showAsTable(key: string, isTable: boolean): void;
  openTask(id: string): void;
  openPage(page: Page): void;
  /** Opens the board with the tasks of these statuses that match the filter. */
  openBoard(statuses: readonly Status[]): void;
  saveFilter(filter: Filter): void;
  manageFilters(filter: Filter): void;
  copy(text: string): void;
  save(name: string, picture: MetricsPicture): void;
  warn(text: string): void;
}

/** Reports that can be divided. The others are the same with every grouping. */
const divisible: readonly ReportName[] = ["burndown", "burnup", "effort", "throughput", "cycle", "forecast"];

export function createActions(state: MetricsState, client: Client<MetricsContract>, toaster: Toaster): Actions {
  const { ask } = client;
  /** Number of the latest round of requests; an older round ends when it sees a newer one. */
  let round = 0;

  client.on("changed", (snapshot) => {
    state.snapshot.value = snapshot;
    void load();
  });
  client.on("reading", (percent) => {
    state.reading.value = percent;
  });
  client.on("savedFilters", (all) => (state.savedFilters.value = all));

  async function start(): Promise<void> {
    state.failure.value = null;
    try {
      const answer = await ask.ready({ filter: state.choices.peek().filter });
      setLocale(answer);
      const { project, today, readOnly, reading, savedFilters, summary } = answer;
      state.reading.value = reading;
      state.savedFilters.value = savedFilters;
      state.snapshot.value = { project, today, readOnly };
      state.reports.value = new Map([["summary", summary]]);
      setAfterPaint(state.locale, answer.locale);
    } catch (error) {
      state.failure.value = errorText(error);
      return;
    }
    const [, ...others] = reportNames;
    if (state.reading.peek() === null) await load(others);
  }

  /**
   * Requests one report after the other; each is shown when it arrives. While the past is being
   * read, only the first one, the summary with the figures of today.
   */
  async function load(names: readonly ReportName[] = state.reading.peek() === null ? reportNames : reportNames.slice(0, 1)): Promise<void> {
    round += 1;
    const mine = round;
    for (const name of names) {
      try {
        const report = await ask.report({ name, query: queryOf(name) });
        if (mine !== round) return;
        state.reports.value = new Map(state.reports.peek()).set(name, report);
      } catch (error) {
        if (mine === round) toaster.show({ kind: "error", text: errorText(error) });
        return;
      }
    }
  }

  function queryOf(name: ReportName): MetricsQuery {
    const { filter, group, range } = state.choices.peek();
    const today = dayOf(state.snapshot.peek()?.today ?? "") ?? 0;
    return { filter, ...daysOf(range, today), ...(group !== null && divisible.includes(name) && { group }) };
  }

  async function attempt(request: Promise<unknown>, success?: string): Promise<void> {
    try {
      await request;
      if (success !== undefined) toaster.show({ kind: "info", text: success });
    } catch (error) {
      toaster.show({ kind: "error", text: errorText(error) });
    }
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
    openPage: (page) => void attempt(ask.openPage(page)),
    openTask: (id) => void attempt(ask.openTask(id)),
    openBoard: (chosen) => void attempt(ask.openBoard({ filter: state.choices.peek().filter, statuses: chosen })),
    saveFilter: (filter) => void attempt(ask.saveFilter(filter)),
    manageFilters: (filter) => void attempt(ask.manageFilters(filter)),
    copy: (text) => void attempt(ask.copy(text), t("Copied as CSV.")),
    save: (name, picture) => void attempt(ask.save({ name, picture })),
    warn: (text) => toaster.show({ kind: "warning", text }),
  };
}
