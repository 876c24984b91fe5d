// Columns that tasks may not enter, with the real engine.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { closedColumns } from "../../../src/panels/boardPanel.ts";
import type { Project } from "../../../src/workspace/project.ts";
import { createTask, memoryProject, run } from "../memoryProject.ts";

vi.mock("vscode", async () => ({ ...(await import("../fakeVscode.ts")), env: { language: "en" } }));

let project: Project;
beforeEach(async () => {
  project = await memoryProject("file:///p");
});
afterEach(() => project.dispose());

test("a task with an open criterion may not be done", async () => {
  const plain = await createTask(project, "Sail");
  expect(closedColumns(project, [plain])).toEqual({});
  await run(project, { kind: "updateTasks", ids: [plain], patch: { criteria: [{ item: "Cut to size", checked: false }] } });
  const other = await createTask(project, "Mast");
  const closed = closedColumns(project, [other, plain]);
  expect(Object.keys(closed)).toEqual(["done"]);
  expect(closed.done).toContain("Cut to size");
});

test("a missing estimate closes no column, since the drop asks for it", async () => {
  await run(project, { kind: "updateConfig", changes: [{ key: ["settings", "require_estimate_hours"], value: true }] });
  const id = await createTask(project, "Sail");
  expect(project.plan({ kind: "updateTasks", ids: [id], patch: { status: "in_progress" } }).kind).toBe("refused");
  expect(closedColumns(project, [id])).toEqual({});
});
