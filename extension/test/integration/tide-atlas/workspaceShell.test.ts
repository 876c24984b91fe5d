// The shell over the real `vscode.workspace.fs`, by the same cases as every shell.
import { Uri, workspace } from "vscode";
import { workspaceShell } from "../../../src/shells/workspaceShell.ts";
import { answersOf, shellCases } from "../../shellCases.ts";
import { same } from "../window.ts";

describe("a shell over the workspace", () => {
  shellCases.forEach(({ name, files = {}, steps }, index) => {
    it(`${name}`, async () => {
      const [folder] = workspace.workspaceFolders ?? [];
      if (folder === undefined) throw new Error("No folder is open.");
      const root = Uri.joinPath(folder.uri, "shell", String(index), ".records");
      const at = (path: string): Uri => (path === "" ? root : Uri.joinPath(root, ...path.split("/")));
      for (const [path, content] of Object.entries(files)) {
        await workspace.fs.writeFile(at(path), new TextEncoder().encode(content));
      }
      same(await answersOf(workspaceShell(workspace.fs, at), steps), steps.map(([, answer]) => answer));
    });
  });
});
