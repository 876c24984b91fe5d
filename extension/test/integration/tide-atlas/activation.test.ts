import { commands, extensions } from "vscode";
import { extensionId } from "../../harness/extensionId.ts";
import { handoff, loadedProject, same } from "../window.ts";

describe("activation", () => {
  it("happens automatically in a folder with .handoff, and reports its duration", async () => {
    const { activationMs } = await handoff();
    if (!(activationMs >= 0)) throw new Error(`No time was measured: ${activationMs}`);
  });

  it("registers every command of the manifest", async () => {
    await handoff();
    const manifest = extensions.getExtension(extensionId)?.packageJSON as {
      contributes: { commands: { command: string }[] };
    };
    const registered = new Set(await commands.getCommands(true));
    const promised = manifest.contributes.commands.map(({ command }) => command);
    same(promised.filter((command) => !registered.has(command)), []);
  });

  it("sets the palette's contexts for a project", async () => {
    const { projects, contextValue } = await handoff();
    await projects.load();
    same([contextValue("handoff.hasProject"), contextValue("handoff.everyFolderHasProject")], [true, true]);
  });

  it("finds the project of the folder and the one inside it", async () => {
    const outer = await loadedProject("tide-atlas");
    const inner = await loadedProject("packages/widget");
    same([outer.name, outer.summary.total], ["Tide Atlas", 41]);
    same(inner.summary.total, 1);
  });
});
