// The state of what a search has found, in words.

import { l10n } from "vscode";
import type { SearchHit, SessionStatus } from "../../../webviews/contract/generated/protocol.ts";
import { statuses } from "../../../webviews/contract/generated/values.ts";
import { referralStatusName } from "../../../webviews/contract/texts/recordTexts.ts";
import { confidenceName, sessionStatusName } from "../../../webviews/contract/texts/sessionTexts.ts";
import { oneOf } from "../../../webviews/contract/validate.ts";
import { statusName, translate } from "../support/vocabulary.ts";

const isStatus = oneOf(statuses);
const isSessionStatus = oneOf<SessionStatus>(["open", "active", "paused", "closed"]);

/** Returns the state of a hit; empty if it has none. Other programs may write any text. */
export function hitState({ kind, state = "" }: Pick<SearchHit, "kind" | "state">): string {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- the others are entries of the register, or have no state
  switch (kind) {
    case "task":
      return isStatus(state) ? statusName(state) : state;
    case "session":
      return isSessionStatus(state) ? sessionStatusName(state, translate) : state;
    case "referral":
      return referralStatusName(state, translate);
    default:
      return entryState(state);
  }
}

/** Returns the state of an entry of the register or of a package: why it is over, or how sure it is. */
function entryState(state: string): string {
  const reason = /^withdrawn: (.+)$/su.exec(state)?.[1];
  if (reason !== undefined) return l10n.t("Withdrawn: {reason}", { reason });
  switch (state) {
    case "superseded":
      return l10n.t("superseded");
    case "withdrawn":
      return l10n.t("Withdrawn");
    case "done":
      return statusName("done");
    case "replaced":
      return l10n.t("Replaced by those of a later session");
    case "expired":
      return l10n.t("expired");
    default:
      return confidenceName(state, translate);
  }
}
