// The conditions that are on, as chips: a click on a chip changes the condition, its cross removes it.
import { t } from "@vscode/l10n";
import { Button } from "../components/Button.tsx";
import { Menu } from "../components/Menu.tsx";
import { Popover } from "../components/Popover.tsx";
import type { FilterField } from "./fields.ts";

interface Props {
  fields: readonly FilterField[];
  /** Whether anything is filtered, by a field or by a text. */
  isOn: boolean;
  /** Removes all conditions. */
  clear: () => void;
}

export function FilterChips({ fields, isOn, clear }: Props) {
  return (
    <>
      {fields
        .filter(({ chosen }) => chosen.length > 0)
        .map((field) => (
          <Chip key={field.key} field={field} />
        ))}
      {isOn && (
        <Button class="clear" label={t("Clear filter")} onClick={clear}>
          {t("Clear filter")}
        </Button>
      )}
    </>
  );
}

function Chip({ field }: { field: FilterField }) {
  const { label, values, content, isSwitch = false, chosen, clear } = field;
  const words = isSwitch ? label : t("{0}: {1}", label, chosenText(chosen));
  const text = <span class="clipped">{words}</span>;
  return (
    <span class="filter-chip" role="group" aria-label={t("Filter: {0}", words)}>
      {isSwitch ? (
        <span class="chip-text">{text}</span>
      ) : content === undefined ? (
        <Menu label={words} class="chip-text" many searched items={values}>
          {text}
        </Menu>
      ) : (
        <Popover label={words} class="chip-text" content={content}>
          {text}
        </Popover>
      )}
      <Button icon="close" label={t("Remove the filter {0}", words)} onClick={clear} />
    </span>
  );
}

/** More values than this are counted. */
const MAX_NAMED = 3;

function chosenText(chosen: readonly string[]): string {
  return chosen.length <= MAX_NAMED ? chosen.join(", ") : t("{0} selected", chosen.length);
}
