// Hours of weekdays, each with a field, and of single days, as a list to which one is added.
import { t } from "@vscode/l10n";
import { useId, useState } from "preact/hooks";
import type { Setting } from "../../contract/generated/protocol.ts";
import { Button } from "../../shared/components/Button.tsx";
import { shortDay } from "../../shared/text/dates.ts";
import { ownHours, settingOfDay, valueOf, weekdays } from "../rules/values.ts";
import { useSettings } from "../state/actions.ts";
import { idOf } from "../state/state.ts";
import type { ControlProps } from "./controlProps.ts";
import { DayField, useDayProblem } from "./DayField.tsx";
import { weekdayName } from "./defaultText.ts";
import { SettingConflict } from "./SettingConflict.tsx";
import { TextControl } from "./TextControl.tsx";

export function DayHoursControl({ setting, labelledBy, describedBy }: ControlProps) {
  const { state, actions } = useSettings();
  const { today, locale } = state.dayContext.value;
  const ofWeek = weekdays.map(({ name, day }) => ({ setting: settingOfDay(setting, name), title: weekdayName(day, locale) }));
  const own = Object.entries(ownHours(setting)).filter(([day]) => weekdays.every(({ name }) => name !== day));
  const dates = own.toSorted(([one], [other]) => one.localeCompare(other));
  const all = [...ofWeek.map((weekday) => weekday.setting), ...dates.map(([date]) => settingOfDay(setting, date))];
  return (
    <div role="group" aria-labelledby={labelledBy} aria-describedby={describedBy}>
      <div class="setting-line">
        {ofWeek.map((weekday) => (
          <WeekdayHours key={idOf(weekday.setting)} {...weekday} describedBy={describedBy} />
        ))}
      </div>
      {all.map((one) => (
        <Notices key={idOf(one)} setting={one} />
      ))}
      <ul class="setting-dates">
        {dates.map(([date, hours]) => {
          const day = shortDay(date, today, locale);
          return (
            <li key={date} class="pill">
              {t("{0}: {1} h", day, hours.toLocaleString(locale))}
              {!state.isLocked.value && <Button icon="close" label={t("Remove {0}", day)} onClick={() => void actions.change(settingOfDay(setting, date), null)} />}
            </li>
          );
        })}
      </ul>
      {!state.isLocked.value && <NewDay setting={setting} />}
    </div>
  );
}

interface WeekdayProps {
  setting: Setting;
  title: string;
  describedBy: string;
}

function WeekdayHours({ setting, title, describedBy }: WeekdayProps) {
  const { state } = useSettings();
  const id = useId();
  return (
    <label class="weekday-hours">
      <span id={id}>{title}</span>
      <TextControl setting={setting} hex="" labelledBy={id} describedBy={describedBy} isInvalid={state.refusals.value[idOf(setting)] !== undefined} />
    </label>
  );
}

/** Says why the hours of a day were refused, or that another program has changed them. */
function Notices({ setting }: { setting: Setting }) {
  const { state } = useSettings();
  const refusal = state.refusals.value[idOf(setting)];
  return (
    <>
      {refusal !== undefined && (
        <p class="notice" role="alert">
          {refusal}
        </p>
      )}
      <SettingConflict setting={setting} />
    </>
  );
}

function NewDay({ setting }: { setting: Setting }) {
  const { actions } = useSettings();
  const id = useId();
  const [day, setDay] = useState("");
  const [hours, setHours] = useState("");
  const { problem, isWrong, check } = useDayProblem([day]);
  const one = settingOfDay(setting, day);
  const add = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!check() || !(await actions.change(one, valueOf("number", hours)))) return;
    setDay("");
    setHours("");
  };
  return (
    <form onSubmit={(event) => void add(event)}>
      <div class="setting-line">
        <DayField label={t("Date")} day={day} isInvalid={isWrong(day)} onDay={setDay} />
        <div class="day-hours">
          <label for={id}>{t("Hours")}</label>
          <input id={id} class="field" type="text" inputMode="decimal" autocomplete="off" value={hours} onInput={({ currentTarget }) => setHours(currentTarget.value)} />
        </div>
        <Button kind="secondary" submits disabled={day === "" || hours.trim() === ""}>
          {t("Add")}
        </Button>
      </div>
      {problem === null ? (
        day !== "" && !one.isSet && <Notices setting={one} />
      ) : (
        <p class="notice" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
