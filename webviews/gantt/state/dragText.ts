// Says what a dependency that is being drawn would mean.
import { t } from "@vscode/l10n";
import type { DependencyKind } from "../../contract/generated/protocol.ts";
import type { Carried } from "./dragState.ts";
import { rowOf } from "./state.ts";
import type { GanttState } from "./state.ts";

export function linkWords(state: GanttState, { key, to }: Extract<Carried, { kind: "link" }>): string {
  const from = rowOf(state, key)?.title ?? "";
  if (to === null) return t("Choose a task that waits for {0}.", from);
  return kindSentence(to.kind, rowOf(state, to.key)?.title ?? "", from);
}

/** The sentence about a task and what it waits for. */
function kindSentence(kind: DependencyKind, task: string, other: string): string {
  switch (kind) {
    case "finishToStart":
      return t("{0} starts after {1} has ended.", task, other);
    case "startToStart":
      return t("{0} starts after {1} has started.", task, other);
    case "finishToFinish":
      return t("{0} ends after {1} has ended.", task, other);
    case "startToFinish":
      return t("{0} ends after {1} has started.", task, other);
  }
}
