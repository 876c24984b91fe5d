// Toolbar of the page: the filter, the days, export, and a new entry.
import { t } from "@vscode/l10n";
import { useState } from "preact/hooks";
import { TaskCombobox } from "../../shared/combobox/TaskCombobox.tsx";
import { Button } from "../../shared/components/Button.tsx";
import { ActorIcon, Icon } from "../../shared/components/Icons.tsx";
import { Menu } from "../../shared/components/Menu.tsx";
import type { MenuItem } from "../../shared/components/Menu.tsx";
import { FilterChips } from "../../shared/filter/FilterChips.tsx";
import { FilterMenu } from "../../shared/filter/FilterMenu.tsx";
import type { FilterField } from "../../shared/filter/fields.ts";
import { useSearchKey } from "../../shared/keyboard/searchKey.ts";
import { Toolbar } from "../../shared/toolbar/Toolbar.tsx";
import { dayFormatter, shortSpan } from "../../shared/text/dates.ts";
import { actorName } from "../../shared/text/names.ts";
import { asDate, dateOf } from "../../shared/time/days.ts";
import { taskLabel } from "../rules/entryForm.ts";
import { useTime } from "../state/actions.ts";
import type { Actions } from "../state/actions.ts";
import type { TimeState } from "../state/state.ts";
import { contains, periodKinds } from "../rules/period.ts";
import type { Period, PeriodKind } from "../rules/period.ts";

export function TimeToolbar() {
  const { state, actions } = useTime();
  const { kind } = state.choices.value;
  const isEmpty = (state.loaded.value?.view.entries.length ?? 0) === 0;
  const fields = [actorField(state, actions), taskField(state, actions)];
  const isFiltered = fields.some(({ chosen }) => chosen.length > 0);
  useSearchKey(() => document.querySelector(".filter-button"));
  return (
    <Toolbar
      label={t("Time")}
      find={<FilterMenu fields={fields} />}
      display={
        <>
          <div class="time-kinds" role="group" aria-label={t("Days to show")}>
            {periodKinds.map((other) => (
              <Button key={other} kind="outlined" pressed={other === kind} onClick={() => actions.showKind(other)}>
                {kindName(other)}
              </Button>
            ))}
          </div>
          <Steps />
        </>
      }
      actions={
        <>
          {!isEmpty && (
            <Menu
              label={t("Export the shown entries")}
              items={[
                { key: "csv", label: "CSV", choose: () => actions.save("csv") },
                { key: "json", label: "JSON", choose: () => actions.save("json") },
              ]}
            >
              {t("Export")}
            </Menu>
          )}
          {!state.readOnly.value && (
            <Button kind={isEmpty ? "outlined" : "primary"} icon="add" onClick={() => actions.add(null, null)}>
              {t("Add Entry")}
            </Button>
          )}
        </>
      }
    >
      <div class="filter-row">
        <FilterChips fields={fields} isOn={isFiltered} clear={actions.clearFilter} />
      </div>
    </Toolbar>
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

function actorField(state: TimeState, actions: Actions): FilterField {
  const { actor: chosen } = state.choices.value;
  const values = (state.loaded.value?.view.actors ?? []).map(
    (actor): MenuItem => ({
      key: `${actor.kind} ${actor.name}`,
      label: actorName(actor),
      picture: <ActorIcon kind={actor.kind} />,
      checked: actor.name === chosen,
      single: true,
      choose: () => actions.showActor(actor.name === chosen ? null : actor.name),
    }),
  );
  return {
    key: "actor",
    label: t("Person or agent"),
    picture: <Icon name="person" />,
    values,
    chosen: chosen === null ? [] : [actorName({ kind: "human", name: chosen })],
    clear: () => actions.showActor(null),
  };
}

function taskField(state: TimeState, actions: Actions): FilterField {
  const { task } = state.choices.value;
  return {
    key: "task",
    label: t("Task"),
    picture: <Icon name="issues" />,
    values: [],
    content: () => <TaskChoice />,
    chosen: task === null ? [] : [taskLabel(task)],
    clear: () => actions.showTask(null),
  };
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
