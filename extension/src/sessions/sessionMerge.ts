// Merges sessions: the user selects them, sees what would happen, and confirms.

import { l10n, window } from "vscode";
import type { Command, MergeReport } from "../../../webviews/contract/generated/protocol.ts";
import { translateText } from "../support/vocabulary.ts";
import type { CommandContext } from "../commands/commandContext.ts";
import { sessionPick, type SessionTarget } from "./sessionTarget.ts";

/** Maximum number of conflicts in the question. */
const MAX_CONFLICTS = 5;

export async function mergeSessions(context: CommandContext, { project, session }: SessionTarget): Promise<unknown> {
  const others = project.view({ kind: "sessions" }).sessions.filter(({ id }) => id !== session.id);
  if (others.length === 0) return await window.showInformationMessage(l10n.t("There is no other session to merge."));
  const title = l10n.t("Merge into “{0}”", session.summary);
  const chosen = await window.showQuickPick(others.map(sessionPick), {
    title,
    placeHolder: l10n.t("Select the sessions to merge and close"),
    canPickMany: true,
    matchOnDescription: true,
  });
  if (chosen === undefined || chosen.length === 0) return undefined;
  const sources = [session.id, ...chosen.map((pick) => pick.session.id)];
  const command: Command = { kind: "mergeSessions", sources, target: session.id, closeSources: true };
  const plan = project.plan(command);
  if (plan.kind === "refused") return await window.showWarningMessage(translateText(plan.refusal.text));
  const merge = l10n.t("Merge");
  const detail = describeMerge(plan.changeSet.merged ?? null, sources.length - 1);
  if ((await window.showInformationMessage(`${title}?`, { modal: true, detail }, merge)) !== merge) return undefined;
  return await context.run(project, command);
}

function describeMerge(report: MergeReport | null, closed: number): string {
  const { decisions = 0, notes = 0, references = 0, contextPointers = 0, blockers = 0, checklist = 0, relatedTasks = 0, conflicts = [] } = report ?? {};
  const counts: [string, number][] = [
    [l10n.t("Decisions"), decisions],
    [l10n.t("Notes"), notes],
    [l10n.t("References"), references],
    [l10n.t("Pointers"), contextPointers],
    [l10n.t("Blockers"), blockers],
    [l10n.t("Checklist"), checklist],
    [l10n.t("Related tasks"), relatedTasks],
  ];
  const added = counts.filter(([, count]) => count > 0).map(([name, count]) => `${name} (${count})`);
  const shown = conflicts.slice(0, MAX_CONFLICTS).map(({ decision }) => l10n.t("Keeps the target's own decision “{0}”.", decision));
  const omitted = conflicts.length - shown.length;
  return [
    ...(added.length > 0 ? [l10n.t("Adds {0}.", added.join(", "))] : []),
    ...shown,
    ...(omitted > 0 ? [l10n.t("And {0} more.", omitted)] : []),
    closed === 1 ? l10n.t("The other session is closed.") : l10n.t("The {0} other sessions are closed.", closed),
  ].join("\n");
}
