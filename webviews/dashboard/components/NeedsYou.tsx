// The work that needs a person: agents that wait, proposals, tasks in review, blocked tasks, checklist items, decisions and problems.
// Each row acts in place.
import { t } from "@vscode/l10n";
import { toChildArray } from "preact";
import type { ComponentChildren } from "preact";
import type { DashboardTarget } from "../../contract/dashboard.ts";
import type { DashboardView, EntryList, ListedTask, RegisterRow, TaskList, TaskPatch, WaitingAgent } from "../../contract/generated/protocol.ts";
import { useNow } from "../../shared/clock.ts";
import { Icon, StatusIcon } from "../../shared/components/Icons.tsx";
import { actorName, agoText, needText } from "../../shared/text/names.ts";
import { useDashboard } from "../state/actions.ts";
import { ActRow, useCanAct } from "./ActRow.tsx";
import type { Act } from "./ActRow.tsx";
import { AssigneeMark, Card, Count, More, Nothing, Row } from "./Card.tsx";
import { ProposalRow } from "./ProposalRow.tsx";
import { useFocusAfterAct } from "./useFocusAfterAct.ts";

/** Entries of each group. */
const MAX_LISTED = 3;
/** Criteria of each task. */
const MAX_CRITERIA = 3;

/** What the numbers of entries lead to. */
const register = { kind: "sessions", tab: "register" } as const;

const problems = { kind: "problems" } as const;

const noEntries: EntryList = { total: 0, entries: [] };

export function NeedsYou({ dashboard: { review, blocked, proposals } }: { dashboard: DashboardView }) {
  const { state } = useDashboard();
  const list = useFocusAfterAct();
  const { history } = state.past.value ?? {};
  const { items, decisions } = history ?? { items: noEntries, decisions: noEntries };
  const left = useUnanswered();
  const [openItems, openDecisions] = [left(items), left(decisions)];
  const { waitingAgents = [], needsYou = { agents: 0, items: 0, decisions: 0 }, errors = 0 } = state.snapshot.value?.project ?? {};
  // The entries are read later than their numbers.
  const unread = history === undefined ? needsYou.items + needsYou.decisions : 0;
  const total = unread + needsYou.agents + proposals.total + review.total + blocked.total + openItems.total + openDecisions.total + errors;
  return (
    <Card title={t("Needs you")} class="needs-card" detail={state.snapshot.value?.me ?? ""} count={total}>
      {total === 0 && <Nothing>{t("Nothing to review, unblock, tick, verify or repair, and no agent waits.")}</Nothing>}
      <div class="needs-list" ref={list}>
        <Group title={t("Agents that wait")} total={needsYou.agents}>
          {waitingAgents.map((agent) => (
            <AgentRow key={agent.key} agent={agent} />
          ))}
        </Group>
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
        <Group title={t("Problems in files")} total={errors} target={problems}>
          {errors > 0 && <Row target={problems} icon={<Icon name="error" class="problem-icon" />} title={t("Show the problems and their repairs")} />}
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
  target?: DashboardTarget;
  children: ComponentChildren;
}

function Group({ title, total, target, children }: GroupProps) {
  if (total === 0) return null;
  return (
    <>
      <h3>
        {title} <Count count={total} of={title} {...(target !== undefined && { target })} />
      </h3>
      <ul>{children}</ul>
      {target !== undefined && target !== problems && <More count={total - toChildArray(children).length} target={target} />}
    </>
  );
}

/** An agent that cannot go on. What it needs is done where it runs. */
function AgentRow({ agent: { key, actor, need, text, since, task } }: { agent: WaitingAgent }) {
  const { state, actions } = useDashboard();
  const now = useNow();
  const target = { kind: "agent", key } as const;
  const title = text === "" ? `${actorName(actor)} ${needText(need)}` : text;
  const more = [text === "" ? "" : `${actorName(actor)} ${needText(need)}`, task === undefined ? "" : `${task.id} ${task.title}`, agoText(since, now, state.locale.value)];
  const acts: Act[] = [{ key: "go", label: t("Go There"), hint: t("Shows its terminal if it was started from here, else its task"), run: () => actions.open(target) }];
  return <ActRow id={key} target={target} icon={<Icon name="bell-dot" class="holder-needs" />} title={title} more={more.filter((part) => part !== "").join(" · ")} acts={acts} />;
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
    hint: t("Ticks the item. The agents get the answer with their next call, and it is noted for later ones"),
    text: { label: t("Your answer, for the agents"), send: t("Answer and Tick") },
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
