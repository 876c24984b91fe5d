import { commands, languages, workspace, type CodeAction } from "vscode";
import { until } from "../../harness/until.ts";
import { loadedProject, readText, record, same } from "../window.ts";

describe("problems", () => {
  it("are reported at their line, and a quick fix removes them", async () => {
    const project = await loadedProject("tide-atlas");
    const place = record(project, "tasks/t3-alerts/t3.3-quiet-hours/_task.in_progress.json");
    const [problem] = await until("the problem is reported", () => {
      const found = languages.getDiagnostics(place).filter(({ source }) => source === "Handoff");
      return found.length > 0 && found;
    });
    same(typeof problem?.code === "object" && problem.code.value, "dangling-dependency");
    const lines = (await readText(place)).split("\n");
    same(lines[problem?.range.start.line ?? 0]?.includes("t777"), true);
    await workspace.openTextDocument(place);
    const actions = await commands.executeCommand<CodeAction[]>("vscode.executeCodeActionProvider", place, problem?.range);
    const fix = actions.find(({ command }) => command?.command === "handoff.applyRepair");
    if (fix?.command === undefined) throw new Error("There is no quick fix.");
    const repair: unknown[] = fix.command.arguments ?? [];
    await commands.executeCommand(fix.command.command, ...repair);
    await until("the problem is gone", () => languages.getDiagnostics(place).length === 0);
    same((await readText(place)).includes("t777"), false);
    await project.execute({ kind: "undo" });
    await until("the problem is back", () => languages.getDiagnostics(place).length > 0);
  });

  it("in one file leave the other tasks usable", async () => {
    const project = await loadedProject("tide-atlas");
    const place = record(project, "tasks/t5-performance-budget/_task.todo.json");
    const before = await readText(place);
    await workspace.fs.writeFile(place, new TextEncoder().encode(before.slice(0, -3)));
    await until("the broken file is reported", () => languages.getDiagnostics(place).length > 0);
    same(project.view({ kind: "task", id: "t6" })?.editable, true);
    await workspace.fs.writeFile(place, new TextEncoder().encode(before));
    await until("the file is whole again", () => languages.getDiagnostics(place).length === 0);
  });
});
