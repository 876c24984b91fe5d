// The whole page: toolbar, figures and charts, or a message if there is nothing to show.
import { t } from "@vscode/l10n";
import { useLayoutEffect, useRef } from "preact/hooks";
import { projectPageTitle } from "../contract/surfaces.ts";
import { HistoryProgress } from "../shared/components/HistoryProgress.tsx";
import { Empty, NothingMatches, ProjectContent, UnreadBanner } from "../shared/components/PageStates.tsx";
import { ToastArea } from "../shared/components/Toast.tsx";
import { isEmpty } from "../shared/filter/filter.ts";
import { translate } from "../shared/text/language.ts";
import { Figures } from "./components/Figures.tsx";
import { ReportCards } from "./components/ReportCards.tsx";
import { MetricsToolbar } from "./components/Toolbar.tsx";
import { useMetrics } from "./state/actions.ts";
import { dataOf } from "./state/state.ts";

export function MetricsPage() {
  const { state } = useMetrics();
  return (
    <div class="metrics-page">
      <h1 class="visually-hidden">{projectPageTitle("metrics", state.snapshot.value?.project.name || t("Project"), translate)}</h1>
      <UnreadBanner project={state.snapshot.value?.project} />
      <MetricsToolbar />
      <HistoryProgress percent={state.reading.value} />
      <Content />
      <ToastArea />
    </div>
  );
}

function Content() {
  const { state, actions } = useMetrics();
  return (
    <ProjectContent failure={state.failure.value} project={state.snapshot.value?.project} tryAgain={() => void actions.start()}>
      {({ total }) => {
        if (total === 0) return <Empty icon="graph" title={t("No tasks yet")} text={t("Figures and charts appear here as soon as there are tasks.")} />;
        return <Reports />;
      }}
    </ProjectContent>
  );
}

function Reports() {
  const { state, actions } = useMetrics();
  const body = useRef<HTMLDivElement>(null);
  const summary = dataOf(state.reports.value.get("summary")?.series, "summary");
  const isReady = state.reports.value.size > 1;
  useLayoutEffect(() => {
    if (isReady) body.current?.scrollTo({ top: state.scroll.peek() });
  }, [isReady, state]);
  if (summary === undefined) return <div class="loading" aria-busy="true" />;
  if (summary.allTasks.total === 0 && !isEmpty(state.choices.value.filter)) return <NothingMatches clear={() => actions.choose({ filter: {} })} />;
  return (
    <div ref={body} class="metrics-body" onScroll={({ currentTarget }) => (state.scroll.value = currentTarget.scrollTop)}>
      <Figures summary={summary} />
      <ReportCards />
    </div>
  );
}
