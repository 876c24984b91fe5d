// The counts of items that need the user: at the icon, in the status bar, and in the quick pick of timers.

import { l10n } from "vscode";
import type { NeedsYou } from "../../../webviews/contract/generated/protocol.ts";

export const noNeeds: NeedsYou = { review: 0, blocked: 0, items: 0, decisions: 0, proposals: 0 };

/** Adds the numbers of two projects. */
export function addNeeds(left: NeedsYou, right: NeedsYou): NeedsYou {
  return {
    review: left.review + right.review,
    blocked: left.blocked + right.blocked,
    items: left.items + right.items,
    decisions: left.decisions + right.decisions,
    proposals: left.proposals + right.proposals,
  };
}

export function needsCount({ review, blocked, items, decisions, proposals }: NeedsYou): number {
  return review + blocked + items + decisions + proposals;
}

/** Names the numbers that are not 0. */
export function needsText({ review, blocked, items, decisions, proposals }: NeedsYou): string {
  const parts = [
    proposals === 1 && l10n.t("1 proposal"),
    proposals > 1 && l10n.t("{0} proposals", proposals),
    review > 0 && l10n.t("{0} to review", review),
    blocked > 0 && l10n.t("{0} blocked", blocked),
    items > 0 && l10n.t("{0} on your checklist", items),
    decisions > 0 && l10n.t("{0} to verify", decisions),
  ];
  return l10n.t("Needs you: {0}", parts.filter((part) => part !== false).join(", "));
}
