// Keeps a page that shows a whole project up to date.

import { env, l10n, workspace, type WebviewPanel } from "vscode";
import { combineDisposables, type Disposable } from "../../support/emitter.ts";
import type { Commit, Project } from "../../workspace/project.ts";
import { translateText } from "../../support/vocabulary.ts";
import type { Snapshot, Start } from "../../../../webviews/contract/common.ts";
import { withColors } from "../../../../webviews/contract/people/personColors.ts";
import { waitAtMost } from "../../support/wait.ts";
import { civilDate } from "../../support/dateFormat.ts";
import type { RecentChanges } from "../../../../webviews/contract/generated/protocol.ts";

/** Maximum time that a page waits for the activity log before it opens. A short log is read within it. */
const LOG_WAIT_MS = 50;

/** Notifications to a page. */
interface PanelEvents {
  onChange(): void;
  /** Others have just changed something. Absent if the page has no toasts. */
  onNews?(news: RecentChanges): void;
}

export function subscribe(panel: WebviewPanel, project: Project, tell: PanelEvents): Disposable {
  return combineDisposables([
    project.onDidChange(() => {
      // A hidden page has no content; it requests a snapshot when it is shown again.
      if (panel.visible && project.state === "ready") tell.onChange();
    }),
    project.onNews((news) => {
      if (panel.visible && showsNews()) tell.onNews?.(news);
    }),
  ]);
}

/** Returns whether the user wants to hear of changes by others. */
function showsNews(): boolean {
  return workspace.getConfiguration("handoff").get("showChangesByOthers", true);
}

/**
 * Returns what a commit did, if it is the next step that Undo reverts. Saved view settings, for
 * example, are not undoable.
 */
export function undoableSummary(project: Project, { command, result }: Commit): string | null {
  const { undo } = project.summary;
  if (result.kind !== "done" || !result.changed || undo === null) return null;
  return command.kind === "redo" || result.summary === translateText(undo) ? result.summary : null;
}

/**
 * Waits for a part of the activity log. If it takes longer, the page opens without, and gets a
 * change when it was read.
 */
export async function waitForLog(reading: Promise<void>): Promise<void> {
  await waitAtMost(LOG_WAIT_MS, reading);
}

/** Returns the part of a snapshot that every surface gets. */
export function snapshotOf(project: Project): Snapshot {
  const { now, timeZone } = project.context;
  const { summary } = project;
  return { project: { ...summary, assignees: withColors(summary.assignees) }, today: civilDate(now, timeZone), readOnly: project.readOnly };
}

export function startOf(project: Project): Start {
  const { today, readOnly } = snapshotOf(project);
  const singleKeys = workspace.getConfiguration("handoff").get("singleKeyShortcuts", true);
  return { strings: l10n.bundle ?? {}, locale: env.language, today, readOnly, singleKeys };
}
