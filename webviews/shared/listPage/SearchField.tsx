// The search field above a list. Escape clears it, and the down arrow moves to the list.
import { t } from "@vscode/l10n";
import { Button } from "../components/Button.tsx";
import { Icon } from "../components/Icons.tsx";
import { focusRow } from "./rowKeys.ts";

interface Props {
  /** Accessible name. */
  label: string;
  text: string;
  search: (text: string) => void;
}

export function SearchField({ label, text, search }: Props) {
  return (
    <div class="search">
      <Icon name="search" />
      <input
        class="field"
        type="text"
        spellcheck={false}
        placeholder={label}
        aria-label={label}
        value={text}
        onInput={({ currentTarget }) => search(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && text !== "") search("");
          if (event.key === "ArrowDown") focusRow(0, event);
        }}
      />
      {text !== "" && <Button icon="close" label={t("Clear search")} onClick={() => search("")} />}
    </div>
  );
}
