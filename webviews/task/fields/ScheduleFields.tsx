// Dates, hours and the pinned flag. The browser's date picker shows digits in the order of VSCode's
// language, not of the user's country, so the date is shown below it with the month's name.
import { t } from "@vscode/l10n";
import { useEditor } from "../state/context.ts";
import { fields } from "../state/fields.ts";
import { displayText } from "../state/state.ts";
import { FieldFrame, FieldNotice, noticeId } from "./FieldFrame.tsx";
import { TextControl } from "./TextControl.tsx";
import { Button } from "../../shared/components/Button.tsx";
import { namedDay } from "../../shared/text/dates.ts";

interface Props {
  id: "startDate" | "dueDate";
  label: string;
  clearLabel: string;
  overdue?: boolean;
}

export function DateField({ id, label, clearLabel, overdue = false }: Props) {
  const { state, actions } = useEditor();
  const text = displayText(state, id);
  const isDate = fields[id].parse(text, state.fieldContext.value).ok;
  const day = namedDay(text, state.fieldContext.value.locale);
  const hint = isDate ? (overdue ? t("Overdue since {0}", day) : day) : t("The value in the file, “{value}”, is not a date.", { value: text });
  return (
    <FieldFrame place={id} label={label}>
      <div class="control-row">
        <TextControl
          id={id}
          text={text}
          kind="date"
          class={overdue ? "is-overdue" : ""}
          {...(hint !== "" && { describedBy: `${id}-hint` })}
        />
        {text !== "" && state.readOnly.value === null && (
          <Button icon="close" label={clearLabel} onClick={() => void actions.choose(id, "")} />
        )}
      </div>
      {hint !== "" && (
        <p class={overdue || !isDate ? "field-hint problem" : "field-hint"} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </FieldFrame>
  );
}

/** A number of hours; comma and point both separate decimals. */
export function HoursField({ id, label }: { id: "estimateHours" | "actualHours" | "remainingHours"; label: string }) {
  const { state } = useEditor();
  return (
    <FieldFrame place={id} label={label}>
      <div class="control-row with-unit">
        <TextControl id={id} text={displayText(state, id)} kind="decimal" describedBy={`${id}-unit`} />
        <span class="unit" id={`${id}-unit`}>
          {t("hours")}
        </span>
      </div>
    </FieldFrame>
  );
}

/** Whether the scheduler leaves the dates unchanged. */
export function PinnedField() {
  const { state, actions } = useEditor();
  return (
    <div class="field-frame" data-place="pinned">
      <label class="check-label">
        <input
          id="pinned"
          type="checkbox"
          checked={displayText(state, "pinned") === "true"}
          disabled={state.readOnly.value !== null}
          aria-describedby={state.notices.value.pinned && noticeId("pinned")}
          onChange={(event) => void actions.choose("pinned", event.currentTarget.checked ? "true" : "")}
        />
        {t("Pin dates")}
      </label>
      <FieldNotice place="pinned" />
    </div>
  );
}
