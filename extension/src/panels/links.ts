// Opening what a task links to. Notes and links are the project's text, so nothing is opened that could do more than be looked at.

import { env, l10n, Uri, window, workspace } from "vscode";
import type { Project } from "../workspace/project.ts";

const OUTSIDE = ["http:", "https:", "mailto:"];

/** Opens a web or mail address, after the editor's own question, or a file of the project's workspace. */
export async function openLink(project: Project, target: string): Promise<void> {
  const scheme = /^([a-z][a-z0-9+.-]+:)/iu.exec(target)?.[1]?.toLowerCase();
  if (scheme !== undefined) {
    if (!OUTSIDE.includes(scheme)) throw new Error(l10n.t("Handoff opens only web and mail addresses and files of the workspace."));
    await env.openExternal(Uri.parse(target, true));
    return;
  }
  const path = target.replace(/#.*$/u, "");
  const file = Uri.joinPath(Uri.parse(project.id, true), ...path.split(/[\\/]/u));
  if (workspace.getWorkspaceFolder(file) === undefined) throw new Error(l10n.t("{0} is not inside the workspace.", target));
  await window.showTextDocument(file);
}
