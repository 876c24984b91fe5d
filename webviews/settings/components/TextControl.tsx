// A field whose text is saved with Enter, or when the focus leaves it.
import { t } from "@vscode/l10n";
import { showDay } from "../../shared/dateField/parseDay.ts";
import { historyKey } from "../../shared/keyboard/pageKeys.ts";
import { fieldText } from "../rules/values.ts";
import { useSettings } from "../state/actions.ts";
import { idOf } from "../state/state.ts";
import type { ControlProps } from "./controlProps.ts";
import { defaultText } from "./defaultText.ts";

export function TextControl({ setting, labelledBy, describedBy, isInvalid }: ControlProps) {
  const { state, actions } = useSettings();
  const kind = setting.control;
  const draft = state.drafts.value.find(({ id }) => id === idOf(setting));
  const shared = {
    class: `field ${kind}`,
    value: draft?.text ?? (kind === "date" ? showDay(fieldText(setting), state.locale.value) : fieldText(setting)),
    "aria-labelledby": labelledBy,
    "aria-describedby": describedBy,
    "aria-invalid": isInvalid,
    readOnly: state.isLocked.value,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) => actions.type(setting, currentTarget.value),
    onBlur: () => void actions.save(setting),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.isComposing) return;
      // What was saved is undone like any change; the browser would only bring the old text back into the field.
      const step = draft === undefined ? historyKey(event) : null;
      if (step !== null) {
        actions[step]();
        event.stopPropagation();
      } else if (event.key === "Enter" && (kind !== "texts" || event.ctrlKey || event.metaKey)) void actions.save(setting);
      else if (event.key === "Escape" && draft !== undefined) actions.cancel(setting);
      else return;
      event.preventDefault();
    },
  };
  if (kind === "texts") return <textarea {...shared} rows={2} spellcheck={false} placeholder={t("One a line")} />;
  return <input {...shared} type="text" inputMode={kind === "number" ? "decimal" : "text"} placeholder={defaultText(setting, state.locale.value)} />;
}
