// The work that needs a person: tasks in review, blocked tasks, checklist items and decisions.
import { t } from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import type { DashboardTarget } from "../../contract/dashboard.ts";
import type { DashboardView, EntryList, ListedTask, TaskList } from "../../contract/generated/protocol.ts";
import { useNow } from "../../shared/clock.ts";
import { Icon } from "../../shared/components/Icons.tsx";
import { agoText } from "../../shared/text/names.ts";
import { useDashboard } from "../state/actions.ts";
import { Card, Count, More, Nothing, Row, TaskRow } from "./Card.tsx";

/** Entries of each group. */
const MAX_LISTED = 3;

/** What the numbers of entries lead to. */
const register = { kind: "sessions", tab: "register" } as const;

const noEntries: EntryList = { total: 0, entries: [] };

export function NeedsYou({ dashboard: { review, blocked } }: { dashboard: DashboardView }) {
  const { state } = useDashboard();
  const now = useNow();
  const locale = state.locale.value;
  const { items, decisions } = state.past.value?.history ?? { items: noEntries, decisions: noEntries };
  const total = review.total + blocked.total + items.total + decisions.total;
  const waiting = ({ since }: ListedTask): string | undefined => (since === null ? undefined : t("moved to review {0}", agoText(since, now, locale)));
  const reason = ({ since, waitsFor }: ListedTask): string => {
    const parts = [
      waitsFor.length === 0 ? t("no reason recorded") : t("waits for {0}", waitsFor.map(({ id, title }) => title || id).join(", ")),
      since === null ? "" : agoText(since, now, locale),
    ];
    return parts.filter((part) => part !== "").join(" · ");
  };
  return (
    <Card title={t("Needs you")} class="needs-card" detail={state.snapshot.value?.me ?? ""} count={total}>
      {total === 0 && <Nothing>{t("Nothing to review, unblock, tick or verify.")}</Nothing>}
      <TaskGroup title={t("To review")} list={review} more={waiting} target={{ kind: "board", statuses: ["review"], byDue: false }} />
      <TaskGroup title={t("Blocked")} list={blocked} more={reason} target={{ kind: "board", statuses: ["blocked"], byDue: false }} />
      <EntryGroup title={t("Your checklist")} icon="checklist" list={items} />
      <EntryGroup title={t("Decisions to verify")} icon="question" list={decisions} />
    </Card>
  );
}

function Group({ title, total, target, children }: { title: string; total: number; target: DashboardTarget; children: ComponentChildren }) {
  if (total === 0) return null;
  return (
    <>
      <h3>
        {title} <Count count={total} of={title} target={target} />
      </h3>
      {children}
    </>
  );
}

interface TaskGroupProps {
  title: string;
  list: TaskList;
  more: (task: ListedTask) => string | undefined;
  target: DashboardTarget;
}

function TaskGroup({ title, list: { total, tasks }, more, target }: TaskGroupProps) {
  const shown = tasks.slice(0, MAX_LISTED);
  return (
    <Group title={title} total={total} target={target}>
      <ul>
        {shown.map((task) => (
          <TaskRow key={task.card.key} card={task.card} more={more(task)} />
        ))}
      </ul>
      <More count={total - shown.length} target={target} />
    </Group>
  );
}

function EntryGroup({ title, icon, list: { total, entries } }: { title: string; icon: string; list: EntryList }) {
  const shown = entries.slice(0, MAX_LISTED);
  return (
    <Group title={title} total={total} target={register}>
      <ul>
        {shown.map(({ id, text, author, sessions }) => {
          const session = sessions.at(-1);
          return (
            <Row
              key={id}
              target={{ kind: "sessions", ...(session !== undefined && { id: session }) }}
              icon={<Icon name={icon} />}
              title={text}
              {...(author !== "" && { more: t("from {0}", author) })}
            />
          );
        })}
      </ul>
      <More count={total - shown.length} target={register} />
    </Group>
  );
}
