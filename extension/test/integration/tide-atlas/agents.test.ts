import { lm, LanguageModelTextPart, window } from "vscode";
import { until } from "../../harness/until.ts";
import { exported, handoff, loadedProject, same } from "../window.ts";

declare const HANDOFF_HOST: "node" | "web";

describe("doors for agents and other extensions", () => {
  // New versions of VSCode also list tools whose condition is not met.
  it("has its tools in the manifest, under the condition that no server can run", async () => {
    const { contextValue } = await handoff();
    same(contextValue("handoff.noServer"), HANDOFF_HOST === "web");
    const names = lm.tools.map(({ name }) => name).filter((name) => name.startsWith("handoff_"));
    if (HANDOFF_HOST === "node" && names.length === 0) return;
    same(names.toSorted(), ["handoff_load_context", "handoff_next_task", "handoff_save_context", "handoff_search"]);
  });

  it("answers a call of a tool about one of several projects", async () => {
    const { name } = await loadedProject("tide-atlas");
    const { content } = await lm.invokeTool("handoff_search", { input: { query: "rendering", project_dir: name }, toolInvocationToken: undefined });
    const [part] = content;
    const text = part instanceof LanguageModelTextPart ? part.value : "";
    if (!text.startsWith("- task t")) throw new Error(`The tool answered: ${text}`);
  });

  it("lists the projects for other extensions, and opens a task", async () => {
    const api = await exported();
    const project = await loadedProject("tide-atlas");
    const found = api.projects.find(({ folder }) => folder.toString() === project.id);
    if (found === undefined) throw new Error("The project is not listed.");
    same([api.version, found.name], [1, "Tide Atlas"]);
    await api.openTask(found, "t1.2");
    await until("the task is open", () => window.tabGroups.all.some(({ tabs }) => tabs.some(({ label }) => label.includes("t1.2"))));
  });
});
