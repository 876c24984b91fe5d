import * as vscode from "vscode";
import { extensionId } from "../../harness/extensionId.ts";

describe("a folder without a project", () => {
  const extension = vscode.extensions.getExtension(extensionId);

  it("lists the extension without activating it", () => {
    if (extension === undefined) throw new Error("The extension is not installed.");
    if (extension.isActive) throw new Error("The extension started although there is nothing for it.");
  });

  it("activates it when a command runs", async () => {
    await vscode.commands.executeCommand("handoff.refresh");
    if (extension?.isActive !== true) throw new Error("The command did not start the extension.");
  });
});
