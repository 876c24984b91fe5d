// The head of the page: the name of the project, its completion and counts by status, and problems.
import { t } from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import type { DashboardSnapshot } from "../../contract/dashboard.ts";
import type { Progress, ProjectView, StatusCount } from "../../contract/generated/protocol.ts";
import { terminalStatuses } from "../../contract/generated/values.ts";
import { Button } from "../../shared/components/Button.tsx";
import { Icon, StatusIcon } from "../../shared/components/Icons.tsx";
import { statusName, translateText } from "../../shared/text/names.ts";
import { countText } from "../../shared/text/numbers.ts";
import { useDashboard } from "../state/actions.ts";
import { percentText } from "../state/texts.ts";
import { useCanAct } from "./ActRow.tsx";
import { NextStep, useMissesAgents } from "./NextStep.tsx";
import { OutlookSentence } from "./OutlookSentence.tsx";

/** The name of the project, the way to the other projects, and further buttons as children. */
export function HeadLine({ snapshot: { project, hasOthers }, children }: { snapshot: DashboardSnapshot; children?: ComponentChildren }) {
  const { actions } = useDashboard();
  return (
    <div class="head-line">
      <h1 class="clipped" dir="auto">
        {project.name || t("Project")}
        <span class="visually-hidden"> {t("Dashboard")}</span>
      </h1>
      <div class="head-actions">
        {hasOthers && (
          <Button icon="list-flat" onClick={() => actions.open({ kind: "projects" })}>
            {t("All Projects")}
          </Button>
        )}
        {children}
      </div>
    </div>
  );
}

export function Head({ snapshot }: { snapshot: DashboardSnapshot }) {
  const { state, actions } = useDashboard();
  const { project, dashboard } = snapshot;
  const locale = state.locale.value;
  const canAct = useCanAct();
  const missesAgents = useMissesAgents();
  return (
    <header class="dashboard-head">
      <HeadLine snapshot={snapshot}>
        {canAct && (
          <Button kind={missesAgents ? "secondary" : "primary"} icon="add" onClick={() => actions.open({ kind: "newTask" })}>
            {t("New Task")}
          </Button>
        )}
      </HeadLine>
      {project.paused !== undefined && (
        <p class="banner" role="note">
          <Icon name="debug-pause" />
          {translateText(project.paused.text)}
        </p>
      )}
      <OutlookSentence />
      <Completion completion={dashboard.completion} counts={dashboard.counts} locale={locale} />
      <div class="head-line">
        <ul class="status-counts" aria-label={t("Tasks by status")}>
          {dashboard.counts
            .filter(({ count }) => count > 0)
            .map(({ status, count }) => (
              <li key={status}>
                <Button onClick={() => actions.open({ kind: "board", statuses: [status], byDue: false })}>
                  <StatusIcon status={status} />
                  <strong>{countText(count, locale)}</strong> {statusName(status)}
                </Button>
              </li>
            ))}
        </ul>
        <Problems project={project} />
      </div>
      <NextStep />
    </header>
  );
}

function Completion({ completion, counts, locale }: { completion: Progress; counts: readonly StatusCount[]; locale: string }) {
  const { actions } = useDashboard();
  return (
    <div class="completion">
      <Button class="completion-text" onClick={() => actions.open({ kind: "board", statuses: terminalStatuses, byDue: false })}>
        <strong class="completion-value">{percentText(completion)}</strong> {t("finished: {0} of {1} tasks done or skipped", countText(completion.done, locale), countText(completion.total, locale))}
      </Button>
      <div class="completion-bar" aria-hidden="true">
        {counts
          .filter(({ count }) => count > 0)
          .toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
          .map(({ status, count }) => (
            <span key={status} class={`part ${status}`} style={{ flexGrow: count }} />
          ))}
      </div>
    </div>
  );
}

/** The order of the parts of the bar: what is finished first. */
const order: readonly string[] = [...terminalStatuses, "review", "in_progress", "blocked", "todo"];

function Problems({ project: { errors, warnings } }: { project: Pick<ProjectView, "errors" | "warnings"> }) {
  const { actions } = useDashboard();
  if (errors + warnings === 0) return null;
  const parts = [
    ...(errors > 0 ? [errors === 1 ? t("1 error") : t("{0} errors", errors)] : []),
    ...(warnings > 0 ? [warnings === 1 ? t("1 warning") : t("{0} warnings", warnings)] : []),
  ];
  return (
    <Button class="problems" onClick={() => actions.open({ kind: "problems" })}>
      <Icon name={errors > 0 ? "error" : "warning"} class={errors > 0 ? "late" : "atRisk"} />
      {t("Files: {0}", parts.join(", "))}
    </Button>
  );
}
