// The page as a whole: toolbar, chart and what lies over it, and a sentence in its place where there is nothing to show.
import type { Signal } from "@preact/signals";
import { t } from "@vscode/l10n";
import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icon.tsx";
import { ReadOnlyBanner } from "../../shared/components/ReadOnlyBanner.tsx";
import { ToastArea } from "../../shared/components/Toast.tsx";
import type { Toaster } from "../../shared/components/Toast.tsx";
import { isEmpty } from "../../shared/filter/filter.ts";
import { GanttContext, useGantt } from "../context.ts";
import type { GanttParts } from "../context.ts";
import { pageKeys } from "../keys.ts";
import type { Kept } from "../kept.ts";
import { LinkPopover, ProposalPanel, TableMode, Toolbar } from "../panels/index.ts";
import { ChartView } from "./ChartView.tsx";

interface GanttPageProps {
  parts: GanttParts;
  toaster: Toaster;
  place: Signal<Kept["place"]>;
}

export function GanttPage({ parts, toaster, place }: GanttPageProps) {
  const { state } = parts;
  useLayoutEffect(() => {
    const onKey = pageKeys(parts);
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [parts]);
  return (
    <GanttContext.Provider value={parts}>
      <div class="gantt-page">
        <h1 class="visually-hidden">{state.snapshot.value?.project.name || t("Gantt chart")}</h1>
        <ReadOnlyBanner reason={state.readOnly.value} />
        <Toolbar />
        <div class="content">
          <Content place={place} />
          <ProposalPanel />
        </div>
        <LinkPopover />
        <div class="foot">
          <ToastArea toaster={toaster} />
        </div>
      </div>
    </GanttContext.Provider>
  );
}

function Content({ place }: { place: Signal<Kept["place"]> }) {
  const { state, actions } = useGantt();
  const snapshot = state.snapshot.value;
  const failure = state.failure.value;
  if (failure !== null) return <Failure text={failure} />;
  if (snapshot === null) return <div class="loading" aria-busy="true" />;
  if (snapshot.project.total === 0) {
    return <Empty icon="project" title={t("No tasks yet")} text={t("Tasks that you or an agent add appear here with their dates.")} action={null} />;
  }
  if (state.view.value.rows.length === 0 && !isEmpty(state.filter.value)) {
    const action = (
      <Button kind="secondary" onClick={() => void actions.see({ filter: {} })}>
        {t("Clear filter")}
      </Button>
    );
    return <Empty icon="filter" title={t("No task matches the filter")} text={t("Other tasks are there, but the filter hides them.")} action={action} />;
  }
  return state.switches.value.table ? <TableMode /> : <ChartView place={place} />;
}

function Failure({ text }: { text: string }) {
  const { state, actions } = useGantt();
  const again = (): void => {
    state.failure.value = null;
    void actions.start();
  };
  const action = (
    <Button kind="secondary" onClick={again}>
      {t("Try again")}
    </Button>
  );
  return <Empty icon="error" title={t("The tasks could not be loaded")} text={text} action={action} />;
}

interface EmptyProps {
  icon: string;
  title: string;
  text: string;
  action: JSX.Element | null;
}

function Empty({ icon, title, text, action }: EmptyProps) {
  return (
    <div class="empty" role="status">
      <Icon name={icon} />
      <h2>{title}</h2>
      <p>{text}</p>
      {action}
    </div>
  );
}
