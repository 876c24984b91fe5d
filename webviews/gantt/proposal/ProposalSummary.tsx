// Effects of a proposal on the whole plan: end date, missed targets, load per person.
import { t } from "@vscode/l10n";
import type { GanttRow, Lateness, LoadSummary } from "../../contract/generated/protocol.ts";
import { isTerminal } from "../../contract/statuses.ts";
import { Avatar } from "../../shared/components/Avatar.tsx";
import { Button } from "../../shared/components/Button.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { countText } from "../../shared/text/numbers.ts";
import { useGantt } from "../state/actions.ts";
import { dayCount, hoursText, shortDay } from "../time/dayNames.ts";
import { useProgressiveCount } from "../../shared/progressiveRender.ts";
import { isHeading, isParent } from "../state/tree.ts";
import { latenessText } from "./proposal.ts";

export function NewEnd({ end, before }: { end: number | null; before: number | null }) {
  const { state } = useGantt();
  if (end === null) return null;
  const { today } = state.view.value;
  const locale = state.locale.value;
  const by = before === null ? 0 : end - before;
  return (
    <div class="proposal-end">
      <span class="end-label">{t("End of the work")}</span>
      {by !== 0 && before !== null && (
        <>
          <span class="faint">{shortDay(before, today, locale)}</span>
          <Icon name="arrow-right" label={t("then")} />
        </>
      )}
      <strong>{shortDay(end, today, locale)}</strong>
      {by !== 0 && <span class={by > 0 ? "end-shift later" : "end-shift earlier"}>({by > 0 ? t("{0} later", dayCount(by)) : t("{0} earlier", dayCount(-by))})</span>}
      {by === 0 && before !== null && <span class="faint">{t("no change")}</span>}
    </div>
  );
}

export function LateTasks({ late }: { late: readonly Lateness[] }) {
  const { state } = useGantt();
  const rendered = useProgressiveCount(late.length);
  return (
    <details class="proposal-part">
      <summary>
        <Icon name="warning" />
        {late.length === 1 ? t("1 target would be missed") : t("{0} targets would be missed", countText(late.length, state.locale.value))}
      </summary>
      <ul class="late-list">
        {late.slice(0, rendered).map((one) => (
          <li key={`${one.id} ${one.milestone ?? ""}`}>
            <span class="clipped" title={one.title}>
              {one.title}
            </span>
            <span class="late-by">{latenessText(one)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** From this percentage on, the work of a day is shown in days: all overdue tasks may fall on today. */
const MANY_DAYS_PERCENT = 1000;

function loadText({ peakPercent, peakHours }: LoadSummary, locale: string): string {
  return peakPercent < MANY_DAYS_PERCENT ? t("{0}% of {1}", peakPercent, hoursText(peakHours, locale)) : t("{0} days of work", Math.round(peakPercent / 100));
}

export function Loads({ load }: { load: readonly LoadSummary[] }) {
  const { state, actions } = useGantt();
  const people = state.snapshot.value?.project.assignees ?? [];
  const locale = state.locale.value;
  const unassigned = state.readOnly.value === null ? openUnassigned(state.view.value.rows) : [];
  const overbooked = load.filter(({ overbookedDays }) => overbookedDays > 0).length;
  return (
    <details class="proposal-part" open={overbooked > 0}>
      <summary>
        <Icon name={overbooked > 0 ? "warning" : "person"} />
        {overbooked === 0 ? t("No one would be overbooked") : overbooked === 1 ? t("1 person would be overbooked") : t("{0} people would be overbooked", overbooked)}
      </summary>
      <ul class="load-list">
        {load.map((one) => {
          const { assignee, overbookedDays, limitPercent } = one;
          const person = people.find(({ key }) => key === assignee);
          const name = person?.name ?? (assignee === "" ? t("Unassigned") : assignee);
          return (
            <li key={assignee}>
              <span class="load-person">
                {assignee !== "" && <Avatar id={assignee} name={name} color={person?.color ?? ""} kind={person?.kind} named={false} />}
                <span class="clipped" title={name}>
                  {name}
                </span>
                {assignee === "" && unassigned.length > 0 && (
                  <Button kind="link" onClick={() => actions.pick("assignee", unassigned)}>
                    {t("Assign…")}
                  </Button>
                )}
              </span>
              <span class={overbookedDays > 0 ? "overbooked" : "faint"}>{overbookedDays > 0 ? t("{0} over {1}%", dayCount(overbookedDays), limitPercent) : t("within {0}%", limitPercent)}</span>
              <span class="load-facts">{t("{0} of work, busiest day {1}", hoursText(one.hours, locale), loadText(one, locale))}</span>
            </li>
          );
        })}
      </ul>
      {overbooked > 0 && <p class="load-note">{t("Tasks that have begun or are pinned keep their dates. Move one of them, or give it to somebody else.")}</p>}
    </details>
  );
}

/** Returns the keys of open tasks without an assignee. */
function openUnassigned(rows: readonly GanttRow[]): string[] {
  return rows
    .filter((row) => !isHeading(row) && !isParent(row) && (row.assignee ?? "") === "" && !isTerminal(row.status) && row.context !== true)
    .map(({ key }) => key);
}
