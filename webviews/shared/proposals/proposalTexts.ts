// What proposals would do, in the user's language.
import { t } from "@vscode/l10n";
import type { Actor, CardProposal, ProposalRow, ProposedField } from "../../contract/generated/protocol.ts";
import type { ValueFormats } from "../../contract/texts/fieldValues.ts";
import { proposedText, proposedValue } from "../../contract/texts/proposalTexts.ts";
import { noLocale } from "../text/language.ts";
import { actorName } from "../text/names.ts";
import { formatsOf } from "../history/historySentences.ts";
import type { HistoryContext } from "../history/historySentences.ts";

/** Names the task of a change, and what happens to it as a whole. */
export function elementText({ kind, task, title }: Pick<ProposalRow, "kind" | "task" | "title">): string {
  switch (kind) {
    case "create":
      return t("New task “{0}”", title);
    case "delete":
      return t("Delete “{0}”", title || task);
    case "configure":
      return t("Settings");
    case "change":
    case "move":
      return title || task;
  }
}

/** The title of a proposal, which may have no reason. */
export function reasonText({ reason }: { reason: string }): string {
  return reason === "" ? t("Change of the plan") : reason;
}

/** Why a change is in conflict as a whole. */
export function goneText(): string {
  return t("The task has been deleted, or its ID is taken");
}

/** Why a field is in conflict. */
export function changedText({ field, was }: ProposedField, formats: ValueFormats): string {
  return t("Changed since: it was {0}", proposedValue(field, was, formats));
}

/** Who proposes something for a task, before values can be formatted. */
function proposedBy(author: Actor): string {
  return t("Proposed by {0}", actorName(author));
}

/** Returns who proposes what for a task, a line for each proposal. */
export function cardProposalText(proposed: readonly CardProposal[], context: HistoryContext): string {
  return context.locale === noLocale ? proposed.map(({ author }) => proposedBy(author)).join("\n") : proposedText(proposed, formatsOf(context));
}
