// The milestones that are not reached, each with a verdict, its date, progress and forecast. Each leads
// to its tasks on the board.
import { t } from "@vscode/l10n";
import type { DashboardTarget } from "../../contract/dashboard.ts";
import type { Milestone, MilestoneOutlook } from "../../contract/generated/protocol.ts";
import { Button } from "../../shared/components/Button.tsx";
import { Explained } from "../../shared/components/Explained.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { shortDay } from "../../shared/text/dates.ts";
import { milestoneFacts } from "../../shared/text/names.ts";
import { dateOf } from "../../shared/time/days.ts";
import { useDashboard } from "../state/actions.ts";
import { outlookIcons, outlookName, outlookReason, percentText, tasksText } from "../state/texts.ts";
import { Card, More, Nothing } from "./Card.tsx";

/** Milestones that the card lists. */
const MAX_LISTED = 4;

export function Milestones() {
  const { state, actions } = useDashboard();
  const snapshot = state.snapshot.value;
  const history = state.past.value?.history;
  if (snapshot === null) return null;
  const link = { label: t("Forecast"), target: { kind: "metrics" } } as const;
  if (snapshot.project.milestones.length === 0) {
    return (
      <Card title={t("Next milestone")} class="milestones-card" link={link}>
        <Nothing icon="info">{t("The project has no milestones.")}</Nothing>
        <Button kind="link" class="more" onClick={() => actions.open({ kind: "settings", section: "milestones" })}>
          {t("Open Project Settings")}
        </Button>
      </Card>
    );
  }
  if (history === undefined) {
    return (
      <Card title={t("Next milestone")} class="milestones-card" link={link}>
        <ul aria-busy="true">
          {snapshot.project.milestones.slice(0, MAX_LISTED).map((milestone) => (
            <Pending key={milestone.name} milestone={milestone} />
          ))}
        </ul>
      </Card>
    );
  }
  const open = history.milestones.filter(({ outlook }) => outlook !== "reached");
  const [next, ...later] = open.slice(0, MAX_LISTED);
  return (
    <Card title={t("Next milestone")} class={`milestones-card ${next?.outlook === "late" ? "bad" : ""}`} link={link}>
      {next === undefined && <Nothing>{t("All milestones are reached.")}</Nothing>}
      <ul>
        {next !== undefined && <Line entry={next} isNext />}
        {later.map((entry) => (
          <Line key={entry.milestone.name} entry={entry} />
        ))}
      </ul>
      <More count={open.length - MAX_LISTED} target={{ kind: "metrics" }} />
    </Card>
  );
}

/** A milestone without its forecast, while that is being computed. */
function Pending({ milestone }: { milestone: Milestone }) {
  const { state } = useDashboard();
  const { name, date, progress } = milestone;
  const { today = "" } = state.snapshot.value ?? {};
  return (
    <li class="milestone-entry">
      <span class="milestone-line">
        <span class="clipped" dir="auto">
          {name}
        </span>
        <Facts milestone={milestone} />
        <span class="date">{date === "" ? "" : shortDay(date, today, state.locale.value)}</span>
      </span>
      <Bar done={progress.done} total={progress.total} />
    </li>
  );
}

function Line({ entry, isNext = false }: { entry: MilestoneOutlook; isNext?: boolean }) {
  const { state, actions } = useDashboard();
  const locale = state.locale.value;
  const { today = "" } = state.snapshot.value ?? {};
  const { outlook, milestone } = entry;
  const { name, date, tasks } = milestone;
  const progress = isNext && tasks.total > 0 ? t("{0} of {1} finished", percentText(tasks), tasksText(tasks.total, locale)) : "";
  const reason = outlookReason(entry, state.past.value?.history.notice ?? null, today, locale);
  return (
    <li>
      <button type="button" class={`row milestone-entry ${isNext ? "next" : ""}`} onClick={() => actions.open(tasksOf(name))}>
        <span class="milestone-line">
          <span class="milestone-name clipped" dir="auto" title={name}>
            {name}
          </span>
          <Facts milestone={milestone} />
          <span class="date">{date === null ? "" : shortDay(dateOf(date), today, locale)}</span>
          <span class={`verdict ${outlook}`}>
            <Icon name={outlookIcons[outlook]} /> {outlookName(entry)}
          </span>
        </span>
        <Bar done={tasks.done} total={tasks.total} />
        {(progress !== "" || reason.text !== "") && (
          <span class="row-more">
            {[progress, reason.text].every((part) => part !== "") ? `${progress} · ` : progress}
            <Explained {...reason} />
          </span>
        )}
      </button>
    </li>
  );
}

/** The version and the status, if it has them. */
function Facts({ milestone }: { milestone: Pick<Milestone, "version" | "status"> }) {
  const facts = milestoneFacts(milestone);
  return facts === "" ? null : <span class="date">{facts}</span>;
}

/** The board with the tasks of a milestone. */
export function tasksOf(milestone: string): DashboardTarget {
  return { kind: "board", statuses: [], byDue: false, milestone };
}

function Bar({ done, total }: { done: number; total: number }) {
  return (
    <span class="progress-bar" aria-hidden="true">
      <span class="part done" style={{ flexGrow: done }} />
      <span class="part" style={{ flexGrow: total === 0 ? 1 : total - done }} />
    </span>
  );
}
