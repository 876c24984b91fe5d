// Sentences that the engine made, in the person's language. Their templates are translated like every other text.
import { t } from "@vscode/l10n";
import type { Text } from "../contract/generated/protocol.ts";

export function say(text: Text): string {
  return t(text.template, text.args);
}
