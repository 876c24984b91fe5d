// What commands without arguments are about.
import { expect, test, vi } from "vitest";
import { CommandContext, type WindowServices } from "../../../src/commands/commandContext.ts";
import { taskCommands } from "../../../src/commands/taskCommands.ts";
import { memoryProject } from "../memoryProject.ts";

vi.mock("vscode", () => import("../fakeVscode.ts"));

const project = await memoryProject("file:///p");
const row = { kind: "task", project, row: { card: { id: "t1" } } };
const opened: string[] = [];
const services = {
  projects: { all: [project] },
  selection: () => [row],
  activeTask: () => ({ project, ids: ["t2"] }),
  openTask: (_: unknown, id: string) => void opened.push(id),
};
const context = new CommandContext(services as unknown as WindowServices);

test("commands are about the task that the active page shows, and a click on a row of the tree about that row", () => {
  expect(context.named([])?.ids).toEqual(["t2"]);
  expect(context.named([row])?.ids).toEqual(["t1"]);
  expect(context.selected?.ids).toEqual(["t1"]);
});

test("the command to open a task does not open that of the active page again", async () => {
  await taskCommands(context, () => Promise.resolve(), { keepTask: () => undefined, linkOf: (_, id) => id })["handoff.openTask"]?.();
  expect(opened).toEqual(["t1"]);
});
