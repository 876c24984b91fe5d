// Shows what `handoff setup` would write as a diff of all files, before it writes.

import { commands, Uri, window, workspace, type Disposable } from "vscode";
import type { FileChange } from "./agentSetup.ts";

const SCHEME = "handoff-setup";

/** The texts of the diff that is shown, by their place in it. */
let shown: readonly string[] = [];

export function registerSetupPreview(): Disposable {
  return workspace.registerTextDocumentContentProvider(SCHEME, { provideTextDocumentContent: ({ query }) => shown[Number(query)] ?? "" });
}

/** Opens a diff of changes to files, by their paths below a folder or absolute ones. */
export async function showChanges(title: string, folder: Uri, changes: readonly FileChange[]): Promise<void> {
  shown = changes.flatMap(({ before, after }) => [before ?? "", after ?? ""]);
  const rows = changes.map(({ path }, index) => {
    const file = isAbsolute(path) ? Uri.file(path) : Uri.joinPath(folder, path);
    const side = (place: number): Uri => file.with({ scheme: SCHEME, query: String(place) });
    return [file, side(index * 2), side(index * 2 + 1)];
  });
  await commands.executeCommand("vscode.changes", title, rows);
}

/** Closes a diff that was opened. */
export async function closeChanges(title: string): Promise<void> {
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  await window.tabGroups.close(tabs.filter(({ label }) => label.startsWith(title)));
}

function isAbsolute(path: string): boolean {
  return /^(?:[\\/]|[A-Za-z]:)/u.test(path);
}
