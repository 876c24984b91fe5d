// Leaves no process and no folder behind after a test file, whatever failed in it.
import { afterAll } from "vitest";
import { closeBrowser } from "./chromium";
import { removeAllScratch } from "./scratch";
import { closeAll } from "./vscode";

afterAll(async () => {
  await closeAll();
  await closeBrowser();
  removeAllScratch();
});
