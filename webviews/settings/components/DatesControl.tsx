// A list of days, shown as ranges. A range is added by its first and last day.
import { t } from "@vscode/l10n";
import { useState } from "preact/hooks";
import { Button } from "../../shared/components/Button.tsx";
import { shortDay, shortSpan } from "../../shared/text/dates.ts";
import { datesOf, rangeFault, rangesOf, withoutRange, type DateRange } from "../rules/dateRanges.ts";
import { textsOf } from "../rules/values.ts";
import { useSettings } from "../state/actions.ts";
import type { ControlProps } from "./controlProps.ts";
import { DayField, useDayProblem } from "./DayField.tsx";

const noRange: DateRange = { first: "", last: "" };

export function DatesControl({ setting, labelledBy, describedBy }: ControlProps) {
  const { state, actions } = useSettings();
  const { today, locale } = state.dayContext.value;
  const [range, setRange] = useState<DateRange>(noRange);
  const { problem, isWrong, check } = useDayProblem([range.first, range.last], rangeFault(range));
  const dates = textsOf(setting.value);
  const nameOf = ({ first, last }: DateRange): string => (first === last ? shortDay(first, today, locale) : shortSpan(first, last, today, locale));
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (range.first === "" || !check()) return;
    if (await actions.change(setting, [...new Set([...dates, ...datesOf(range)])].toSorted())) setRange(noRange);
  };
  return (
    <div role="group" aria-labelledby={labelledBy} aria-describedby={describedBy}>
      <ul class="setting-dates">
        {rangesOf(dates).map((one) => (
          <li key={one.first} class="pill">
            {nameOf(one)}
            {!state.isLocked.value && <Button icon="close" label={t("Remove {0}", nameOf(one))} onClick={() => void actions.change(setting, withoutRange(dates, one))} />}
          </li>
        ))}
      </ul>
      {!state.isLocked.value && (
        <form class="setting-line" onSubmit={(event) => void add(event)}>
          <DayField label={t("From")} day={range.first} isInvalid={isWrong(range.first)} onDay={(first) => setRange({ ...range, first })} />
          <DayField label={t("to (optional)")} day={range.last} isInvalid={isWrong(range.last)} onDay={(last) => setRange({ ...range, last })} />
          <Button kind="secondary" submits disabled={range.first === ""}>
            {t("Add")}
          </Button>
        </form>
      )}
      {problem !== null && (
        <p class="notice" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
