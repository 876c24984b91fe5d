// Temporary folders of a test: copies of projects and VSCode profiles.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../../../scripts/lib/paths.mjs";

const made = new Set<string>();

/** Creates an empty folder, which is removed at the latest after the test file. */
export function scratchFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `handoff-${name}-`));
  made.add(folder);
  return folder;
}

export function removeScratch(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  made.delete(folder);
}

/** Copies a project from `tests/projects/` so that a test may change it. */
export function copyTestProject(name: string): string {
  const folder = join(scratchFolder("project"), name);
  cpSync(join(root, "tests/projects", name), folder, { recursive: true });
  return folder;
}

/** Removes all folders that are left of a test file. */
export function removeAllScratch(): void {
  for (const folder of made) removeScratch(folder);
}

const quietSettings = {
  // Keeps questions open when a window under load takes the focus.
  "workbench.quickOpen.closeOnFocusLost": false,
  "workbench.startupEditor": "none",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "workbench.enableExperiments": false,
  "chat.disableAIFeatures": true,
  "extensions.ignoreRecommendations": true,
  // One journey looks at the first page; the others begin with no editor.
  "handoff.openDashboardFirst": false,
  "git.openRepositoryInParentFolders": "never",
  "security.workspace.trust.startupPrompt": "never",
  "telemetry.telemetryLevel": "off",
};

/** Creates a user-data folder with these settings in addition to the defaults. */
export function userDataWith(settings: Readonly<Record<string, unknown>>): string {
  const folder = scratchFolder("user-data");
  mkdirSync(join(folder, "User"), { recursive: true });
  writeFileSync(join(folder, "User", "settings.json"), JSON.stringify({ ...quietSettings, ...settings }, null, 2));
  return folder;
}
