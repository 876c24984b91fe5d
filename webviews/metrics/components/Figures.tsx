// The figures at the top of the page. Those about single tasks list them.
import { t } from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import { statusIcons } from "../../contract/texts/texts.ts";
import { terminalStatuses } from "../../contract/generated/values.ts";
import type { AgedTask, Progress, Status, Summary } from "../../contract/generated/protocol.ts";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { Popover } from "../../shared/components/Popover.tsx";
import { countText, roundedText, wholePercent } from "../../shared/text/numbers.ts";
import { Sparkline } from "../../shared/charts/Sparkline.tsx";
import { taskCount } from "../charts/forecast.ts";
import { useMetrics } from "../state/actions.ts";
import { dataOf } from "../state/state.ts";

/** Tasks that a list shows. */
const MAX_LISTED = 12;

export function Figures({ summary }: { summary: Summary }) {
  const { state } = useMetrics();
  const hours = (value: number): string => t("{0} h", roundedText(value, state.locale.value));
  const counted = (number: number): string => countText(number, state.locale.value);
  const { tasks, finishedHours, scopeHours, allTasks, allHours, overdue, blocked, ageing, ready, budget } = summary;
  const [byCount, byEffort] = [t("Completion by count"), t("Completion by effort")];
  const finished = dataOf(state.reports.value.get("burnup")?.series, "burnup")?.days ?? [];
  const spent = dataOf(state.reports.value.get("effort")?.series, "effort")?.days ?? [];
  return (
    <ul class="figures" aria-label={t("Figures")}>
      <Figure name={byCount} value={<Linked name={byCount} value={percent(tasks)} statuses={terminalStatuses} />} course={<Sparkline tone="green" values={finished.map(({ finishedTasks }) => finishedTasks)} />} more={t("{0} of {1} tasks done or skipped", counted(tasks.done), counted(tasks.total))}>
        {allTasks.total !== tasks.total && t("{0} of {1} with parent tasks", counted(allTasks.done), counted(allTasks.total))}
      </Figure>
      <Figure
        name={byEffort}
        value={<Linked name={byEffort} value={percent({ done: finishedHours, total: scopeHours })} statuses={terminalStatuses} />}
        course={<Sparkline tone="green" values={finished.map((day) => day.finishedHours)} />}
        more={t("{0} of {1}", hours(finishedHours), hours(scopeHours))}
      >
        {allHours !== scopeHours && t("{0} with parent tasks", hours(allHours))}
      </Figure>
      <Figure
        name={t("Effort budget")}
        value={hours(budget.usedHours)}
        course={<Sparkline tone="orange" values={spent.map(({ usedHours }) => usedHours)} />}
        more={budget.budgetHours === null ? t("used") : t("used of {0}", hours(budget.budgetHours))}
      >
        {t("{0} of work left, {1} expected in all", hours(budget.remainingHours), hours(budget.projectedHours))}
      </Figure>
      <TaskFigure name={t("Overdue")} icon="warning" tasks={overdue} />
      <TaskFigure name={t("Blocked")} icon={statusIcons.blocked} tasks={blocked} />
      <TaskFigure name={t("In progress or review")} icon={statusIcons.in_progress} tasks={ageing} />
      <Figure name={t("Ready to start")} value={<Linked name={t("Ready to start")} value={counted(ready)} statuses={["todo"]} />} more={tasksWord(ready)} />
    </ul>
  );
}

function percent({ done, total }: Progress): string {
  return total === 0 ? "–" : t("{0}%", wholePercent(done, total));
}

/** A value that leads to the tasks of some statuses on the board. */
function Linked({ name, value, statuses }: { name: string; value: string; statuses: readonly Status[] }) {
  const { actions } = useMetrics();
  return (
    <Button class="figure-link" label={t("{0}: {1}", name, value)} onClick={() => actions.openBoard(statuses)}>
      {value}
    </Button>
  );
}

interface FigureProps {
  name: string;
  value: ComponentChildren;
  /** How the value came about. */
  course?: ComponentChildren;
  more: string;
  children?: ComponentChildren;
}

function Figure({ name, value, course, more, children }: FigureProps) {
  return (
    <li class="figure">
      <span class="figure-name">{name}</span>
      <span class="figure-line">
        <span class="figure-value">{value}</span>
        {course}
      </span>
      <span>{more}</span>
      <span class="figure-more">{children}</span>
    </li>
  );
}

function TaskFigure({ name, icon, tasks }: { name: string; icon: string; tasks: readonly AgedTask[] }) {
  const { state, actions } = useMetrics();
  const [first] = tasks;
  const list = () => (
    <ul class="figure-tasks">
      {tasks.slice(0, MAX_LISTED).map((task) => (
        <li key={task.id}>
          <button type="button" class="menu-item" onClick={() => actions.openTask(task.id)}>
            <span class="clipped" dir="auto">
              {task.id} {task.title}
            </span>
            <span class="menu-detail">{daysText(task.days)}</span>
          </button>
        </li>
      ))}
      {tasks.length > MAX_LISTED && <li class="menu-heading">{t("and {0} more", tasks.length - MAX_LISTED)}</li>}
    </ul>
  );
  const value =
    first === undefined ? (
      "0"
    ) : (
      <Popover label={t("{0}: {1}", name, taskCount(tasks.length, state.locale.value))} class="figure-list" content={list}>
        <Icon name={icon} />
        {countText(tasks.length, state.locale.value)}
        <Icon name="chevron-down" />
      </Popover>
    );
  return (
    <Figure name={name} value={value} more={first === undefined || first.days === null ? tasksWord(tasks.length) : t("longest: {0}", daysText(first.days))} />
  );
}

function tasksWord(count: number): string {
  return count === 1 ? t("task") : t("tasks");
}

function daysText(days: number | null): string {
  if (days === null) return "";
  return days === 1 ? t("1 day") : t("{0} days", days);
}
