// How one task hangs on another, in words, everywhere the same.
import { t } from "@vscode/l10n";
import type { DependencyKind, DependencyLink } from "../../contract/generated/protocol.ts";
import { lagText } from "./numbers.ts";

/** What a task does that waits in this way. */
export function dependencyKindName(kind: DependencyKind): string {
  switch (kind) {
    case "finishToStart":
      return t("starts after");
    case "startToStart":
      return t("starts with");
    case "finishToFinish":
      return t("ends with");
    case "startToFinish":
      return t("ends after the start");
  }
}

/** Kind and lag: "starts with, +2 days". */
export function dependencyText({ kind, lag }: Pick<DependencyLink, "kind" | "lag">, locale: string): string {
  const name = dependencyKindName(kind);
  return lag === 0 ? name : t("{kind}, {lag}", { kind: name, lag: lagText(lag, locale) });
}

/** Whether it says no more than that one follows the other. */
export function isPlain({ kind, lag }: Pick<DependencyLink, "kind" | "lag">): boolean {
  return kind === "finishToStart" && lag === 0;
}
