// The list of deleted tasks, and restoring them in a project whose files are in memory.
import { afterEach, expect, test, vi } from "vitest";
import type { TrashEntry } from "../../../../webviews/contract/generated/protocol.ts";
import { trashRows } from "../../../src/history/trashCommands.ts";
import { createTask, memoryProject, run } from "../memoryProject.ts";

vi.mock("vscode", () => import("../fakeVscode.ts"));

afterEach(() => void vi.useRealTimers());

const task: TrashEntry = { path: "trash/1-t1-x", kind: "task", title: "Parse", id: "t1.2", subtasks: 0 };

test("rows show the title, the time, the person and the number of subtasks of a deletion", () => {
  const entries: TrashEntry[] = [
    {
      ...task,
      parent: "t1",
      subtasks: 2,
      deletedAt: "2026-11-22T10:04:00+00:00",
      deletedBy: { kind: "agent", name: "codex", conversation: "c1" },
    },
    { ...task, subtasks: 1, deletedAt: "2026-11-22T10:04:00+00:00", deletedBy: { kind: "human", name: "Ana" } },
    { path: "trash/2-m-1.json", kind: "memory", title: "m-1.json", subtasks: 0, origin: "memory/m-1.json" },
    { ...task, deletedAt: "some day" },
  ];
  const rows = trashRows(entries, "en-US").map(({ label, description, detail }) => [label, description, detail]);
  expect(rows).toEqual([
    ["Parse", "t1.2, under t1", expect.stringMatching(/^Deleted Nov 2\d, 2026, .* by agent codex · 2 subtasks$/u)],
    ["Parse", "t1.2", expect.stringMatching(/ by Ana · 1 subtask$/u)],
    ["Parse", "t1.2", "Deleted some day"],
    ["Other files", undefined, undefined],
    ["m-1.json", "memory/m-1.json", "Deleted"],
  ]);
});

test("a deleted task is listed and restored with its subtasks; an emptied trash is empty", async () => {
  const project = await memoryProject("file:///p");
  const parent = await createTask(project, "Build");
  const id = await createTask(project, "Parse", parent);
  await createTask(project, "Read", id);
  vi.useFakeTimers();
  expect(await project.onDemand.readTrash()).toEqual([]);
  await run(project, { kind: "deleteTasks", ids: [id] });
  const [entry] = await project.onDemand.readTrash();
  expect(entry).toMatchObject({ kind: "task", id, title: "Parse", parent, subtasks: 1, deletedBy: { name: "Ann" } });
  // Some time after a change, its paths are read again, without the trash.
  await vi.advanceTimersByTimeAsync(1000);
  expect(await run(project, { kind: "restoreTrash", entries: [entry?.path ?? ""] })).toEqual([id]);
  expect(project.view({ kind: "task", id })?.card.parent).toBe(parent);
  expect(await project.onDemand.readTrash()).toEqual([]);
});
