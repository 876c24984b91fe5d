// The notes, as preview or source, and a field that appends a note.
import { t } from "@vscode/l10n";
import { useRef } from "preact/hooks";
import { Button } from "../../shared/components/Button.tsx";
import { useEditor } from "../state/context.ts";
import { displayText } from "../state/state.ts";
import { FieldNotice, noticeId } from "../fields/FieldFrame.tsx";
import { MarkdownText } from "../../shared/markdown/MarkdownText.tsx";
import { Section } from "./Section.tsx";
import { TextControl } from "../fields/TextControl.tsx";

export function NotesSection() {
  const { state, actions } = useEditor();
  const box = useRef<HTMLDivElement>(null);
  const text = displayText(state, "notes");
  const readOnly = state.readOnly.value !== null;
  const preview = state.preview.value;

  return (
    <Section
      title={t("Notes")}
      beside={
        <div class="switch" role="group" aria-label={t("Notes view")}>
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
          <MarkdownText
            text={text}
            empty={t("No notes yet.")}
            locale={state.fieldContext.value.locale}
            openLink={(target) => void actions.openLink(target, "notes")}
          />
        ) : (
          <TextControl
            id="notes"
            text={text}
            kind="paragraph"
            class="notes-source"
            label={t("Notes")}
            placeholder={t("Notes in Markdown")}
          />
        )}
        <FieldNotice place="notes" />
      </div>
      {!readOnly && <NoteEntry />}
    </Section>
  );
}

function NoteEntry() {
  const { state, actions } = useEditor();
  const text = state.entries.value.note;
  return (
    <div class="note-entry">
      <textarea
        class="field"
        rows={1}
        aria-label={t("New note")}
        aria-describedby={state.notices.value.appendNotes && noticeId("appendNotes")}
        placeholder={t("Append a note with a timestamp")}
        value={text}
        onInput={(event) => actions.enter("note", event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.isComposing || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void actions.appendNote();
        }}
      />
      <Button kind="secondary" disabled={text.trim() === ""} onClick={() => void actions.appendNote()}>
        {t("Append")}
      </Button>
      <FieldNotice place="appendNotes" />
    </div>
  );
}
