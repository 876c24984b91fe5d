// Opens the target of a link in a page. The target is untrusted.

import { commands, env, FileType, l10n, Range, Uri, window, workspace } from "vscode";
import { placeInWorkspace } from "./surroundings.ts";
import type { Project } from "./project.ts";

const OUTSIDE = ["http:", "https:", "mailto:"];

/** Opens a web or mail address (VSCode asks first) or a file of the project's workspace, at lines such as `#L10-L20`. */
export async function openLink(project: Project, target: string): Promise<void> {
  const scheme = /^([a-z][a-z0-9+.-]+:)/iu.exec(target)?.[1]?.toLowerCase();
  if (scheme === undefined) {
    const [, path = target, lines = ""] = /^([^#]*)#?(.*)$/u.exec(target) ?? [];
    await openLines(project, path, /^L\d+(?:-L?\d+)?$/u.test(lines) ? lines : "");
    return;
  }
  if (!OUTSIDE.includes(scheme)) throw new Error(l10n.t("Handoff opens only web addresses, mail addresses and files in the workspace."));
  await env.openExternal(Uri.parse(target, true));
}

/**
 * Opens a file of the workspace and selects lines such as `12-42`, the first of several ranges. Shows a folder in
 * the explorer.
 */
export async function openLines(project: Project, path: string, lines: string): Promise<void> {
  const file = placeInWorkspace(project.id, path);
  if (file === undefined) throw new Error(l10n.t("{0} is not inside the workspace.", path));
  if ((await workspace.fs.stat(file)).type === FileType.Directory) {
    await commands.executeCommand("revealInExplorer", file);
    return;
  }
  const [, first, last = first] = /^\D*(\d+)(?:\D+(\d+))?/u.exec(lines) ?? [];
  const selection = first === undefined ? undefined : new Range(Math.max(0, Number(first) - 1), 0, Math.max(0, Number(last)), 0);
  await window.showTextDocument(file, selection === undefined ? {} : { selection });
}
