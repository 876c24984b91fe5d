// Sentences that the engine made, in the person's language. Their templates are translated like every other text.
import { t } from "@vscode/l10n";
import type { Text } from "../../contract/generated/protocol.ts";
import { statusName, statuses } from "./statuses.ts";

/** An argument that is called status is one, and is said as columns are named. */
export function say({ template, args }: Text): string {
  const status = statuses.find((known) => known === args["status"]);
  return t(template, status === undefined ? args : { ...args, status: statusName(status) });
}
