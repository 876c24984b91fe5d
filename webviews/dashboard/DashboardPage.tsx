// The whole page: the head with the state of the project, then cards in the order of importance.
import { t } from "@vscode/l10n";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "../shared/components/Button.tsx";
import { Empty, ProjectContent, ReadOnlyBanner, UnreadBanner } from "../shared/components/PageStates.tsx";
import { ToastArea } from "../shared/components/Toast.tsx";
import { useCanAct } from "./components/ActRow.tsx";
import { Changes } from "./components/Changes.tsx";
import { EffortCard } from "./components/Effort.tsx";
import { Head, HeadLine } from "./components/Head.tsx";
import { Kanban } from "./components/Kanban.tsx";
import { Late, NextTasks } from "./components/TaskCards.tsx";
import { Milestones } from "./components/Milestones.tsx";
import { NeedsYou } from "./components/NeedsYou.tsx";
import { TimelineCard } from "./components/Timeline.tsx";
import { Working } from "./components/Working.tsx";
import { useDashboard } from "./state/actions.ts";

export function DashboardPage() {
  return (
    <>
      <Content />
      <ToastArea />
    </>
  );
}

function Content() {
  const { state, actions } = useDashboard();
  const snapshot = state.snapshot.value;
  return (
    <ProjectContent failure={state.failure.value} project={snapshot?.project} tryAgain={() => void actions.start()}>
      {({ total }) => (total === 0 ? <Welcome /> : <Cards />)}
    </ProjectContent>
  );
}

/** The next step in a project without tasks. */
function Welcome() {
  const { state, actions } = useDashboard();
  const snapshot = state.snapshot.value;
  const canAct = useCanAct();
  if (snapshot === null) return null;
  return (
    <div class="dashboard">
      <ReadOnlyBanner reason={snapshot.readOnly} />
      <header class="dashboard-head">
        <HeadLine snapshot={snapshot} />
      </header>
      <Empty icon="checklist" title={t("No tasks yet")} text={t("Create the first task, or let an agent create tasks. What is late, what is next and what needs you appears here.")}>
        {canAct && (
          <div class="empty-actions">
            <Button kind="primary" icon="add" onClick={() => actions.open({ kind: "newTask" })}>
              {t("New Task")}
            </Button>
            <Button kind="link" onClick={() => actions.open({ kind: "agents" })}>
              {t("Connect an Agent…")}
            </Button>
            <Button kind="link" onClick={() => actions.open({ kind: "settings", section: "assignees" })}>
              {t("Add People and Agents")}
            </Button>
          </div>
        )}
      </Empty>
    </div>
  );
}

function Cards() {
  const { state } = useDashboard();
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => body.current?.scrollTo({ top: state.scroll.peek() }), [state]);
  const snapshot = state.snapshot.value;
  if (snapshot === null) return null;
  return (
    <div ref={body} class="dashboard" onScroll={({ currentTarget }) => (state.scroll.value = currentTarget.scrollTop)}>
      <ReadOnlyBanner reason={snapshot.readOnly} />
      <UnreadBanner project={snapshot.project} />
      <Head snapshot={snapshot} />
      <div class="panels">
        <NeedsYou dashboard={snapshot.dashboard} />
        <Late list={snapshot.dashboard.overdue} />
        <Milestones />
        <Working dashboard={snapshot.dashboard} />
        {!snapshot.isFirstVisit && <Changes />}
        <NextTasks list={snapshot.dashboard.next} />
        <EffortCard />
      </div>
      <TimelineCard timeline={snapshot.dashboard.timeline} />
      <Kanban columns={snapshot.dashboard.columns} />
    </div>
  );
}
