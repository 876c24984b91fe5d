// A priority as bars: more bars, more urgent. One element, since every card has one.
import { t } from "@vscode/l10n";
import type { Priority } from "../../contract/generated/protocol.ts";
import { priorityName } from "../statuses.ts";

export function PriorityIcon({ priority }: { priority: Priority }) {
  const label = t("Priority: {0}", priorityName(priority));
  return <span class={`priority ${priority}`} role="img" aria-label={label} title={label} />;
}
