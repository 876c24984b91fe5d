// Dates, hours and the pinned flag. While a date is typed, the day that it means is shown below.
import { t } from "@vscode/l10n";
import type { FieldOf } from "../../contract/texts/fields.ts";
import { useEditor } from "../state/actions.ts";
import { fields } from "../state/fields.ts";
import { displayText } from "../state/state.ts";
import { FieldFrame, FieldNotice, noticeId } from "./FieldFrame.tsx";
import { TextControl } from "./TextControl.tsx";
import { Button } from "../../shared/components/Button.tsx";
import { DateBox } from "../../shared/dateField/DateBox.tsx";
import { showDay } from "../../shared/dateField/parseDay.ts";
import { namedDay } from "../../shared/text/dates.ts";
import { fieldLabel, fieldName } from "../../shared/text/names.ts";

interface Props {
  id: FieldOf<"day">;
  /** The day that the subtasks give a parent without one. */
  subtasksDay: string;
  overdue?: boolean;
}

export function DateField({ id, subtasksDay, overdue = false }: Props) {
  const { state, actions } = useEditor();
  const text = displayText(state, id);
  const context = state.fieldContext.value;
  const { locale, today } = context;
  const isTyping = state.drafts.value[id] !== undefined;
  const readOnly = state.readOnly.value !== null;
  const parsed = fields[id].parse(text, context);
  const day = parsed.ok && parsed.value !== null ? String(parsed.value) : "";
  const ofSubtasks = text === "" ? subtasksDay : "";
  const hint = hintOf();
  const choose = (chosen: string): void => void actions.choose(id, fields[id].show(chosen, context));

  function hintOf(): string {
    if (!parsed.ok) return isTyping ? "" : t("The value in the file, “{value}”, is not a date.", { value: text });
    if (isTyping && text !== showDay(day, locale)) return namedDay(day, locale);
    if (overdue) return t("Overdue");
    return ofSubtasks === "" ? "" : t("From its subtasks");
  }

  return (
    <FieldFrame place={id}>
      <div class="control-row">
        <DateBox label={fieldLabel(id)} selected={day} today={today} locale={locale} readOnly={readOnly} onPick={choose}>
          <TextControl
            id={id}
            text={text}
            kind="date"
            class={overdue ? "is-overdue" : ""}
            placeholder={ofSubtasks === "" ? (readOnly ? "" : t("No date")) : showDay(ofSubtasks, locale)}
            {...(hint !== "" && { describedBy: `${id}-hint` })}
          />
          {text !== "" && !readOnly && <Button icon="close" class="clear-date" label={t("Clear the {field}", { field: fieldName(id) })} onClick={() => choose("")} />}
        </DateBox>
      </div>
      {hint !== "" && (
        <p class={!parsed.ok || (overdue && !isTyping) ? "field-hint problem" : "field-hint"} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </FieldFrame>
  );
}

/** A number of hours; comma and point both separate decimals. */
export function HoursField({ id }: { id: FieldOf<"hours"> }) {
  const { state } = useEditor();
  return (
    <FieldFrame place={id}>
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
        {fieldLabel("pinned")}
      </label>
      <FieldNotice place="pinned" />
    </div>
  );
}
