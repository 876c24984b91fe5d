// A priority as bars: more bars, more urgent.
import { t } from "@vscode/l10n";
import type { Priority } from "../../contract/generated/protocol.ts";
import { priorityName } from "../statuses.ts";

const filled = { low: 1, medium: 2, high: 3 } as const satisfies Record<Priority, number>;

export function PriorityIcon({ priority }: { priority: Priority }) {
  const label = t("Priority: {0}", priorityName(priority));
  const bar = (place: number) => (place <= filled[priority] ? "" : "faint");
  return (
    <svg class="priority" width="14" height="14" viewBox="0 0 14 14" role="img" aria-label={label}>
      <title>{label}</title>
      <rect class={bar(1)} x="1" y="8" width="3" height="5" rx="1" />
      <rect class={bar(2)} x="5.5" y="5" width="3" height="8" rx="1" />
      <rect class={bar(3)} x="10" y="1" width="3" height="12" rx="1" />
    </svg>
  );
}
