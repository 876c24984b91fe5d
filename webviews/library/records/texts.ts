// Names of kinds and statuses. Other programs may write any text, which is shown as it is.
import { t } from "@vscode/l10n";
import type { LibraryRequirement } from "../../contract/generated/protocol.ts";
import type { LibraryTab, ReferralStatus } from "../../contract/library.ts";
import * as recordTexts from "../../contract/texts/recordTexts.ts";
import { translate } from "../../shared/text/language.ts";
import { requirementState } from "../../shared/text/requirements.ts";

export function tabName(tab: LibraryTab): string {
  switch (tab) {
    case "referrals":
      return t("Inbox");
    case "memories":
      return t("Memories");
    case "documents":
      return t("Documents");
    case "requirements":
      return t("Requirements");
  }
}

/** Codicon of each tab. */
export const tabIcons = { referrals: "inbox", memories: "lightbulb", documents: "book", requirements: "checklist" } as const satisfies Record<LibraryTab, string>;

export function referralStatusName(status: string): string {
  return recordTexts.referralStatusName(status, translate);
}

const statusIcons: Readonly<Record<ReferralStatus, string>> = { open: "circle-large-outline", acknowledged: "eye", resolved: "pass" };

/** Returns the codicon of a status. The icons differ in shape, so that nothing depends on color alone. */
export function referralStatusIcon(status: string): string {
  return status in statusIcons ? statusIcons[status as ReferralStatus] : "question";
}

export function referralTypeName(type: string): string {
  switch (type) {
    case "improvement":
      return t("Improvement");
    case "bug":
      return t("Bug");
    case "request":
      return t("Request");
    case "info":
      return t("Information");
    default:
      return type;
  }
}

export function memoryKindName(kind: string): string {
  switch (kind) {
    case "lesson":
      return t("lesson");
    case "rule":
      return t("rule");
    case "convention":
      return t("convention");
    case "gotcha":
      return t("gotcha");
    default:
      return kind;
  }
}

export function documentTypeName(type: string): string {
  switch (type) {
    case "spec":
      return t("specification");
    case "design":
      return t("design");
    case "adr":
      return t("decision record");
    case "guide":
      return t("guide");
    case "note":
      return t("note");
    default:
      return type;
  }
}

/** Returns the state of a requirement, and what it lacks. */
export function requirementFacts(requirement: LibraryRequirement): string[] {
  return [
    requirementState(requirement),
    ...(requirement.tasks.length === 0 ? [t("no task")] : []),
    ...(requirement.proven ? [] : [t("no proof")]),
  ];
}

/** Returns how many requirements lack what; empty if they lack nothing. */
export function requirementGaps(requirements: readonly LibraryRequirement[]): string {
  const withoutTask = requirements.filter(({ tasks }) => tasks.length === 0).length;
  const withoutProof = requirements.filter(({ proven }) => !proven).length;
  if (withoutTask + withoutProof === 0) return "";
  return t("{total}: {tasks} without a task, {proofs} without a proof", { total: requirements.length, tasks: withoutTask, proofs: withoutProof });
}
