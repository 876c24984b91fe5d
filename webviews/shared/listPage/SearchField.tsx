// The search field above a list. Escape clears it, and the down arrow moves to the list.
import { t } from "@vscode/l10n";
import { useRef } from "preact/hooks";
import { Button } from "../components/Button.tsx";
import { Icon } from "../components/Icons.tsx";
import { useSearchKey } from "../keyboard/searchKey.ts";
import { focusRow } from "./rowKeys.ts";

interface Props {
  /** Accessible name. */
  label: string;
  text: string;
  search: (text: string) => void;
}

export function SearchField({ label, text, search }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useSearchKey(() => field.current);
  return (
    <div class="search">
      <Icon name="search" />
      <input
        ref={field}
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
