// The demo project: written to a temporary folder, or in memory where there is no disk.

import { commands, env, l10n, ProgressLocation, Uri, window, workspace } from "vscode";
import type { CommandTable } from "../commands/registry.ts";
import type { LoadEngine } from "../engine/engineLoader.ts";
import { utcOffset } from "../support/dateFormat.ts";
import type { Disposable } from "../support/emitter.ts";
import { DEMO_SCHEME } from "../workspace/projects.ts";
import { DemoFileSystem } from "./demoFileSystem.ts";
import { play } from "./player.ts";
import { loadStory, type Story } from "./story.ts";
import { StoryTime } from "./storyTime.ts";

export interface DemoHost {
  readonly extensionUri: Uri;
  readonly loadEngine: LoadEngine;
  /** Creates an empty folder for temporary files and returns its path; undefined in a browser. */
  readonly temporaryFolder: (() => string) | undefined;
}

export function demoCommands(host: DemoHost): CommandTable {
  return {
    "handoff.openDemo": async () => {
      const progress = { location: ProgressLocation.Notification, title: l10n.t("Creating the demo project…") };
      const folder = await window.withProgress(progress, () => createDemo(host));
      const isOpen = (workspace.workspaceFolders ?? []).length > 0;
      await commands.executeCommand("vscode.openFolder", folder, { forceNewWindow: isOpen });
    },
  };
}

/** Registers the file system of the demo project where there is no disk. */
export function registerDemoFiles(host: DemoHost): Disposable[] {
  if (host.temporaryFolder !== undefined) return [];
  const files = new DemoFileSystem(async () => {
    const story = await readStory(host);
    const played = await filesOf(host, story);
    return new Map([...played].map(([path, bytes]) => [`${story.folder}/${path}`, bytes]));
  });
  return [files, workspace.registerFileSystemProvider(DEMO_SCHEME, files, { isCaseSensitive: true })];
}

/** Creates the demo project. Returns its folder. */
export async function createDemo(host: DemoHost): Promise<Uri> {
  const story = await readStory(host);
  if (host.temporaryFolder === undefined) return Uri.from({ scheme: DEMO_SCHEME, path: `/${story.folder}` });
  const files = await filesOf(host, story);
  const folder = Uri.joinPath(Uri.file(host.temporaryFolder()), story.folder);
  await Promise.all([...files].map(([path, bytes]) => workspace.fs.writeFile(Uri.joinPath(folder, ...path.split("/")), bytes)));
  return folder;
}

function readStory({ extensionUri }: DemoHost): Promise<Story> {
  const stories = Uri.joinPath(extensionUri, "extension", "demo");
  return loadStory((name) => workspace.fs.readFile(Uri.joinPath(stories, name)), env.language);
}

async function filesOf({ loadEngine }: DemoHost, story: Story): Promise<Map<string, Uint8Array>> {
  const now = Date.now();
  return await play(await loadEngine(), story, new StoryTime(now, utcOffset(now)));
}
