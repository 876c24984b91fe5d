// A field for a new entry with a choice of its kind. Enter adds the entry.
import { t } from "@vscode/l10n";
import { useState } from "preact/hooks";
import { Button } from "../../shared/components/Button.tsx";

interface Props<Kind extends string> {
  label: string;
  /** Accessible name of the choice. */
  kind: string;
  /** Values and names; the first is chosen initially. */
  kinds: readonly (readonly [value: Kind, name: string])[];
  onAdd: (text: string, kind: Kind) => void;
}

export function AddForm<Kind extends string>({ label, kind: kindLabel, kinds, onAdd }: Props<Kind>) {
  const [text, setText] = useState("");
  const [kind, setKind] = useState(kinds[0]?.[0]);
  return (
    <form
      class="add-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === "" || kind === undefined) return;
        onAdd(text.trim(), kind);
        setText("");
      }}
    >
      <select class="field" aria-label={kindLabel} value={kind} onChange={({ currentTarget }) => setKind(kinds[currentTarget.selectedIndex]?.[0])}>
        {kinds.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <input class="field" type="text" aria-label={label} placeholder={label} value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
      <Button kind="secondary" submits disabled={text.trim() === ""}>
        {t("Add")}
      </Button>
    </form>
  );
}
