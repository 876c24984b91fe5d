// Removes all processes and folders after a test file, even if it failed.
import { afterAll } from "vitest";
import { closeBrowser } from "./chromium.ts";
import { removeAllScratch } from "./scratch.ts";
import { closeAll } from "./vscode.ts";

afterAll(async () => {
  await closeAll();
  await closeBrowser();
  removeAllScratch();
});
