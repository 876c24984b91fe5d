import { FileType, Uri, workspace } from "vscode";
import { handoff, same } from "../window.ts";

/** Defined by the bundler of the suites. */
declare const HANDOFF_HOST: "node" | "web";

describe("the demo project", () => {
  it("is created without problems, on a disk or in memory, and can be changed", async () => {
    const { createDemo, projects } = await handoff();
    const folder = await createDemo();
    same(folder.scheme, HANDOFF_HOST === "web" ? "handoff-demo" : "file");
    same((await workspace.fs.stat(Uri.joinPath(folder, "README.md"))).type, FileType.File);
    const project = projects.open(folder);
    try {
      await project.load();
      same(project.name, "Tern Bay");
      same(project.view({ kind: "problems" }), []);
      const done = await project.execute({ kind: "updateTasks", ids: ["06.4"], patch: { status: "in_progress" } });
      same(done.kind, "done");
      await project.refresh();
      same(project.view({ kind: "task", id: "06.4" })?.card.status, "in_progress");
    } finally {
      // Drops the project, which is in no folder of the window.
      await projects.find(true);
      if (folder.scheme === "file") await workspace.fs.delete(Uri.joinPath(folder, ".."), { recursive: true });
    }
  });
});
