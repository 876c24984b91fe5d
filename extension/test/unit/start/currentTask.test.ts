// The task that the user works on, or a project in which something needs the user.
import { expect, test, vi } from "vitest";
import { findCurrentTask } from "../../../src/start/currentTask.ts";
import { createTask, memoryProject, run } from "../memoryProject.ts";

vi.mock("vscode", () => import("../fakeVscode.ts"));

test("a task in progress of the user comes before items that need the user, in any project", async () => {
  const [first, second] = [await memoryProject("file:///plans/atlas"), await memoryProject("file:///plans/reef")];
  const found = (): unknown[] => {
    const work = findCurrentTask([first, second]);
    return [work?.project.name, work?.task?.title, work?.needs.review];
  };
  expect(found()).toEqual([undefined, undefined, undefined]);
  const review = await createTask(first, "Read the tide tables");
  await run(first, { kind: "updateTasks", ids: [review], patch: { status: "review" } });
  expect(found()).toEqual(["atlas", undefined, 1]);
  const task = await createTask(second, "Draw the reef");
  await run(second, { kind: "updateTasks", ids: [task], patch: { status: "in_progress", assignee: "somebody" } });
  expect(found()).toEqual(["atlas", undefined, 1]);
  // The user of these projects is Ann.
  await run(second, { kind: "updateTasks", ids: [task], patch: { assignee: "Ann" } });
  expect(found()).toEqual(["reef", "Draw the reef", 0]);
});
