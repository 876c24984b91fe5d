// State of the page as signals. Reports come from the engine, the rest from the user.
import { signal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import type { LogProgress } from "../../contract/common.ts";
import type { Report, ReportName, ReportSeries, SavedView } from "../../contract/generated/protocol.ts";
import type { PageState } from "../../shared/connection.ts";
import { noLocale } from "../../shared/text/language.ts";
import type { Choices, PersistedState } from "./persistedState.ts";

export interface MetricsState extends PageState {
  /** How far the past was read. Until then, only the figures of today are known. */
  reading: Signal<LogProgress>;
  choices: Signal<Choices>;
  savedViews: Signal<readonly SavedView[]>;
  tables: Signal<readonly string[]>;
  /** Keys of the folding charts that are open. */
  open: Signal<readonly string[]>;
  scroll: Signal<number>;
  /** The latest reports, by name. */
  reports: Signal<ReadonlyMap<ReportName, Report>>;
}

export function createState({ choices, tables, open, scroll }: PersistedState): MetricsState {
  return {
    snapshot: signal(null),
    locale: signal(noLocale),
    failure: signal(null),
    reading: signal(null),
    choices: signal(choices),
    savedViews: signal([]),
    tables: signal(tables),
    open: signal(open),
    scroll: signal(scroll),
    reports: signal(new Map()),
  };
}

type SeriesOf<Name extends ReportName> = Extract<ReportSeries, { report: Name }>;

/** Returns the figures of a report, if they are those of this name. */
export function dataOf<Name extends ReportName>(series: ReportSeries | undefined, name: Name): SeriesOf<Name>["data"] | undefined {
  const data: unknown = series?.report === name ? series.data : undefined;
  return data as SeriesOf<Name>["data"] | undefined;
}

/** Returns the figures of each group. */
export function partsOf<Name extends ReportName>({ groups }: Report, name: Name): { key: string; data: SeriesOf<Name>["data"] }[] {
  return groups.flatMap(({ key, series }) => {
    const data = dataOf(series, name);
    return data === undefined ? [] : [{ key, data }];
  });
}
