// Toolbar of the page: the days, the filter, export, and a new entry.
import { t } from "@vscode/l10n";
import { useState } from "preact/hooks";
import { TaskCombobox } from "../../shared/combobox/TaskCombobox.tsx";
import { Button } from "../../shared/components/Button.tsx";
import { ActorIcon, Icon } from "../../shared/components/Icons.tsx";
import { Menu } from "../../shared/components/Menu.tsx";
import type { MenuItem } from "../../shared/components/Menu.tsx";
import { Popover } from "../../shared/components/Popover.tsx";
import { useOneRow } from "../../shared/pages/useOneRow.ts";
import { useSearchKey } from "../../shared/keyboard/searchKey.ts";
import { dayFormatter, shortSpan } from "../../shared/text/dates.ts";
import { actorName } from "../../shared/text/names.ts";
import { asDate, dateOf } from "../../shared/time/days.ts";
import { taskLabel } from "../rules/entryForm.ts";
import { useTime } from "../state/actions.ts";
import { contains, periodKinds } from "../rules/period.ts";
import type { Period, PeriodKind } from "../rules/period.ts";

/** What shrinks until the toolbar fits: the links to other pages, the word beside the picture of the export, then the row. */
const yielding = ["links", "export", "row"];

export function Toolbar() {
  const { state, actions } = useTime();
  const { kind, actor, task } = state.choices.value;
  const isEmpty = (state.loaded.value?.view.entries.length ?? 0) === 0;
  const bar = useOneRow<HTMLElement>(yielding, [kind, actor, task, isEmpty, state.period.value, state.readOnly.value, state.locale.value]);
  return (
    <header class="time-toolbar" ref={bar}>
      <Steps />
      <div class="time-kinds" role="group" aria-label={t("Days to show")}>
        {periodKinds.map((other) => (
          <Button key={other} kind="outlined" pressed={other === kind} onClick={() => actions.showKind(other)}>
            {kindName(other)}
          </Button>
        ))}
      </div>
      <div class="time-filter" role="group" aria-label={t("Filter")}>
        <ActorFilter />
        <TaskFilter />
      </div>
      <div class="time-tools">
        {!isEmpty && (
          <Menu
            label={t("Export the shown entries")}
            picture={<Icon name="export" />}
            items={[
              { key: "csv", label: "CSV", choose: () => actions.save("csv") },
              { key: "json", label: "JSON", choose: () => actions.save("json") },
            ]}
          >
            <span class="words">{t("Export")}</span>
          </Menu>
        )}
        {!state.readOnly.value && (
          <Button kind="primary" icon="add" onClick={() => actions.add(null, null)}>
            {t("Add Entry")}
          </Button>
        )}
      </div>
    </header>
  );
}

function Steps() {
  const { state, actions } = useTime();
  const period = state.period.value;
  const isWeek = period.kind === "week";
  return (
    <div class="time-steps" role="group" aria-label={isWeek ? t("Week") : t("Month")}>
      <Button icon="chevron-left" label={isWeek ? t("Previous week ([)") : t("Previous month ([)")} onClick={() => actions.step(-1)} />
      <Button kind="outlined" pressed={contains(period, state.today.value)} label={isWeek ? t("This week (T)") : t("This month (T)")} onClick={actions.showToday}>
        {isWeek ? t("This Week") : t("This Month")}
      </Button>
      <Button icon="chevron-right" label={isWeek ? t("Next week (])") : t("Next month (])")} onClick={() => actions.step(1)} />
      <strong class="time-period" aria-live="polite">
        {periodName(period, state.today.value, state.locale.value)}
      </strong>
    </div>
  );
}

/** For example "23–29 Nov" or "November 2026". */
function periodName({ kind, from, to }: Period, today: number, locale: string): string {
  if (kind === "month") return dayFormatter(locale, "month").format(asDate(from));
  return shortSpan(dateOf(from), dateOf(to), dateOf(today), locale);
}

function kindName(kind: PeriodKind): string {
  return kind === "week" ? t("Week") : t("Month");
}

function ActorFilter() {
  const { state, actions } = useTime();
  const { actor: chosen } = state.choices.value;
  const actors = state.loaded.value?.view.actors ?? [];
  const name = chosen === null ? t("Everyone") : actorName({ kind: "human", name: chosen });
  const items = actors.map(
    (actor): MenuItem => ({
      key: `${actor.kind} ${actor.name}`,
      label: actorName(actor),
      picture: <ActorIcon kind={actor.kind} />,
      checked: actor.name === chosen,
      choose: () => actions.showActor(actor.name),
    }),
  );
  return (
    <Menu
      label={t("Person or agent: {0}", name)}
      picture={<Icon name="person" />}
      class={chosen === null ? "" : "chosen"}
      items={[{ key: "", label: t("Everyone"), checked: chosen === null, choose: () => actions.showActor(null) }, ...items]}
    >
      <span class="clipped">{name}</span>
    </Menu>
  );
}

function TaskFilter() {
  const { state } = useTime();
  const { task } = state.choices.value;
  useSearchKey(() => document.querySelector(".task-filter"));
  const name = task === null ? t("All tasks") : taskLabel(task);
  return (
    <Popover label={t("Task: {0}", name)} class={task === null ? "task-filter" : "task-filter chosen"} content={() => <TaskChoice />}>
      <span class="clipped">{name}</span>
      <Icon name="chevron-down" />
    </Popover>
  );
}

function TaskChoice() {
  const { state, actions } = useTime();
  const [text, setText] = useState("");
  const { task } = state.choices.value;
  return (
    <div class="task-choice">
      <label for="filter-task">{t("Only the time of a task")}</label>
      <TaskCombobox id="filter-task" text={text} invalid={false} search={actions.search} onText={setText} onPick={({ id, title }) => actions.showTask({ id, title })} onEnter={(id) => actions.showTask({ id, title: "" })} onEscape={() => setText("")} />
      {task !== null && (
        <Button icon="close" onClick={() => actions.showTask(null)}>
          {t("All tasks")}
        </Button>
      )}
    </div>
  );
}
