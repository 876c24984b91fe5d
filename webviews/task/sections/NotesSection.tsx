// The notes, as preview without the comments or as source with them.
import { t } from "@vscode/l10n";
import { useRef } from "preact/hooks";
import { Button } from "../../shared/components/Button.tsx";
import { fieldLabel } from "../../shared/text/names.ts";
import { useEditor } from "../state/actions.ts";
import { displayText } from "../state/state.ts";
import { FieldNotice } from "../fields/FieldFrame.tsx";
import { NotesText } from "./NotesText.tsx";
import { Section } from "./Section.tsx";
import { TextControl } from "../fields/TextControl.tsx";

export function NotesSection() {
  const { state, actions } = useEditor();
  const box = useRef<HTMLDivElement>(null);
  const text = displayText(state, "notes");
  const isDraft = state.drafts.value.notes !== undefined;
  const readOnly = state.readOnly.value !== null;
  const preview = state.preview.value;

  return (
    <Section
      name="notes"
      title={fieldLabel("notes")}
      beside={
        !state.folded.value.includes("notes") && <div class="switch" role="group" aria-label={t("Notes view")}>
          <Button
            pressed={!preview}
            onClick={() => {
              actions.showPreview(false);
              requestAnimationFrame(() => box.current?.querySelector("textarea")?.focus());
            }}
          >
            {readOnly ? t("Source") : t("Edit")}
          </Button>
          <Button pressed={preview} onClick={() => actions.showPreview(true)}>
            {t("Preview")}
          </Button>
        </div>
      }
    >
      <div class="notes" ref={box}>
        {preview ? (
          <NotesText text={isDraft ? text : (state.task.value?.description ?? "")} empty={t("No notes yet.")} />
        ) : (
          <TextControl
            id="notes"
            text={text}
            kind="paragraph"
            class="notes-source"
            label={fieldLabel("notes")}
            placeholder={t("Notes in Markdown")}
          />
        )}
        <FieldNotice place="notes" />
      </div>
    </Section>
  );
}
