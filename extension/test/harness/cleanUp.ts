// Leaves no process and no folder behind after a test file, whatever failed in it.
import { afterAll } from "vitest";
import { closeBrowser } from "./chromium.ts";
import { removeAllScratch } from "./scratch.ts";
import { closeAll } from "./vscode.ts";

afterAll(async () => {
  await closeAll();
  await closeBrowser();
  removeAllScratch();
});
