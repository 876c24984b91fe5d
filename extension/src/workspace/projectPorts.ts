// Connects a project to VSCode: file events, workspace trust, open documents, messages.

import { FileType, l10n, RelativePattern, Uri, window, workspace, type LogOutputChannel } from "vscode";
import type { Context } from "../../../webviews/contract/generated/protocol.ts";
import type { LoadEngine } from "../engine/engineLoader.ts";
import type { EngineModule } from "../engine/engineModule.ts";
import type { Place } from "../shells/projectPlace.ts";
import { SHARED, type Shell } from "../shells/shell.ts";
import { workspaceShell } from "../shells/workspaceShell.ts";
import { combineDisposables } from "../support/emitter.ts";
import { editorMessages } from "../support/messages.ts";
import type { Ports } from "./ports.ts";
import { answerAround } from "./surroundings.ts";

/** Creates a shell on a folder of the local disk; undefined in a browser. */
export type DiskShell = (folder: string) => Shell;

/** Finds the project of a folder of the local disk; undefined in a browser, where only the folder itself counts. */
export type FindPlace = (folder: string, isProject: EngineModule["isProject"]) => Place;

export interface Services {
  readonly loadEngine: LoadEngine;
  readonly context: () => Context;
  readonly log: LogOutputChannel;
  readonly diskShell: DiskShell | undefined;
  readonly findPlace: FindPlace | undefined;
}

/** Returns the project's `.handoff` folder. */
function recordsFolder(projectId: string): Uri {
  return Uri.joinPath(Uri.parse(projectId, true), ".handoff");
}

/** Returns the URI of a path below `.handoff/`. */
export function placeOf(projectId: string, path: string): Uri {
  return path === "" ? recordsFolder(projectId) : Uri.joinPath(recordsFolder(projectId), ...path.split("/"));
}

/** Returns the path below `.handoff/` of a URI, or undefined if it is elsewhere. */
function pathOf(projectId: string, place: Uri): string | undefined {
  const root = recordsFolder(projectId);
  if (place.scheme !== root.scheme || place.authority !== root.authority) return undefined;
  // Drive letters may have either case.
  const [here, top] = [place.path.toLowerCase(), root.path.toLowerCase()];
  if (here === top) return "";
  return here.startsWith(`${top}/`) ? place.path.slice(root.path.length + 1) : undefined;
}

export function projectPorts(id: string, services: Services): Ports {
  const root = recordsFolder(id);
  const shell =
    root.scheme === "file" && services.diskShell !== undefined
      ? services.diskShell(root.fsPath)
      : workspaceShell(workspace.fs, (path) => placeOf(id, path));
  let isTrapReported = false;
  return {
    loadEngine: services.loadEngine,
    shell,
    messages: editorMessages(),
    context: services.context,
    readOnly: () => {
      if (!workspace.isTrusted) return "untrusted";
      return workspace.fs.isWritableFileSystem(root.scheme) === false ? "readOnlyFileSystem" : null;
    },
    watch: (changed) => {
      const watchFiles = (folder: Uri, pattern: string, tell: (place: Uri) => void) => {
        const watcher = workspace.createFileSystemWatcher(new RelativePattern(folder, pattern));
        return [watcher, watcher.onDidChange(tell), watcher.onDidCreate(tell), watcher.onDidDelete(tell)];
      };
      const own = watchFiles(root, "**", (place) => {
        const path = pathOf(id, place);
        if (path !== undefined) changed(path);
      });
      if (shell.main === undefined) return combineDisposables(own);
      const shared = watchFiles(Uri.file(shell.main), `${SHARED}/**`, () => changed(SHARED));
      return combineDisposables([...own, ...shared]);
    },
    settleEditors: (paths) => settleEditors(id, paths),
    answer: (request) => answerAround(id, request),
    reportTrap: () => {
      if (isTrapReported) return;
      isTrapReported = true;
      void window.showErrorMessage(l10n.t("Handoff ran into an internal error and reloaded the project. See the log."));
    },
    log: (message) => services.log.error(message),
  };
}

/** Offers to save unsaved editors among these files. */
async function settleEditors(id: string, paths: readonly string[]): Promise<string[] | null> {
  const unsaved = workspace.textDocuments.flatMap((document) => {
    const path = document.isDirty ? pathOf(id, document.uri) : undefined;
    const touched = path !== undefined && paths.some((edited) => edited === path || path.startsWith(`${edited}/`));
    return touched ? [{ path, document }] : [];
  });
  const [first] = unsaved;
  if (first === undefined) return [];
  const save = l10n.t("Save and Continue");
  const question = l10n.t("{0} has unsaved changes. Save it before Handoff changes it?", first.path);
  if ((await window.showWarningMessage(question, { modal: true }, save)) !== save) return null;
  const saved: string[] = [];
  for (const { path, document } of unsaved) {
    if (!(await document.save())) return null;
    saved.push(path);
  }
  return saved;
}

/** Where the project of a folder is. */
export interface Location {
  /** The folder with the `.handoff` that is used. */
  readonly project: Uri;
  /** The folder of the working tree, which is another one if a worktree of Git uses the project of the main checkout. */
  readonly folder: Uri;
}

/**
 * Returns where the project that a folder belongs to is, or undefined if there is none. A `.handoff` folder
 * that is no project counts, so that one can be made in it.
 */
export async function locateProject(folder: Uri, { findPlace, loadEngine }: Services): Promise<Location | undefined> {
  if (folder.scheme !== "file" || findPlace === undefined) return (await hasRecords(folder)) ? { project: folder, folder } : undefined;
  // The engine is loaded only if there is something to decide.
  if (!findPlace(folder.fsPath, () => true).isProject) return undefined;
  const engine = await loadEngine();
  const place = findPlace(folder.fsPath, (config, paths) => engine.isProject(config, paths));
  if (place.refused !== undefined) {
    const { link, target } = place.refused;
    const text = l10n.t("{0} is a symbolic link to {1}, which is not a .handoff folder in a working tree of the same Git repository. Remove the link, or correct it.", link, target);
    if (!reportedLinks.has(text)) void window.showWarningMessage(text);
    reportedLinks.add(text);
    return undefined;
  }
  const project = Uri.joinPath(Uri.file(place.home), "..");
  return place.isProject || (await hasRecords(project)) ? { project, folder: Uri.file(place.folder) } : undefined;
}

/** The links that were reported in this window. */
const reportedLinks = new Set<string>();

/**
 * Returns whether there is a real `.handoff` folder. A symbolic link is not accepted: it could lead
 * anywhere.
 */
export async function hasRecords(folder: Uri): Promise<boolean> {
  try {
    return (await workspace.fs.stat(Uri.joinPath(folder, ".handoff"))).type === FileType.Directory;
  } catch {
    return false;
  }
}
