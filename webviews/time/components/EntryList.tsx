// The entries by day, the newest first.
import { t } from "@vscode/l10n";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "../../shared/components/Button.tsx";
import { useProgressiveCount } from "../../shared/progressiveRender.ts";
import { namedDay } from "../../shared/text/dates.ts";
import { dateOf } from "../../shared/time/days.ts";
import { taskLabel } from "../rules/entryForm.ts";
import { useTime } from "../state/actions.ts";
import type { Cell } from "../state/state.ts";
import type { DayGroup } from "../rules/totals.ts";
import { AmountFigure, amountText } from "./Amounts.tsx";
import { EntryLine } from "./EntryLine.tsx";
import { createRoving } from "./roving.ts";

/** Rows that are painted first: more than fit into a window. */
const INITIAL_ROWS = 40;

export function EntryList() {
  const { state, actions } = useTime();
  const section = useRef<HTMLElement>(null);
  const groups = state.groups.value;
  const total = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  const count = useProgressiveCount(total, INITIAL_ROWS);
  const cell = state.cell.value;
  useLayoutEffect(() => (section.current === null ? undefined : createRoving(section.current)), []);
  useLayoutEffect(() => {
    if (cell !== null) section.current?.scrollIntoView({ block: "nearest" });
  }, [cell]);
  return (
    <section class="entries" aria-labelledby="entries-title" ref={section}>
      <div class="entries-head">
        <h2 id="entries-title">{t("Entries")}</h2>
        {cell !== null && <CellChip cell={cell} count={total} clear={() => actions.showCell(null)} />}
      </div>
      {firstRows(groups, count).map((group) => (
        <Day key={group.day} group={group} />
      ))}
    </section>
  );
}

/** Says to what the list is limited. */
function CellChip({ cell: { task, day }, count, clear }: { cell: Cell; count: number; clear: () => void }) {
  const { state } = useTime();
  const date = namedDay(dateOf(day), state.locale.value);
  return (
    <span class="entries-only" role="status">
      <span class="clipped">{t("Only {task}, {day} ({count})", { task: taskLabel({ id: task, title: state.titles.value.get(task) ?? "" }), day: date, count })}</span>
      <Button icon="close" label={t("Show all entries")} onClick={clear} />
    </span>
  );
}

function Day({ group: { day, entries, total } }: { group: DayGroup }) {
  const { state, actions } = useTime();
  const locale = state.locale.value;
  const zone = state.zone.value;
  const titles = state.titles.value;
  const readOnly = state.readOnly.value;
  const canContinue = (task: string): boolean => state.canStart.value && titles.has(task) && !state.running.value.has(task);
  return (
    <section class="day" aria-labelledby={`day-${day}`}>
      <div class={day === state.today.value ? "day-head is-today" : "day-head"}>
        <h3 id={`day-${day}`}>
          {namedDay(dateOf(day), locale)}
          {day === state.today.value && <span class="day-note"> · {t("Today")}</span>}
        </h3>
        <span class="day-total" title={amountText(total)}>
          <AmountFigure amount={total} />
          <span class="visually-hidden">{amountText(total)}</span>
        </span>
      </div>
      <ul>
        {entries.map(({ row, seconds }) => (
          <EntryLine key={row.id} row={row} seconds={seconds} title={titles.get(row.entry.task) ?? ""} locale={locale} zone={zone} readOnly={readOnly} canContinue={canContinue(row.entry.task)} actions={actions} />
        ))}
      </ul>
    </section>
  );
}

/** Returns the groups with their first rows; the totals are those of all rows. */
function firstRows(groups: readonly DayGroup[], count: number): DayGroup[] {
  let left = count;
  const shown: DayGroup[] = [];
  for (const group of groups) {
    if (left <= 0) break;
    shown.push(group.entries.length > left ? { ...group, entries: group.entries.slice(0, left) } : group);
    left -= group.entries.length;
  }
  return shown;
}
