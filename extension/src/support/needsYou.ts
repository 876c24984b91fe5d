// The counts of items that need the user: at the icon, in the status bar, and in the quick pick of timers.

import { l10n } from "vscode";
import type { NeedsYou } from "../../../webviews/contract/generated/protocol.ts";

export const noNeeds: NeedsYou = { agents: 0, review: 0, blocked: 0, items: 0, decisions: 0, problems: 0 };

/** Adds the numbers of two projects. */
export function addNeeds(left: NeedsYou, right: NeedsYou): NeedsYou {
  return {
    agents: left.agents + right.agents,
    review: left.review + right.review,
    blocked: left.blocked + right.blocked,
    items: left.items + right.items,
    decisions: left.decisions + right.decisions,
    problems: left.problems + right.problems,
  };
}

export function needsCount({ agents, review, blocked, items, decisions, problems }: NeedsYou): number {
  return agents + review + blocked + items + decisions + problems;
}

/** Names the numbers that are not 0. */
export function needsText({ agents, review, blocked, items, decisions, problems }: NeedsYou): string {
  const parts = [
    agents > 0 && l10n.t("{0} agents waiting", agents),
    review > 0 && l10n.t("{0} to review", review),
    blocked > 0 && l10n.t("{0} blocked", blocked),
    items > 0 && l10n.t("{0} on your checklist", items),
    decisions > 0 && l10n.t("{0} to verify", decisions),
    problems > 0 && l10n.t("{0} problems in files", problems),
  ];
  return l10n.t("Needs you: {0}", parts.filter((part) => part !== false).join(", "));
}
