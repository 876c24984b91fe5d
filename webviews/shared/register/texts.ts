// Names of sessions and entries in the user's language.
import { t } from "@vscode/l10n";
import type { PointerState, RegisterKind, RegisterRow, SessionStatus } from "../../contract/generated/protocol.ts";
import * as names from "../../contract/texts/sessionTexts.ts";
import { translate } from "../text/language.ts";

export function sessionStatus(status: SessionStatus | null): string {
  return names.sessionStatusName(status, translate);
}

export function kindName(kind: RegisterKind): string {
  return names.registerKindName(kind, translate);
}

export function confidence(value: string): string {
  return names.confidenceName(value, translate);
}

export function duration(minutes: number): string {
  return names.durationText(minutes, translate);
}

/** Says why an entry no longer stands; empty if it does. */
export function stateText({ state }: RegisterRow): string {
  switch (state.kind) {
    case "standing":
      return "";
    case "superseded":
      return t("Superseded by “{decision}”", { decision: state.by });
    case "withdrawn":
      return state.reason === "" ? t("Withdrawn") : t("Withdrawn: {reason}", { reason: state.reason });
    case "done":
      return t("Done");
    case "replaced":
      return t("Replaced by those of a later session");
  }
}

/** Says how a file has changed since a pointer into it was saved. */
export function changeText({ change, lines }: PointerState): string {
  switch (change) {
    case "unchanged":
      return t("unchanged");
    case "moved":
      return lines === "" ? t("moved") : t("moved to {lines}", { lines });
    case "changed":
      return lines === "" ? t("changed since") : t("changed since, now about {lines}", { lines });
    case "gone":
      return t("gone");
  }
}

/** Returns the name of a note's category; another program may write any text. */
export function categoryName(category: string): string {
  switch (category) {
    case "caution":
      return t("Caution");
    case "context":
      return t("Context");
    case "suggestion":
      return t("Next");
    default:
      return category;
  }
}

/** Returns the name of the owner of a checklist item; another program may write any text. */
export function itemOwner(owner: string): string {
  switch (owner) {
    case "user":
      return t("you");
    case "ai":
      return t("agent");
    default:
      return owner;
  }
}
