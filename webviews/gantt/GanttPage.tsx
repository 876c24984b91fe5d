// The whole page: toolbar, chart and panels, or a message if there is nothing to show.
import { t } from "@vscode/l10n";
import { useLayoutEffect } from "preact/hooks";
import { Empty, NothingMatches, ProjectContent, ReadOnlyBanner, UnreadBanner } from "../shared/components/PageStates.tsx";
import { ToastArea } from "../shared/components/Toast.tsx";
import { isEmpty } from "../shared/filter/filter.ts";
import { useGantt } from "./state/actions.ts";
import { LinkPopover } from "./panels/LinkPopover.tsx";
import { ShownPanel } from "./proposal/ShownPanel.tsx";
import { TableMode } from "./table/TableMode.tsx";
import { GanttToolbar } from "./panels/Toolbar.tsx";
import { ChartView } from "./ChartView.tsx";

export function GanttPage() {
  const { state, actions } = useGantt();
  // Choices that are not saved yet are saved when the page is removed.
  useLayoutEffect(() => actions.flush, [actions]);
  return (
    <div class="gantt-page">
      <h1 class="visually-hidden">{state.snapshot.value?.project.name || t("Gantt chart")}</h1>
      <ReadOnlyBanner reason={state.readOnly.value} />
      <UnreadBanner project={state.snapshot.value?.project} />
      <GanttToolbar />
      <div class="content">
        <Content />
        <ShownPanel />
      </div>
      <LinkPopover />
      <ToastArea />
    </div>
  );
}

function Content() {
  const { state, actions } = useGantt();
  return (
    <ProjectContent failure={state.failure.value} project={state.snapshot.value?.project} tryAgain={() => void actions.start()}>
      {({ total }) => {
        if (total === 0) {
          const text = t("Tasks that you or an agent add appear here with their dates.");
          return <Empty icon="project" title={t("No tasks yet")} text={text} />;
        }
        if (state.view.value.rows.length === 0 && !isEmpty(state.filter.value)) {
          return <NothingMatches clear={() => void actions.setQuery({ filter: {} })} />;
        }
        return state.switches.value.table ? <TableMode /> : <ChartView />;
      }}
    </ProjectContent>
  );
}
