// The whole page: toolbar, chart and panels, or a message if there is nothing to show.
import type { Signal } from "@preact/signals";
import { t } from "@vscode/l10n";
import { useLayoutEffect } from "preact/hooks";
import { Empty, NothingMatches, ProjectContent, ReadOnlyBanner, UnreadBanner } from "../shared/components/PageStates.tsx";
import { ToastArea } from "../shared/components/Toast.tsx";
import type { Toaster } from "../shared/messages/toaster.ts";
import { isEmpty } from "../shared/filter/filter.ts";
import { keepFocusInPage } from "../shared/keyboard/firstFocus.ts";
import { GanttContext, useGantt } from "./state/context.ts";
import type { GanttParts } from "./state/context.ts";
import { listenForChartKeys } from "./input/keys.ts";
import type { PersistedState } from "./state/persistedState.ts";
import { LinkPopover } from "./panels/LinkPopover.tsx";
import { ProposalPanel } from "./proposal/ProposalPanel.tsx";
import { TableMode } from "./table/TableMode.tsx";
import { Toolbar } from "./panels/Toolbar.tsx";
import { ChartView } from "./ChartView.tsx";

interface GanttPageProps {
  parts: GanttParts;
  toaster: Toaster;
  place: Signal<PersistedState["place"]>;
}

export function GanttPage({ parts, toaster, place }: GanttPageProps) {
  const { state } = parts;
  useLayoutEffect(() => listenForChartKeys(parts), [parts]);
  useLayoutEffect(() => keepFocusInPage(() => document.querySelector('.grid [tabindex="0"]')), []);
  return (
    <GanttContext.Provider value={parts}>
      <div class="gantt-page">
        <h1 class="visually-hidden">{state.snapshot.value?.project.name || t("Gantt chart")}</h1>
        <ReadOnlyBanner reason={state.readOnly.value} />
        <UnreadBanner project={state.snapshot.value?.project} />
        <Toolbar />
        <div class="content">
          <Content place={place} />
          <ProposalPanel />
        </div>
        <LinkPopover />
        <ToastArea toaster={toaster} />
      </div>
    </GanttContext.Provider>
  );
}

function Content({ place }: { place: Signal<PersistedState["place"]> }) {
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
        return state.switches.value.table ? <TableMode /> : <ChartView place={place} />;
      }}
    </ProjectContent>
  );
}
