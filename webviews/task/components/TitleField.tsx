// The title, large and edited where it stands.
import { t } from "@vscode/l10n";
import { useEditor } from "../editor.ts";
import { shownText } from "../state.ts";
import { FieldNotice } from "./FieldNotice.tsx";
import { TextControl } from "./TextControl.tsx";

export function TitleField() {
  const { state } = useEditor();
  return (
    <div class="field-frame title-frame" data-place="title">
      <h1 class="visually-hidden">{state.task.value?.card.title}</h1>
      <TextControl id="title" text={shownText(state, "title")} kind="lines" class="quiet title" label={t("Title")} />
      <FieldNotice place="title" />
    </div>
  );
}
