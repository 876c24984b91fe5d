// A label, a control and the field's notice.
import type { ComponentChildren } from "preact";
import { isFieldName } from "../state/state.ts";
import type { DraftId, FieldPlace } from "../state/state.ts";
import type { LabeledField } from "../../contract/texts/fields.ts";
import { t } from "@vscode/l10n";
import { Button } from "../../shared/components/Button.tsx";
import { ChangeAuthor } from "../../shared/components/ConflictNotice.tsx";
import { Icon } from "../../shared/components/Icons.tsx";
import { useEditor } from "../state/actions.ts";
import { fieldLabel } from "../../shared/text/names.ts";
import { fieldAuthor, fields } from "../state/fields.ts";
import type { Value } from "../state/draft.ts";

interface Props {
  place: FieldPlace & LabeledField;
  /** ID of the control if it differs from the place; null if there is none. */
  control?: string | null;
  children: ComponentChildren;
}

export function FieldFrame({ place, control = place, children }: Props) {
  const label = fieldLabel(place);
  return (
    <div class="field-frame" data-place={place}>
      {control === null ? <p class="field-label">{label}</p> : <label for={control}>{label}</label>}
      {children}
      <FieldNotice place={place} />
    </div>
  );
}

/** Returns the ID of the notice, for a control's description. */
export function noticeId(place: FieldPlace): string {
  return `${place}-notice`;
}

export function FieldNotice({ place }: { place: FieldPlace }) {
  const { state, actions } = useEditor();
  const notice = state.notices.value[place];
  const theirs = place in state.drafts.value ? state.drafts.value[place as DraftId]?.theirs : undefined;
  if (notice === undefined && theirs === undefined) return null;
  const draft = place as DraftId;
  const isWarning = theirs !== undefined || notice?.kind === "warning";
  return (
    <div class={isWarning ? "notice notice-warning" : "notice"}>
      <Icon name={isWarning ? "warning" : "error"} />
      <div>
        {theirs === undefined ? (
          <>
            <p id={noticeId(place)}>{notice?.message}</p>
            {notice?.kind === "failed" && place in state.drafts.value && (
              <Button kind="link" onClick={() => void actions.flush(draft, true)}>
                {t("Try again")}
              </Button>
            )}
          </>
        ) : (
          <>
            <div id={noticeId(place)}>
              <ChangeAuthor by={fieldAuthor(state.task.value?.history ?? [], place)} />
              <Theirs id={draft} value={theirs.value} />
            </div>
            <div class="notice-choices">
              <Button kind="secondary" onClick={() => void actions.keepMine(draft)}>
                {t("Keep mine")}
              </Button>
              <Button kind="secondary" onClick={() => actions.takeTheirs(draft)}>
                {t("Take theirs")}
              </Button>
            </div>
          </>
        )}
      </div>
      {!(place in state.drafts.value) && (
        <Button icon="close" class="line-action" label={t("Dismiss")} onClick={() => actions.dismiss(place)} />
      )}
    </div>
  );
}

function Theirs({ id, value }: { id: DraftId; value: Value }) {
  const { state } = useEditor();
  if (value === null || value === "") return <p>{t("The file now has no value here.")}</p>;
  const text = isFieldName(id) ? fields[id].show(value, state.fieldContext.value) : String(value);
  if (!text.includes("\n")) return <p>{t("The value in the file is now “{value}”.", { value: text })}</p>;
  return (
    <>
      <p>{t("Now in the file:")}</p>
      <pre class="theirs" tabIndex={0} aria-label={t("Value in the file")}>
        {text}
      </pre>
    </>
  );
}
