// Entries of the register in words.

import { env, l10n } from "vscode";
import type { FileNote, RegisterKind, RegisterRow } from "../../../webviews/contract/generated/protocol.ts";
import { confidenceName } from "../../../webviews/contract/texts/sessionTexts.ts";
import { shortDate } from "../support/dateFormat.ts";
import { translate } from "../support/vocabulary.ts";

/** Returns the name of one entry. */
export function kindName(kind: RegisterKind): string {
  switch (kind) {
    case "decision":
      return l10n.t("Decision");
    case "caution":
      return l10n.t("Caution");
    case "blocker":
      return l10n.t("Blocker");
    case "openItem":
      return l10n.t("Open item");
    case "pointer":
      return l10n.t("Pointer");
    case "reference":
      return l10n.t("Reference");
    case "suggestion":
      return l10n.t("Suggestion");
    case "contextNote":
      return l10n.t("Note");
  }
}

/** Returns what a note says. The file of a pointer is the one that it is shown in. */
export function noteText({ entry }: Pick<FileNote, "entry">): string {
  return entry.kind === "pointer" ? entry.reason || [entry.text, entry.detail].filter(Boolean).join(" ") : entry.text;
}

/** Returns the reason, unless it is the text already. */
export function noteReason({ entry }: Pick<FileNote, "entry">): string {
  return entry.kind === "pointer" ? "" : entry.reason;
}

/** Returns how sure an entry is, who stated it and when, and how the lines of a pointer have changed. */
export function noteFacts({ entry, change }: Pick<FileNote, "entry" | "change">): string {
  return [confidenceName(entry.confidence, translate), entry.author, dayOf(entry), changeText(change)].filter((part) => part !== "").join(" · ");
}

function dayOf({ since }: RegisterRow): string {
  return since === "" ? "" : shortDate(since.slice(0, 10), env.language);
}

function changeText(change: FileNote["change"]): string {
  if (change === "changed") return l10n.t("changed since it was saved");
  return change === "gone" ? l10n.t("its lines no longer exist") : "";
}
