// Sentences that the engine made, in the person's language. Their templates are translated like every other text.
import { t } from "@vscode/l10n";
import type { Text } from "../contract/generated/protocol.ts";
import { statuses, statusName } from "./statuses.ts";

export function say({ template, args }: Text): string {
  const status = statuses.find((known) => known === args["status"]);
  return t(template, status === undefined ? args : { ...args, status: statusName(status) });
}
