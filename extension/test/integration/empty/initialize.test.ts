import { commands, window, workspace } from "vscode";
import { until } from "../../harness/until.ts";
import { exists, handoff, same } from "../window.ts";

describe("a folder without records", () => {
  it("has no project until one is initialized", async () => {
    const { projects, explorer, contextValue } = await handoff();
    const context = () => [contextValue("handoff.hasProject"), contextValue("handoff.everyFolderHasProject")];
    await projects.load();
    same(projects.all.length, 0);
    same(context(), [false, false]);
    same(await explorer.tree.getChildren(), []);
    const [folder] = workspace.workspaceFolders ?? [];
    if (folder === undefined) throw new Error("No folder is open.");
    const project = projects.open(folder.uri);
    const made = await project.execute({ kind: "initProject", name: "Fresh", layout: "toml" });
    same(made.kind, "done");
    same(context(), [true, true]);
    same(await exists(folder.uri.with({ path: `${folder.uri.path}/.handoff/config.toml` })), true);
    same(await exists(folder.uri.with({ path: `${folder.uri.path}/.handoff/.gitignore` })), true);
    const task = await project.execute({ kind: "changeTasks", tasks: [{ fields: { title: "First" } }] });
    same(task.kind === "done" && task.created.length, 1);
    const rows = await until("the task is in the tree", async () => {
      const nodes = await explorer.tree.getChildren();
      return nodes.length > 0 && nodes;
    });
    same(rows.map((node) => node.kind === "task" && node.row.card.title), ["First"]);
    same(project.name, "Fresh");
  });

  it("is not initialized again, but shows its project", async () => {
    same(await commands.executeCommand("handoff.initializeProject"), undefined);
    await until("the dashboard is open", () => window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => label.includes("Dashboard"))));
  });

  it("drops the project when its records are removed", async () => {
    const { projects, contextValue } = await handoff();
    const [folder] = workspace.workspaceFolders ?? [];
    if (folder === undefined) throw new Error("No folder is open.");
    await workspace.fs.delete(folder.uri.with({ path: `${folder.uri.path}/.handoff` }), { recursive: true });
    await commands.executeCommand("handoff.refresh");
    same(projects.all.length, 0);
    same([contextValue("handoff.hasProject"), contextValue("handoff.everyFolderHasProject")], [false, false]);
  });

  it("has no project if there is only a .handoff folder", async () => {
    const { projects, contextValue } = await handoff();
    const [folder] = workspace.workspaceFolders ?? [];
    if (folder === undefined) throw new Error("No folder is open.");
    await workspace.fs.createDirectory(folder.uri.with({ path: `${folder.uri.path}/.handoff` }));
    await commands.executeCommand("handoff.refresh");
    same(projects.all.length, 1);
    same(contextValue("handoff.hasProject"), false);
  });
});
