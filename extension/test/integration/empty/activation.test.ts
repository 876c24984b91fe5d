import * as vscode from "vscode";

describe("a folder without a project", () => {
  const extension = vscode.extensions.getExtension("handoff-tools.handoff");

  it("knows the extension and does not start it", () => {
    if (extension === undefined) throw new Error("The extension is not installed.");
    if (extension.isActive) throw new Error("The extension started although there is nothing for it.");
  });

  it("starts it when a command asks for it", async () => {
    await vscode.commands.executeCommand("handoff.refresh");
    if (extension?.isActive !== true) throw new Error("The command did not start the extension.");
  });
});
