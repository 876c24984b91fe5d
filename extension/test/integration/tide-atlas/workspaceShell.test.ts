// Runs the shell over the real `vscode.workspace.fs` through the conformance cases, except symbolic
// links and pipes, which cannot be made here.
import { Uri, workspace } from "vscode";
import { workspaceShell } from "../../../src/shells/workspaceShell.ts";
import { expectedOf, isPossible, outcomeOf, shellCases } from "../../conformance.ts";
import { same } from "../window.ts";

describe("a shell over the workspace", () => {
  const possible = shellCases.filter(isPossible).filter(({ setup }) => setup.every(({ kind }) => kind !== "link" && kind !== "unreadable"));
  for (const [index, shellCase] of possible.entries()) {
    it(`case ${index}: ${shellCase.name}`, async () => {
      const [folder] = workspace.workspaceFolders ?? [];
      if (folder === undefined) throw new Error("No folder is open.");
      const root = Uri.joinPath(folder.uri, "shell", String(index), ".records");
      const at = (path: string): Uri => (path === "" ? root : Uri.joinPath(root, ...path.split("/")));
      for (const state of shellCase.setup) {
        if (state.kind === "file") await workspace.fs.writeFile(at(state.path), state.bytes);
        if (state.kind === "folder") await workspace.fs.createDirectory(at(state.path));
      }
      same(await outcomeOf(workspaceShell(workspace.fs, at), shellCase), expectedOf(shellCase));
    });
  }
});
