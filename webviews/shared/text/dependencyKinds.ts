// Names of dependencies.
import { t } from "@vscode/l10n";
import type { DependencyKind, DependencyLink } from "../../contract/generated/protocol.ts";
import { lagText } from "./numbers.ts";

/** Returns what the dependent task does. */
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

/** Returns kind and lag, for example "starts with, +2 days". */
export function dependencyText({ kind, lag }: Pick<DependencyLink, "kind" | "lag">, locale: string): string {
  const name = dependencyKindName(kind);
  return lag === 0 ? name : t("{kind}, {lag}", { kind: name, lag: lagText(lag, locale) });
}

/** Returns whether it is a plain dependency: end to start, without lag. */
export function isPlain({ kind, lag }: Pick<DependencyLink, "kind" | "lag">): boolean {
  return kind === "finishToStart" && lag === 0;
}
