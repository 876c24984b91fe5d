// What commands without arguments are about.
import { expect, test, vi } from "vitest";
import { CommandContext, type WindowServices } from "../../../src/commands/commandContext.ts";
import { memoryProject } from "../memoryProject.ts";

vi.mock("vscode", () => import("../fakeVscode.ts"));

test("commands are about the task that the active page shows, and a click on a row of the tree about that row", async () => {
  const project = await memoryProject("file:///p");
  const row = { kind: "task", project, row: { card: { id: "t1" } } };
  const services = { projects: { all: [project] }, selection: () => [row], activeTask: () => ({ project, ids: ["t2"] }) };
  const context = new CommandContext(services as unknown as WindowServices);
  expect(context.named([])?.ids).toEqual(["t2"]);
  expect(context.named([row])?.ids).toEqual(["t1"]);
  expect(context.selected?.ids).toEqual(["t1"]);
  project.dispose();
});
