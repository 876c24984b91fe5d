// Whether a scheduler leaves the dates alone.
import { t } from "@vscode/l10n";
import { useEditor } from "../editor.ts";
import { shownText } from "../state.ts";
import { FieldNotice, noticeId } from "./FieldNotice.tsx";

export function PinnedField() {
  const { state, actions } = useEditor();
  return (
    <div class="field-frame" data-place="pinned">
      <label class="check-label">
        <input
          id="pinned"
          type="checkbox"
          checked={shownText(state, "pinned") === "true"}
          disabled={state.readOnly.value !== null}
          aria-describedby={state.notices.value.pinned && noticeId("pinned")}
          onChange={(event) => void actions.choose("pinned", event.currentTarget.checked ? "true" : "")}
        />
        {t("Keep these dates when the schedule is computed")}
      </label>
      <FieldNotice place="pinned" />
    </div>
  );
}
