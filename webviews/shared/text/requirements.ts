// States of requirements. Other programs may write any text, which is shown as it is.
import { t } from "@vscode/l10n";

/** Returns how far a requirement is: its stage, unless its review is over. */
export function requirementState({ status, stage }: { status: string; stage: string }): string {
  if (status === "verified" || status === "skipped") return stageName(status);
  return stageName(stage);
}

function stageName(stage: string): string {
  switch (stage) {
    case "not_started":
      return t("not started");
    case "in_progress":
      return t("in progress");
    case "implemented":
      return t("implemented");
    case "tested":
      return t("tested");
    case "verified":
      return t("verified");
    case "skipped":
      return t("needs no review");
    default:
      return stage;
  }
}
