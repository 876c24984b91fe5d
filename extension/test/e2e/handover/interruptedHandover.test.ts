// A handover that was killed is shown in VSCode, and resumed by a task.
import { expect, test } from "vitest";
import { handoff, installedEnv } from "../../harness/handoffCommand.ts";
import { Vscode } from "../../harness/vscode.ts";

const checkpoint = ".handoff/local/handover/checkpoint.json";

/** What a process leaves that was killed after its first step. */
const halfDone = {
  status: "in_progress",
  steps: { facts: "done", session: "pending", note: "pending", current_state: "pending", archive: "pending" },
  started_at: "2026-11-20T16:30:02.000000+00:00",
  finished_at: null,
  run: "h-19add1c2b40-5f1e2a77",
  inputs: { note: "Feed parses; dates are open." },
};

test("an interrupted handover is shown with what is pending, and resumed", async () => {
  const vscode = await Vscode.open({
    example: "tide-atlas",
    alone: true,
    env: installedEnv,
    timeZone: "Etc/UTC",
    prepare: (opened) => opened.write(checkpoint, JSON.stringify(halfDone)),
  });
  const item = vscode.page.locator(".statusbar-item").filter({ hasText: "Handover half done" });
  await item.waitFor();
  const message = vscode.notification(/^.*The handover of Nov 20, 2026.* is half done\. Done: facts\. Pending: session, note, current_state, archive\./u);
  await message.getByRole("button", { name: "Resume" }).click();
  await vscode.fileBecomes(checkpoint, (text) => text.includes('"completed"'));
  await item.waitFor({ state: "detached" });
  expect(vscode.filesBelow(".handoff/handover/layer1")).toHaveLength(1);
  // Check fails unless no handover is interrupted.
  await expect(handoff(vscode.folder, "handover", "check")).rejects.toThrow(/The last handover was completed/u);

  // The next one is announced again, and can be resumed in the status bar.
  vscode.write(checkpoint, JSON.stringify({ ...halfDone, run: "h-19add1c2b40-5f1e2a78" }));
  await item.click();
  await vscode.fileBecomes(checkpoint, (text) => text.includes('"completed"'));
  await item.waitFor({ state: "detached" });
  await vscode.close();
});
