// Saves a plan to a file that the user chooses.

import { commands, l10n, Uri, window, workspace } from "vscode";
import type { GanttExport } from "../../../webviews/contract/gantt.ts";
import type { Project } from "../workspace/project.ts";

/** File extension and display name of each format. */
const FORMS: Record<GanttExport["format"], readonly [extension: string, name: string]> = {
  csv: ["csv", "CSV"],
  iCalendar: ["ics", "iCalendar"],
  msProject: ["xml", "Microsoft Project XML"],
  png: ["png", "PNG"],
  svg: ["svg", "SVG"],
};

export async function saveChart(project: Project, file: GanttExport): Promise<void> {
  const [extension, name] = FORMS[file.format];
  const above = Uri.joinPath(Uri.parse(project.id), "..");
  // A project name may contain characters that are invalid in file names.
  const base = project.name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, "-").trim() || "plan";
  const target = await window.showSaveDialog({
    defaultUri: Uri.joinPath(above, `${base}.${extension}`),
    filters: { [name]: [extension] },
    title: l10n.t("Save the plan as {0}", name),
  });
  if (target === undefined) return;
  await workspace.fs.writeFile(target, bytesOf(project, file));
  const open = l10n.t("Open");
  // Not awaited: the page need not wait until the message is read.
  void window.showInformationMessage(l10n.t("Saved {0}.", workspace.asRelativePath(target)), open).then((chosen) => {
    if (chosen === open) void commands.executeCommand("vscode.open", target);
  });
}

function bytesOf(project: Project, file: GanttExport): Uint8Array {
  switch (file.format) {
    case "svg":
      return new TextEncoder().encode(file.text);
    case "png":
      return Uint8Array.from(atob(file.base64), (character) => character.charCodeAt(0));
    case "csv":
    case "iCalendar":
    case "msProject":
      return new TextEncoder().encode(project.view({ kind: "export", format: file.format }));
  }
}
