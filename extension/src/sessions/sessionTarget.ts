// Resolves which session a command is about.

import { l10n, window } from "vscode";
import type { SessionSummary } from "../../../webviews/contract/generated/protocol.ts";
import { sessionStatusIcon } from "../../../webviews/contract/texts/sessionTexts.ts";
import { describe } from "./sessionItem.ts";
import { isSessionTreeNode, type SessionTreeNode } from "./sessionNode.ts";
import type { Project } from "../workspace/project.ts";
import type { CommandContext } from "../commands/commandContext.ts";

export interface SessionTarget {
  readonly project: Project;
  readonly session: SessionSummary;
}

/** Returns the session of a tree node, of `{ project, session }`, or one that the user picks. */
export async function sessionTarget(context: CommandContext, args: readonly unknown[], selection: readonly SessionTreeNode[]): Promise<SessionTarget | undefined> {
  const [first] = args;
  const node = isSessionTreeNode(first) ? first : first === undefined ? selection[0] : undefined;
  if (node?.kind === "session") return node;
  const project = node?.project ?? (await context.project(args));
  if (project === undefined) return undefined;
  const { sessions } = project.view({ kind: "sessions" });
  if (typeof first === "object" && first !== null && "session" in first) {
    const session = sessions.find(({ id }) => id === first.session);
    return session && { project, session };
  }
  if (sessions.length === 0) void window.showInformationMessage(l10n.t("This project has no session yet."));
  if (sessions.length === 0) return undefined;
  const chosen = await window.showQuickPick(sessions.map(sessionPick), { title: l10n.t("Select a session"), matchOnDescription: true });
  return chosen && { project, session: chosen.session };
}

export function sessionPick(session: SessionSummary) {
  return { label: `$(${sessionStatusIcon(session.status)}) ${session.summary || session.id}`, description: describe(session), session };
}
