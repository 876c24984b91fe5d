// Cards that list tasks: those that are late, and those to do next.
import { t } from "@vscode/l10n";
import type { TaskList } from "../../contract/generated/protocol.ts";
import { PriorityIcon, StatusIcon } from "../../shared/components/Icons.tsx";
import { nameOf } from "../../contract/people/assignees.ts";
import { shortDay } from "../../shared/text/dates.ts";
import { dayOf } from "../../shared/time/days.ts";
import { useDashboard } from "../state/actions.ts";
import { daysLate } from "../state/texts.ts";
import { Card, More, Nothing, Row, TaskRow } from "./Card.tsx";

export function Late({ list: { total, tasks } }: { list: TaskList }) {
  const { state } = useDashboard();
  const today = dayOf(state.snapshot.value?.today ?? "") ?? 0;
  const all = { kind: "board", statuses: [], byDue: true, overdue: true } as const;
  return (
    <Card title={t("Late")} class={total > 0 ? "late-card bad" : "late-card"} count={total} target={all}>
      {total === 0 && <Nothing>{t("No open task is past its due date.")}</Nothing>}
      <ul>
        {tasks.map(({ card, overdueSince }) => (
          <Row
            key={card.key}
            target={{ kind: "task", id: card.key }}
            icon={<StatusIcon status={card.status} named />}
            title={card.title || card.id}
            more={[
              overdueSince === undefined ? "" : daysLate(today - (dayOf(overdueSince) ?? today)),
              card.assignee === undefined ? t("Unassigned") : nameOf(card.assignee, state.snapshot.value?.project.assignees ?? []),
            ]
              .filter((part) => part !== "")
              .join(" · ")}
          />
        ))}
      </ul>
      <More count={total - tasks.length} target={all} />
    </Card>
  );
}

export function NextTasks({ list: { total, tasks } }: { list: TaskList }) {
  const { state } = useDashboard();
  const { today = "" } = state.snapshot.value ?? {};
  return (
    <Card title={t("Next tasks")} class="next-card">
      {total === 0 && <Nothing icon="info">{t("No task can be started: all are finished, held or waiting for others.")}</Nothing>}
      <ul>
        {tasks.map(({ card }) => (
          <TaskRow key={card.key} card={card}>
            {card.dueDate !== undefined && <span class={card.overdue ? "due late" : "due"}>{t("due {0}", shortDay(card.dueDate, today, state.locale.value))}</span>}
            {card.priority !== undefined && <PriorityIcon priority={card.priority} />}
          </TaskRow>
        ))}
      </ul>
      <More count={total - tasks.length} />
    </Card>
  );
}
