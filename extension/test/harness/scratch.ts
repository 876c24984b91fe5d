// Folders that live as long as one test: copies of projects, profiles of VSCode.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packageFile, root } from "../../../scripts/lib/paths.mjs";
import { installExtension } from "../../../scripts/lib/vscodeServer.mjs";

const made = new Set<string>();

/** A new empty folder, removed after the test file at the latest. */
export function scratchFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `handoff-${name}-`));
  made.add(folder);
  return folder;
}

export function removeScratch(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  made.delete(folder);
}

/** A copy of a project below `examples/`, which a test may change. */
export function copyExample(name: string): string {
  const folder = join(scratchFolder("project"), name);
  cpSync(join(root, "examples", name), folder, { recursive: true });
  return folder;
}

/** Removes every folder that is left. */
export function removeAllScratch(): void {
  installed = undefined;
  for (const folder of made) removeScratch(folder);
}

let installed: Promise<string> | undefined;

/** The folder of installed extensions with our package in it; installed once for all tests of a file. */
export function installedExtensions(): Promise<string> {
  installed ??= (async () => {
    const profile = { userData: scratchFolder("install"), extensions: scratchFolder("extensions") };
    await installExtension(profile, packageFile);
    return profile.extensions;
  })();
  return installed;
}

const quietSettings = {
  // What else happens in a window under load must not close a question before it is answered.
  "workbench.quickOpen.closeOnFocusLost": false,
  "workbench.startupEditor": "none",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.enableExperiments": false,
  "chat.disableAIFeatures": true,
  "extensions.ignoreRecommendations": true,
  "git.openRepositoryInParentFolders": "never",
  "security.workspace.trust.startupPrompt": "never",
  "telemetry.telemetryLevel": "off",
};

/** A user-data folder with these settings over quiet ones. */
export function userDataWith(settings: Readonly<Record<string, unknown>>): string {
  const folder = scratchFolder("user-data");
  mkdirSync(join(folder, "User"), { recursive: true });
  writeFileSync(join(folder, "User", "settings.json"), JSON.stringify({ ...quietSettings, ...settings }, null, 2));
  return folder;
}
