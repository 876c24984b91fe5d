// A memory, and the field in which its text is edited.
import { t } from "@vscode/l10n";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { LibraryMemory } from "../../contract/generated/protocol.ts";
import { Button } from "../../shared/components/Button.tsx";
import { Facts } from "../../shared/listPage/Facts.tsx";
import { MarkdownText } from "../../shared/markdown/MarkdownText.tsx";
import { timeText } from "../../shared/text/dates.ts";
import { numberText } from "../../shared/text/numbers.ts";
import { useLibrary } from "../state/actions.ts";
import type { Draft } from "../state/state.ts";
import { memoryKindName } from "./texts.ts";

export function MemoryPane({ memory }: { memory: LibraryMemory }) {
  const { state, actions } = useLibrary();
  const { id, text, memoryKind, tags, scopePaths, hits, lastUsedAt, createdAt, path } = memory;
  const locale = state.locale.value;
  const draft = state.drafts.value.find((known) => known.id === id);
  const name = text.split("\n", 1)[0] || id;
  return (
    <article class="detail" aria-label={name}>
      <header>
        <h2 class="visually-hidden" dir="auto">{name}</h2>
        <div class="memory-text">
          {draft === undefined ? (
            <MarkdownText text={text} empty={t("The memory has no text.")} locale={locale} openLink={(target) => void actions.openLink(target)} />
          ) : (
            <DraftForm draft={draft} />
          )}
        </div>
        <div class="page-toolbar" role="toolbar" aria-label={t("Memory")}>
          {!state.readOnly.value && (
            <>
              <Button kind="secondary" icon="edit" disabled={draft !== undefined} onClick={() => actions.editMemory(memory)}>
                {t("Edit")}
              </Button>
              <Button icon="trash" label={t("Delete the memory")} onClick={() => void actions.deleteMemory(memory)} />
            </>
          )}
          <Button icon="go-to-file" label={t("Open the file")} onClick={() => void actions.openFile(path)} />
        </div>
      </header>
      <Facts
        facts={[
          [t("Kind"), memoryKindName(memoryKind)],
          [t("Tags"), tags.join(", ")],
          [t("Paths"), scopePaths.join(", ")],
          [t("Uses"), numberText(hits, locale)],
          [t("Last used"), lastUsedAt && timeText(lastUsedAt, locale)],
          [t("Created"), createdAt && timeText(createdAt, locale)],
          [t("ID"), id],
        ]}
      />
    </article>
  );
}

function DraftForm({ draft }: { draft: Draft }) {
  const { state, actions } = useLibrary();
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  const { id, text } = draft;
  const canSave = text.trim() !== "" && !state.readOnly.value;
  return (
    <form
      class="draft"
      onSubmit={(event) => {
        event.preventDefault();
        void actions.saveDraft(id);
      }}
    >
      <textarea
        ref={field}
        class="field"
        rows={8}
        aria-label={t("Text of the memory")}
        value={text}
        onInput={({ currentTarget }) => actions.typeDraft(draft, currentTarget.value)}
        onKeyDown={(event) => {
          if (event.isComposing) return;
          if (event.key === "Escape") actions.cancelDraft(id);
          else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void actions.saveDraft(id);
          else return;
          event.preventDefault();
        }}
      />
      <div class="draft-actions">
        <Button kind="primary" submits disabled={!canSave}>
          {t("Save")}
        </Button>
        <Button kind="secondary" onClick={() => actions.cancelDraft(id)}>
          {t("Cancel")}
        </Button>
      </div>
    </form>
  );
}
