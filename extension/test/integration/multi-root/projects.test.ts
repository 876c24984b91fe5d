import { workspace } from "vscode";
import { handoff, loadedProject, same } from "../window.ts";

describe("a workspace of several folders", () => {
  it("lists the projects of all folders in order", async () => {
    const { projects, explorer } = await handoff();
    await loadedProject("tide-atlas");
    const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.toString());
    const outer = projects.all.filter(({ id }) => folders.includes(id)).map(({ id }) => id);
    same(outer, folders);
    const top = await explorer.tree.getChildren();
    same(top.every(({ kind }) => kind === "project"), true);
    same(top.length, projects.all.length);
  });
});
