// Keeps a page that shows a whole project up to date.

import { env, l10n, type WebviewPanel } from "vscode";
import { combineDisposables, type Disposable } from "../support/emitter.ts";
import type { Commit, Project } from "../workspace/project.ts";
import { translateText } from "../support/vocabulary.ts";
import type { Snapshot, Start } from "../../../webviews/contract/common.ts";
import { civilDate } from "../support/dateFormat.ts";

/** Notifications to a page. */
interface PanelEvents {
  onChange(): void;
  /** Absent if the page has no toasts. */
  onUndoable?(summary: string): void;
}

export function subscribe(panel: WebviewPanel, project: Project, tell: PanelEvents): Disposable {
  return combineDisposables([
    project.onDidChange(() => {
      // A hidden page has no content; it requests a snapshot when it is shown again.
      if (panel.visible && project.state === "ready") tell.onChange();
    }),
    project.onDidCommit((commit) => {
      const summary = commit.origin === panel ? null : undoableSummary(project, commit);
      if (summary !== null) tell.onUndoable?.(summary);
    }),
  ]);
}

/**
 * Returns what a commit did, if it is the next step that Undo reverts. Saved view settings, for
 * example, are not undoable.
 */
function undoableSummary(project: Project, { result }: Commit): string | null {
  if (result.kind !== "done" || !result.changed) return null;
  const { undo } = project.summary;
  return undo !== null && translateText(undo) === result.summary ? result.summary : null;
}

/** Returns the part of a snapshot that every surface gets. */
export function snapshotOf(project: Project): Snapshot {
  const { now, utcOffsetMinutes } = project.context;
  return { project: project.summary, today: civilDate(now, utcOffsetMinutes), readOnly: project.readOnly };
}

export function startOf(project: Project): Start {
  const { today, readOnly } = snapshotOf(project);
  return { strings: l10n.bundle ?? {}, locale: env.language, today, readOnly };
}
