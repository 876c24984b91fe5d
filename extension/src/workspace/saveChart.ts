// Saves a plan, a picture of a chart, a report or time entries to a file that the user chooses.

import { commands, l10n, Uri, window, workspace } from "vscode";
import type { GanttExport } from "../../../webviews/contract/gantt.ts";
import type { MetricsPicture } from "../../../webviews/contract/metrics.ts";
import type { TimeFormat } from "../../../webviews/contract/generated/protocol.ts";
import type { Project } from "./project.ts";

type FileForm = GanttExport["format"] | TimeFormat | "markdown";

/** File extension and display name of each format. */
const FORMS: Record<FileForm, readonly [extension: string, name: string]> = {
  csv: ["csv", "CSV"],
  iCalendar: ["ics", "iCalendar"],
  json: ["json", "JSON"],
  markdown: ["md", "Markdown"],
  msProject: ["xml", "Microsoft Project XML"],
  png: ["png", "PNG"],
  svg: ["svg", "SVG"],
};

/** A file to save, and how the dialog names it. */
interface SavedFile {
  form: FileForm;
  /** Added to the project's name; empty for the plan itself. */
  name: string;
  title: string;
  /** Called once the user has chosen a file. */
  bytes(): Uint8Array;
}

export async function saveChart(project: Project, file: GanttExport): Promise<void> {
  const title = l10n.t("Save the plan as {0}", FORMS[file.format][1]);
  await saveFile(project, { form: file.format, name: "", title, bytes: () => bytesOf(project, file) });
}

export async function saveFile(project: Project, { form, name, title, bytes }: SavedFile): Promise<void> {
  const [extension, formName] = FORMS[form];
  const above = Uri.joinPath(Uri.parse(project.id), "..");
  // A project name may contain characters that are invalid in file names.
  const base = `${project.name} ${name}`.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, "-").trim() || "plan";
  const target = await window.showSaveDialog({
    defaultUri: Uri.joinPath(above, `${base}.${extension}`),
    filters: { [formName]: [extension] },
    title,
  });
  if (target === undefined) return;
  await workspace.fs.writeFile(target, bytes());
  const open = l10n.t("Open");
  // Not awaited: the page need not wait until the message is read.
  void window.showInformationMessage(l10n.t("Saved {0}.", workspace.asRelativePath(target)), open).then((chosen) => {
    if (chosen === open) void commands.executeCommand("vscode.open", target);
  });
}

function bytesOf(project: Project, file: GanttExport): Uint8Array {
  switch (file.format) {
    case "svg":
    case "png":
      return bytesOfPicture(file);
    case "csv":
    case "iCalendar":
    case "msProject":
      return new TextEncoder().encode(project.view({ kind: "export", format: file.format }));
  }
}

export function bytesOfPicture(picture: MetricsPicture): Uint8Array {
  if (picture.format === "svg") return new TextEncoder().encode(picture.text);
  return Uint8Array.from(atob(picture.base64), (character) => character.charCodeAt(0));
}
