// The form of a value: a field, a switch, or buttons.
import { t } from "@vscode/l10n";
import toolTokens from "../../contract/generated/toolTokens.json" with { type: "json" };
import { DateBox } from "../../shared/dateField/DateBox.tsx";
import { translateText } from "../../shared/text/names.ts";
import { countText } from "../../shared/text/numbers.ts";
import { fieldText, textsOf, weekdays, withValue } from "../rules/values.ts";
import { useSettings } from "../state/actions.ts";
import { idOf } from "../state/state.ts";
import { choiceName, toolSetName, toolSetText } from "./choices.ts";
import type { ControlProps } from "./controlProps.ts";
import { DatesControl } from "./DatesControl.tsx";
import { DayHoursControl } from "./DayHoursControl.tsx";
import { weekdayName } from "./defaultText.ts";
import { TextControl } from "./TextControl.tsx";

export function Control(props: ControlProps) {
  switch (props.setting.control) {
    case "flag":
      return <FlagControl {...props} />;
    case "choice":
      return <ChoiceControl {...props} options={props.setting.options} />;
    case "choices":
      return <SetsControl {...props} options={props.setting.options} />;
    case "weekdays":
      return <WeekdaysControl {...props} />;
    case "dayHours":
      return <DayHoursControl {...props} />;
    case "dates":
      return <DatesControl {...props} />;
    case "color":
      return <ColorControl {...props} />;
    case "date":
      return <DateControl {...props} />;
    case "text":
    case "texts":
    case "number":
      return <TextControl {...props} />;
  }
}

function DateControl(props: ControlProps) {
  const { state, actions } = useSettings();
  const { setting } = props;
  return (
    <div class="day-field">
      <DateBox
        label={translateText(setting.title)}
        selected={fieldText(setting)}
        {...state.dayContext.value}
        readOnly={state.isLocked.value}
        onPick={(day) => void actions.change(setting, day)}
      >
        <TextControl {...props} />
      </DateBox>
    </div>
  );
}

function ColorControl(props: ControlProps) {
  const { state, actions } = useSettings();
  const { setting, hex, labelledBy } = props;
  return (
    <div class="setting-line">
      <input class={`swatch ${hex === "" ? "unset" : ""}`} type="color" aria-labelledby={labelledBy} disabled={state.isLocked.value} value={hex === "" ? "#808080" : hex} onChange={({ currentTarget }) => void actions.change(setting, currentTarget.value)} />
      <TextControl {...props} />
    </div>
  );
}

function FlagControl({ setting, labelledBy, describedBy }: ControlProps) {
  const { state, actions } = useSettings();
  const isOn = setting.value === true;
  return (
    <label class="setting-line">
      <input type="checkbox" checked={isOn} disabled={state.isLocked.value} aria-labelledby={labelledBy} aria-describedby={describedBy} onChange={() => void actions.change(setting, !isOn)} />
      <span aria-hidden="true">{isOn ? t("on") : t("off")}</span>
    </label>
  );
}

interface OptionsProps extends ControlProps {
  options: readonly string[];
}

function ChoiceControl({ setting, labelledBy, describedBy, options }: OptionsProps) {
  const { state, actions } = useSettings();
  const name = idOf(setting);
  return (
    <div class="setting-line" role="radiogroup" aria-labelledby={labelledBy} aria-describedby={describedBy}>
      {options.map((option) => (
        <label key={option} class="setting-option">
          <input type="radio" name={name} checked={setting.value === option} disabled={state.isLocked.value} onChange={() => void actions.change(setting, option)} />
          {choiceName(option)}
        </label>
      ))}
    </div>
  );
}

/** Estimate of the tokens that each tool set costs in every conversation, by its name. */
const costs: Readonly<Partial<Record<string, number>>> = toolTokens;

/** Tool sets: a check box for each, with what it contains. */
function SetsControl({ setting, options }: OptionsProps) {
  const { state, actions } = useSettings();
  const chosen = fieldText(setting).split(",").filter((name) => name !== "");
  const toggle = (option: string): void => {
    const names = withValue(chosen, option, !chosen.includes(option));
    void actions.change(setting, names.length === 0 ? null : options.filter((one) => names.includes(one)).join(","));
  };
  return (
    <ul class="setting-sets">
      {options.map((option) => (
        <li key={option}>
          <label class="setting-option">
            <input type="checkbox" checked={chosen.includes(option)} disabled={state.isLocked.value} onChange={() => toggle(option)} />
            <span>
              <strong>{toolSetName(option)}</strong> <span class="muted">{toolSetText(option)}</span>
            </span>
            <span class="muted set-tokens">{tokensText(costs[option], state.locale.value)}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}

/** For example "about 1,200 tokens": what a set costs in every conversation. */
function tokensText(tokens: number | undefined, locale: string): string {
  return tokens === undefined ? "" : t("about {0} tokens", countText(tokens, locale));
}

function WeekdaysControl({ setting, labelledBy, describedBy }: ControlProps) {
  const { state, actions } = useSettings();
  const locale = state.locale.value;
  const closed = textsOf(setting.value);
  return (
    <div class="setting-line weekdays" role="group" aria-labelledby={labelledBy} aria-describedby={describedBy}>
      {weekdays.map(({ name, day }) => {
        const isClosed = closed.includes(name);
        const toggle = (): void => void actions.change(setting, weekdays.map((one) => one.name).filter((one) => (one === name ? !isClosed : closed.includes(one))));
        return (
          <button key={name} type="button" class="button outlined" aria-pressed={isClosed} disabled={state.isLocked.value} onClick={toggle}>
            {weekdayName(day, locale)}
          </button>
        );
      })}
    </div>
  );
}
