// The task is gone: says so and gives back the words that were not saved.
import { t } from "@vscode/l10n";
import { useEditor } from "../editor.ts";

export function GoneNotice() {
  const { state } = useEditor();
  const { criterion, note } = state.entries.value;
  const words = [...Object.values(state.drafts.value).map((draft) => draft?.text ?? ""), criterion, note].filter(
    (text) => text.trim() !== "",
  );
  return (
    <main class="blank">
      <p>{t("This task is gone: it was deleted, or its file cannot be found.")}</p>
      {words.length > 0 && (
        <>
          <p>{t("What you had typed and not saved:")}</p>
          {words.map((text, index) => (
            <textarea
              key={index}
              class="field"
              readOnly
              rows={2}
              aria-label={t("Unsaved text {number}", { number: index + 1 })}
              value={text}
            />
          ))}
        </>
      )}
    </main>
  );
}
