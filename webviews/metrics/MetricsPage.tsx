// The whole page: toolbar, figures and charts, or a message if there is nothing to show.
import { t } from "@vscode/l10n";
import { useLayoutEffect, useRef } from "preact/hooks";
import { HistoryProgress } from "../shared/components/HistoryProgress.tsx";
import { Empty, NothingMatches, ProjectContent, UnreadBanner } from "../shared/components/PageStates.tsx";
import { ToastArea } from "../shared/components/Toast.tsx";
import { isEmpty } from "../shared/filter/filter.ts";
import { keepFocusInPage } from "../shared/keyboard/firstFocus.ts";
import type { Toaster } from "../shared/messages/toaster.ts";
import { Figures } from "./components/Figures.tsx";
import { ReportCards } from "./components/ReportCards.tsx";
import { Toolbar } from "./components/Toolbar.tsx";
import { MetricsContext, useMetrics } from "./state/context.ts";
import type { MetricsParts } from "./state/context.ts";
import { dataOf } from "./state/state.ts";

interface MetricsPageProps {
  parts: MetricsParts;
  toaster: Toaster;
  /** Where the page was scrolled to, and what to do when it is scrolled. */
  scroll: { top: number; changed: (top: number) => void };
}

export function MetricsPage({ parts, toaster, scroll }: MetricsPageProps) {
  const { state } = parts;
  useLayoutEffect(() => keepFocusInPage(() => document.querySelector(".metrics-toolbar input")), []);
  return (
    <MetricsContext.Provider value={parts}>
      <div class="metrics-page">
        <h1 class="visually-hidden">{t("{0}: Metrics", state.snapshot.value?.project.name || t("Project"))}</h1>
        <UnreadBanner project={state.snapshot.value?.project} />
        <Toolbar />
        <HistoryProgress percent={state.reading.value} />
        <Content scroll={scroll} />
        <ToastArea toaster={toaster} />
      </div>
    </MetricsContext.Provider>
  );
}

function Content({ scroll }: Pick<MetricsPageProps, "scroll">) {
  const { state, actions } = useMetrics();
  return (
    <ProjectContent failure={state.failure.value} project={state.snapshot.value?.project} tryAgain={() => void actions.start()}>
      {({ total }) => {
        if (total === 0) return <Empty icon="graph" title={t("No tasks yet")} text={t("Figures and charts appear here as soon as there are tasks.")} />;
        return <Reports scroll={scroll} />;
      }}
    </ProjectContent>
  );
}

function Reports({ scroll }: Pick<MetricsPageProps, "scroll">) {
  const { state, actions } = useMetrics();
  const body = useRef<HTMLDivElement>(null);
  const summary = dataOf(state.reports.value.get("summary")?.series, "summary");
  const isReady = state.reports.value.size > 1;
  useLayoutEffect(() => {
    if (isReady) body.current?.scrollTo({ top: scroll.top });
  }, [isReady, scroll]);
  if (summary === undefined) return <div class="loading" aria-busy="true" />;
  if (summary.allTasks.total === 0 && !isEmpty(state.choices.value.filter)) return <NothingMatches clear={() => actions.choose({ filter: {} })} />;
  return (
    <div ref={body} class="metrics-body" onScroll={({ currentTarget }) => scroll.changed(currentTarget.scrollTop)}>
      <Figures summary={summary} />
      <ReportCards />
    </div>
  );
}
