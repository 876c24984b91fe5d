// The name of a person, a milestone or a label, which is changed in the configuration and in tasks.
import { t } from "@vscode/l10n";
import { useId, useState } from "preact/hooks";
import type { SettingsEntry } from "../../contract/generated/protocol.ts";
import { Button } from "../../shared/components/Button.tsx";
import type { EntryKind } from "../rules/sections.ts";
import { renameId } from "../state/actions.ts";
import { useSettings } from "../state/actions.ts";
import { entryTexts } from "./entryTexts.ts";

export function RenameField({ kind, entry }: { kind: EntryKind; entry: SettingsEntry }) {
  const { state, actions } = useSettings();
  const [typed, setTyped] = useState<string | null>(null);
  const texts = entryTexts(kind);
  const id = useId();
  const refusal = state.refusals.value[renameId(kind, entry.name)];
  const type = (text: string | null): void => {
    setTyped(text);
    actions.clearRefusal(renameId(kind, entry.name));
  };
  const to = (typed ?? entry.name).trim();
  const isChanged = to !== "" && to !== entry.name;
  const submit = (event: Event): void => {
    event.preventDefault();
    if (isChanged) void actions.rename(kind, entry.name, to);
  };
  return (
    <form class="setting" onSubmit={submit}>
      <div class="setting-head">
        <h3 id={`${id}-title`}>{texts.name}</h3>
      </div>
      <p class="setting-text" id={`${id}-text`}>
        {texts.nameText}
      </p>
      <div class="setting-line">
        <input
          class="field text"
          type="text"
          aria-labelledby={`${id}-title`}
          aria-describedby={refusal === undefined ? `${id}-text` : `${id}-text ${id}-refusal`}
          aria-invalid={refusal !== undefined}
          readOnly={state.isLocked.value}
          value={typed ?? entry.name}
          onInput={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape" || event.isComposing || typed === null) return;
            event.preventDefault();
            type(null);
          }}
        />
        {isChanged && (
          <Button kind="secondary" submits>
            {t("Rename")}
          </Button>
        )}
      </div>
      {refusal !== undefined && (
        <p class="notice" id={`${id}-refusal`} role="alert">
          {refusal}
        </p>
      )}
    </form>
  );
}
