// The work that needs a person: proposals, tasks in review, blocked tasks, checklist items and decisions. Each row acts in place.
import { t } from "@vscode/l10n";
import { toChildArray } from "preact";
import type { ComponentChildren } from "preact";
import type { DashboardTarget } from "../../contract/dashboard.ts";
import type { DashboardView, EntryList, ListedTask, RegisterRow, TaskList, TaskPatch } from "../../contract/generated/protocol.ts";
import { useNow } from "../../shared/clock.ts";
import { Icon, StatusIcon } from "../../shared/components/Icons.tsx";
import { agoText } from "../../shared/text/names.ts";
import { useDashboard } from "../state/actions.ts";
import { ActRow, useCanAct } from "./ActRow.tsx";
import type { Act } from "./ActRow.tsx";
import { AssigneeMark, Card, Count, More, Nothing } from "./Card.tsx";
import { ProposalRow } from "./ProposalRow.tsx";
import { useFocusAfterAct } from "./useFocusAfterAct.ts";

/** Entries of each group. */
const MAX_LISTED = 3;
/** Criteria of each task. */
const MAX_CRITERIA = 3;

/** What the numbers of entries lead to. */
const register = { kind: "sessions", tab: "register" } as const;

const noEntries: EntryList = { total: 0, entries: [] };

export function NeedsYou({ dashboard: { review, blocked, proposals } }: { dashboard: DashboardView }) {
  const { state } = useDashboard();
  const list = useFocusAfterAct();
  const { items, decisions } = state.past.value?.history ?? { items: noEntries, decisions: noEntries };
  const left = useUnanswered();
  const [openItems, openDecisions] = [left(items), left(decisions)];
  const total = proposals.total + review.total + blocked.total + openItems.total + openDecisions.total;
  return (
    <Card title={t("Needs you")} class="needs-card" detail={state.snapshot.value?.me ?? ""} count={total}>
      {total === 0 && <Nothing>{t("Nothing to review, accept, unblock, tick or verify.")}</Nothing>}
      <div class="needs-list" ref={list}>
        <Group title={t("Proposals")} total={proposals.total} target={{ kind: "gantt" }}>
          {proposals.proposals.slice(0, MAX_LISTED).map((proposal) => (
            <ProposalRow key={proposal.id} proposal={proposal} />
          ))}
        </Group>
        <Group title={t("To review")} total={review.total} target={{ kind: "board", statuses: ["review"], byDue: false }}>
          {first(review).map((task) => (
            <ReviewRow key={task.card.key} task={task} />
          ))}
        </Group>
        <Group title={t("Blocked")} total={blocked.total} target={{ kind: "board", statuses: ["blocked"], byDue: false }}>
          {first(blocked).map((task) => (
            <BlockedRow key={task.card.key} task={task} />
          ))}
        </Group>
        <Group title={t("Your checklist")} total={openItems.total} target={register}>
          {openItems.entries.slice(0, MAX_LISTED).map((entry) => (
            <ItemRow key={entry.id} entry={entry} />
          ))}
        </Group>
        <Group title={t("Decisions to verify")} total={openDecisions.total} target={register}>
          {openDecisions.entries.slice(0, MAX_LISTED).map((entry) => (
            <DecisionRow key={entry.id} entry={entry} />
          ))}
        </Group>
      </div>
    </Card>
  );
}

const first = ({ tasks }: TaskList): readonly ListedTask[] => tasks.slice(0, MAX_LISTED);

/** Returns a function that removes the entries which the user has just answered from a list. */
function useUnanswered(): (list: EntryList) => EntryList {
  const { state } = useDashboard();
  const answered = state.answered.value;
  return ({ total, entries }) => {
    const left = entries.filter(({ id }) => !answered.has(id));
    return { total: total - entries.length + left.length, entries: left };
  };
}

interface GroupProps {
  title: string;
  total: number;
  /** What the number leads to. */
  target: DashboardTarget;
  children: ComponentChildren;
}

function Group({ title, total, target, children }: GroupProps) {
  if (total === 0) return null;
  return (
    <>
      <h3>
        {title} <Count count={total} of={title} target={target} />
      </h3>
      <ul>{children}</ul>
      <More count={total - toChildArray(children).length} target={target} />
    </>
  );
}

/** Returns the change of a task in one command, so that one Undo takes it back. */
function useUpdate({ card: { key } }: ListedTask): (patch: TaskPatch) => void {
  const { actions } = useDashboard();
  return (patch) => void actions.change({ kind: "updateTasks", ids: [key], patch });
}

function TaskActRow({ task, more, acts, below }: { task: ListedTask; more: string | undefined; acts: readonly Act[]; below?: ComponentChildren }) {
  const { card } = task;
  return (
    <ActRow
      id={card.key}
      target={{ kind: "task", id: card.key }}
      icon={<StatusIcon status={card.status} named />}
      title={card.title || card.id}
      {...(more !== undefined && { more })}
      acts={acts}
      below={below}
    >
      <AssigneeMark card={card} />
    </ActRow>
  );
}

function ReviewRow({ task }: { task: ListedTask }) {
  const { state } = useDashboard();
  const update = useUpdate(task);
  const now = useNow();
  const { since, card } = task;
  const open = card.criteria.total - card.criteria.done;
  const acts: Act[] = [
    {
      key: "approve",
      label: t("Approve"),
      hint: open === 0 ? t("Sets the status to Done") : t("Ticks the open criteria and sets the status to Done"),
      run: () => update({ ...(open > 0 && { check: { kind: "all" } }), status: "done" }),
    },
    {
      key: "sendBack",
      label: t("Send Back…"),
      hint: t("Sets the status to In progress, with a comment"),
      text: { label: t("What is missing?"), send: t("Send Back") },
      run: (comment) => update({ status: "in_progress", comment }),
    },
  ];
  return (
    <TaskActRow
      task={task}
      more={since === null ? undefined : t("moved to review {0}", agoText(since, now, state.locale.value))}
      acts={acts}
      below={open > 0 && <Criteria task={task} open={open} />}
    />
  );
}

/** The open done criteria, to be ticked. */
function Criteria({ task, open }: { task: ListedTask; open: number }) {
  const update = useUpdate(task);
  const canAct = useCanAct();
  const shown = task.openCriteria.slice(0, MAX_CRITERIA);
  return (
    <ul class="criteria" aria-label={t("Done criteria")}>
      {shown.map(({ index, item }) => (
        <li key={`${index} ${item}`}>
          <label class="check">
            <input type="checkbox" checked={false} disabled={!canAct} onChange={() => update({ criterion: { kind: "check", index, item, checked: true } })} />
            <span dir="auto">{item}</span>
          </label>
        </li>
      ))}
      {open > shown.length && <More count={open - shown.length} target={{ kind: "task", id: task.card.key }} />}
    </ul>
  );
}

function BlockedRow({ task }: { task: ListedTask }) {
  const { state } = useDashboard();
  const update = useUpdate(task);
  const now = useNow();
  const { since, waitsFor } = task;
  const parts = [
    waitsFor.length === 0 ? t("no reason recorded") : t("waits for {0}", waitsFor.map(({ id, title }) => title || id).join(", ")),
    since === null ? "" : agoText(since, now, state.locale.value),
  ];
  const acts: Act[] = [
    { key: "unblock", label: t("Unblock"), hint: t("Sets the status to To do"), run: () => update({ status: "todo" }) },
    {
      key: "answer",
      label: t("Answer…"),
      hint: t("Sets the status to To do, with a comment"),
      text: { label: t("Your answer, as a comment"), send: t("Answer and Unblock") },
      run: (comment) => update({ status: "todo", comment }),
    },
  ];
  return <TaskActRow task={task} more={parts.filter((part) => part !== "").join(" · ")} acts={acts} />;
}

/** Where an entry of the register leads to, and who wrote it. */
function placeOf({ sessions, author }: RegisterRow): { target: DashboardTarget; more?: string } {
  const session = sessions.at(-1);
  return { target: { kind: "sessions", ...(session !== undefined && { id: session }) }, ...(author !== "" && { more: t("from {0}", author) }) };
}

function ItemRow({ entry }: { entry: RegisterRow }) {
  const { actions } = useDashboard();
  const canAct = useCanAct();
  const { id, text } = entry;
  const tick = (answer: string): void => void actions.answer({ kind: "tick", entry: id, text: answer });
  const answer: Act = {
    key: "answer",
    label: t("Answer…"),
    hint: t("Ticks the item, and notes the answer for the next conversation"),
    text: { label: t("Your answer, for the next conversation"), send: t("Answer and Tick") },
    run: tick,
  };
  const box = <input type="checkbox" class="tick" checked={false} aria-label={t("Tick “{0}”", text)} title={t("Tick")} onChange={() => tick("")} />;
  return <ActRow id={id} {...placeOf(entry)} icon={canAct ? null : <Icon name="checklist" />} title={text} control={box} acts={[answer]} />;
}

function DecisionRow({ entry }: { entry: RegisterRow }) {
  const { actions } = useDashboard();
  const { id, text } = entry;
  const acts: Act[] = [
    { key: "confirm", label: t("Confirm"), run: () => void actions.answer({ kind: "confirm", entry: id }) },
    {
      key: "withdraw",
      label: t("Withdraw…"),
      text: { label: t("Reason (optional)"), send: t("Withdraw"), optional: true },
      run: (reason) => void actions.answer({ kind: "withdraw", entry: id, text: reason }),
    },
  ];
  return <ActRow id={id} {...placeOf(entry)} icon={<Icon name="question" />} title={text} acts={acts} />;
}
