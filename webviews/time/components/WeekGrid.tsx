// The grid of a week: a row for each task, a column for each day, and the sums.
import { t } from "@vscode/l10n";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { dayFormatter, longDay } from "../../shared/text/dates.ts";
import { asDate, dateOf, weekdayOf } from "../../shared/time/days.ts";
import { taskLabel } from "../rules/entryForm.ts";
import { useTime } from "../state/actions.ts";
import { daysIn } from "../rules/period.ts";
import type { Period } from "../rules/period.ts";
import { totalOf } from "../rules/totals.ts";
import type { Amount, GridRow } from "../rules/totals.ts";
import { AmountFigure, amountText } from "./Amounts.tsx";
import { createRoving } from "./roving.ts";

export function WeekGrid({ period }: { period: Period }) {
  const { state } = useTime();
  const { rows, days: sums, total } = state.totals.value;
  const days = daysIn(period);
  const locale = state.locale.value;
  const body = useRef<HTMLTableSectionElement>(null);
  useLayoutEffect(() => (body.current === null ? undefined : createRoving(body.current)), []);
  return (
    <div class="week-frame">
      <table class="week">
        <caption class="visually-hidden">{t("Time by task and day")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("Task")}</th>
            {days.map((day) => (
              <th key={day} scope="col" class={dayClass(day, state.today.value)} aria-current={day === state.today.value ? "date" : undefined}>
                <span class="visually-hidden">{longDay(dateOf(day), locale)}</span>
                <span aria-hidden="true">
                  {dayFormatter(locale, "weekdayName").format(asDate(day))} <strong>{dayFormatter(locale, "day").format(asDate(day))}</strong>
                </span>
              </th>
            ))}
            <th scope="col" class="week-sum">
              {t("Total")}
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row) => (
            <TaskRow key={row.task.id} row={row} days={days} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("Total")}</th>
            {days.map((day) => (
              <SumCell key={day} amount={sums.get(day)} class={dayClass(day, state.today.value)} />
            ))}
            <SumCell amount={total} class="week-sum" />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

function TaskRow({ row, days }: { row: GridRow; days: readonly number[] }) {
  const { actions } = useTime();
  const { id, title } = row.task;
  return (
    <tr data-row>
      <th scope="row">
        {title === undefined ? (
          <p class="task-missing">
            <span class="task-id">{id}</span> {t("This task does not exist.")}
          </p>
        ) : (
          <Button kind="link" class="week-task" onClick={() => actions.openTask(id)}>
            <span class="task-id">{id}</span> <span class="clipped" dir="auto">{title}</span>
          </Button>
        )}
      </th>
      {days.map((day) => (
        <DayCell key={day} row={row} day={day} />
      ))}
      <SumCell amount={row.total} class="week-sum" />
    </tr>
  );
}

function DayCell({ row, day }: { row: GridRow; day: number }) {
  const { state, actions } = useTime();
  const { id, title } = row.task;
  const amount = row.days.get(day);
  const cell = state.cell.value;
  const isChosen = cell?.task === id && cell.day === day;
  const date = longDay(dateOf(day), state.locale.value);
  const name = taskLabel({ id, title: title ?? "" });
  const content = (): ComponentChildren => {
    if (amount !== undefined) {
      const label = t("{task}, {day}: {time}", { task: name, day: date, time: amountText(amount) });
      return (
        <button type="button" class="week-cell" title={amountText(amount)} aria-pressed={isChosen} onClick={() => actions.showCell(isChosen ? null : { task: id, day })}>
          <span class="visually-hidden">{label}</span>
          <AmountFigure amount={amount} />
        </button>
      );
    }
    if (state.readOnly.value || title === undefined) return null;
    return (
      <button type="button" class="week-cell empty-cell" title={t("Add Entry")} aria-label={t("Add an entry: {task}, {day}", { task: name, day: date })} onClick={() => actions.add({ id, title }, day)}>
        <Icon name="add" />
      </button>
    );
  };
  return <td class={dayClass(day, state.today.value)}>{content()}</td>;
}

function SumCell({ amount, class: name }: { amount: Amount | undefined; class: string }) {
  if (amount === undefined || totalOf(amount) === 0) {
    return (
      <td class={`${name} sum-cell none`}>
        <span aria-hidden="true">–</span>
        <span class="visually-hidden">{t("None")}</span>
      </td>
    );
  }
  return (
    <td class={`${name} sum-cell`} title={amountText(amount)}>
      <AmountFigure amount={amount} />
      <span class="visually-hidden">{amountText(amount)}</span>
    </td>
  );
}

function dayClass(day: number, today: number): string {
  if (day === today) return "is-today";
  return weekdayOf(day) % 6 === 0 ? "is-weekend" : "";
}
