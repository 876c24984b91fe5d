// Actors in lists: people and agents have different icons, and agents are called agents.

import { l10n } from "vscode";
import type { Actor } from "../../../webviews/contract/generated/protocol.ts";

/** Codicon of an actor. */
export function actorIcon({ kind }: Actor): string {
  return kind === "agent" ? "hubot" : "person";
}

/** Returns the name of an actor, for sentences and screen readers. */
export function actorText({ kind, name }: Actor): string {
  if (kind !== "agent") return name;
  return name === "" ? l10n.t("an agent") : l10n.t("agent {0}", name);
}
