// The server that the extension offers to the agents in VSCode: it starts after the question, and a call of its tools
// changes the project of the window.
import { commands, lm, LanguageModelTextPart, type LanguageModelToolInformation } from "vscode";
import { extensionId } from "../../harness/extensionId.ts";
import { until } from "../../harness/until.ts";
import { loadedProject, same } from "../window.ts";

declare const HANDOFF_HOST: "node" | "web";

/** Returns the tool of the server for tasks: VSCode puts the name of the server in front. */
function updateTool(): LanguageModelToolInformation | undefined {
  return lm.tools.find(({ name }) => name.startsWith("mcp_") && name.endsWith("handoff_update_task"));
}

describe("the server for agents in VSCode", () => {
  if (HANDOFF_HOST === "web") return;

  it("starts once it is allowed, and a call changes a task", async () => {
    const project = await loadedProject("tide-atlas");
    await until("the tools of the server", async () => {
      // VSCode knows the server soon after it has activated the extension. Its ID has the label.
      void commands.executeCommand("workbench.mcp.startServer", `${extensionId}/Handoff: ${project.name}`);
      // The question whether the server may start.
      await commands.executeCommand("notification.acceptPrimaryAction");
      return updateTool();
    });
    const input = { task: { id: "t1.2", title: "Asked for by an agent" } };
    const { content } = await lm.invokeTool(updateTool()?.name ?? "", { input, toolInvocationToken: undefined });
    const [answer] = content;
    same(answer instanceof LanguageModelTextPart && answer.value.includes('"action":"updated"'), true);
    await until("the window to show it", () => project.view({ kind: "task", id: "t1.2" })?.card.title === "Asked for by an agent");
  });
});
