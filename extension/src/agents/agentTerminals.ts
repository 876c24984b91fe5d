// The terminals in which agents were started from here. A terminal is found by the conversation that it was given as
// an environment variable, which VSCode keeps with it over reloads of the window.

import { l10n, window, type Terminal } from "vscode";
import type { Actor } from "../../../webviews/contract/generated/protocol.ts";
import { actorName } from "../support/vocabulary.ts";

/** The variable by which `handoff` knows the conversation, in its server and in its hooks. */
export const CONVERSATION = "HANDOFF_CONVERSATION";

/** Returns a new ID of a conversation. */
export function newConversation(): string {
  return `t-${crypto.randomUUID()}`;
}

/** Shows the terminal of a conversation. Returns false if it is not in this window. */
export function showTerminal(conversation: string | undefined): boolean {
  const terminal = conversation === undefined ? undefined : window.terminals.find((shown) => conversationOf(shown) === conversation);
  terminal?.show();
  return terminal !== undefined;
}

/** Shows the terminal of an agent, or says that it has none here. */
export function goToAgent(actor: Actor): void {
  if (!showTerminal(actor.conversation)) void window.showInformationMessage(l10n.t("{0} was not started from this window. Go to the program in which it runs.", actorName(actor)));
}

function conversationOf({ creationOptions }: Terminal): string | null | undefined {
  return "env" in creationOptions ? creationOptions.env?.[CONVERSATION] : undefined;
}
