// A civil date with the browser's own picker, and a button that empties it.
import { t } from "@vscode/l10n";
import { useEditor } from "../editor.ts";
import { fields } from "../fields.ts";
import { shownText } from "../state.ts";
import { FieldFrame } from "./FieldFrame.tsx";
import { TextControl } from "./TextControl.tsx";
import { Button } from "../../shared/components/Button.tsx";

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
  const hint = isDate
    ? overdue
      ? t("Overdue")
      : null
    : t("The file says “{value}”, which is not a date.", { value: text });
  return (
    <FieldFrame place={id} label={label}>
      <div class="control-row">
        <TextControl
          id={id}
          text={text}
          kind="date"
          class={overdue ? "is-overdue" : ""}
          {...(hint !== null && { describedBy: `${id}-hint` })}
        />
        {text !== "" && state.readOnly.value === null && (
          <Button icon="close" label={clearLabel} onClick={() => void actions.choose(id, "")} />
        )}
      </div>
      {hint !== null && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </FieldFrame>
  );
}
