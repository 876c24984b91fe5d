// A civil date with the browser's own picker, and a button that empties it. The picker writes figures in the order of the editor's
// language, which says nothing about the person's country, so the day stands below it with its month's name.
import { t } from "@vscode/l10n";
import { useEditor } from "../editor.ts";
import { fields } from "../fields.ts";
import { shownText } from "../state.ts";
import { FieldFrame } from "./FieldFrame.tsx";
import { TextControl } from "./TextControl.tsx";
import { Button } from "../../shared/components/Button.tsx";
import { namedDay } from "../../shared/dates.ts";

interface Props {
  id: "startDate" | "dueDate";
  label: string;
  clearLabel: string;
  overdue?: boolean;
}

export function DateField({ id, label, clearLabel, overdue = false }: Props) {
  const { state, actions } = useEditor();
  const text = shownText(state, id);
  const isDate = fields[id].parse(text, state.reading.value).ok;
  const day = namedDay(text, state.reading.value.locale);
  const hint = isDate ? (overdue ? t("Overdue since {0}", day) : day) : t("The file says “{value}”, which is not a date.", { value: text });
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
