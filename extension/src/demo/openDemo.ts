// The demo project: written to a temporary folder, or in memory where there is no disk.

import { commands, env, l10n, ProgressLocation, Uri, window, workspace, type Memento } from "vscode";
import { TREE } from "../commands/dashboardCommands.ts";
import type { CommandTable } from "../commands/registry.ts";
import type { LoadEngine } from "../engine/engineLoader.ts";
import type { Disposable } from "../support/emitter.ts";
import type { Project } from "../workspace/project.ts";
import { DEMO_SCHEME, type Projects } from "../workspace/projects.ts";
import { DemoFileSystem } from "./demoFileSystem.ts";
import { playDemo } from "./player.ts";
import { loadStory, type ReadDemo } from "./story.ts";

export interface DemoHost {
  readonly extensionUri: Uri;
  readonly loadEngine: LoadEngine;
  /** Creates an empty folder for temporary files and returns its path; undefined in a browser. */
  readonly temporaryFolder: (() => string) | undefined;
}

/** Global state: URI of the demo that was opened, until its window has shown it. */
const OPENED = "openedDemo";

export function demoCommands(host: DemoHost, memory: Memento): CommandTable {
  return {
    "handoff.openDemo": async () => {
      const progress = { location: ProgressLocation.Notification, title: l10n.t("Creating the demo project…") };
      const folder = await window.withProgress(progress, () => createDemo(host));
      await memory.update(OPENED, folder.toString());
      const isOpen = (workspace.workspaceFolders ?? []).length > 0;
      await commands.executeCommand("vscode.openFolder", folder, { forceNewWindow: isOpen });
    },
  };
}

/** Shows the tasks and the dashboard in a window that was opened for the demo, once. */
export async function showOpenedDemo(memory: Memento, projects: Pick<Projects, "load" | "get">, openDashboard: (project: Project) => void): Promise<void> {
  const id = workspace.workspaceFolders?.[0]?.uri.toString();
  if (id === undefined || memory.get(OPENED) !== id) return;
  await memory.update(OPENED, undefined);
  await commands.executeCommand(`${TREE}.focus`);
  await projects.load();
  const project = projects.get(id);
  if (project !== undefined) openDashboard(project);
}

/** Registers the file system of the demo project where there is no disk. */
export function registerDemoFiles(host: DemoHost): Disposable[] {
  if (host.temporaryFolder !== undefined) return [];
  const files = new DemoFileSystem(async () => {
    const { folder, files: played } = await playDemo(host.loadEngine, reader(host), env.language);
    return new Map([...played].map(([path, bytes]) => [`${folder}/${path}`, bytes]));
  });
  return [files, workspace.registerFileSystemProvider(DEMO_SCHEME, files, { isCaseSensitive: true })];
}

/** Creates the demo project. Returns its folder. */
export async function createDemo(host: DemoHost): Promise<Uri> {
  const { loadEngine, temporaryFolder } = host;
  if (temporaryFolder === undefined) {
    const story = await loadStory(reader(host), env.language);
    return Uri.from({ scheme: DEMO_SCHEME, path: `/${story.folder}` });
  }
  const demo = await playDemo(loadEngine, reader(host), env.language);
  const folder = Uri.joinPath(Uri.file(temporaryFolder()), demo.folder);
  await Promise.all([...demo.files].map(([path, bytes]) => workspace.fs.writeFile(Uri.joinPath(folder, ...path.split("/")), bytes)));
  return folder;
}

function reader({ extensionUri }: DemoHost): ReadDemo {
  const stories = Uri.joinPath(extensionUri, "extension", "demo");
  return (name) => workspace.fs.readFile(Uri.joinPath(stories, name));
}
