// Actors in lists: people and agents have different icons, and agents are called agents.

import { l10n, ThemeIcon } from "vscode";
import type { Actor } from "../../../webviews/contract/generated/protocol.ts";

export function actorIcon({ kind }: Actor): ThemeIcon {
  return new ThemeIcon(kind === "agent" ? "hubot" : "person");
}

/** Returns the name of an actor, for sentences and screen readers. */
export function actorText({ kind, name }: Actor): string {
  if (kind !== "agent") return name;
  return name === "" ? l10n.t("an agent") : l10n.t("agent {0}", name);
}
