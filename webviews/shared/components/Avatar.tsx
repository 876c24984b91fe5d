// Who a task is given to: initials on the person's colour.
import { t } from "@vscode/l10n";
import { initials, personColors } from "../person.ts";

/** `named`: whether it stands alone and so must say the name. */
export function Avatar({ name, color, id, named = true }: { name: string; color: string; id: string; named?: boolean }) {
  const { background, text } = personColors(color, id);
  const label = t("Assignee: {0}", name);
  const spoken = named ? ({ role: "img", "aria-label": label } as const) : ({ "aria-hidden": true } as const);
  return (
    <span class="avatar" title={label} {...spoken} style={{ background, color: text }}>
      {initials(name)}
    </span>
  );
}
