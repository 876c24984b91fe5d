// The drop finds the dragged tasks, also when the tree was drawn again at the start of the drag.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DataTransferItem, type DataTransfer } from "vscode";
import { TaskDrag, type Drop } from "../../src/views/taskDrag.ts";
import type { TaskNode } from "../../src/views/taskNode.ts";
import { createTask, memoryProject } from "./memoryProject.ts";

vi.mock("vscode", () => import("./fakeVscode.ts"));

const MIME = "application/vnd.code.tree.handoff.tasks";
const project = await memoryProject("file:///p");
for (const title of ["One", "Two", "Three"]) await createTask(project, title);

const node = (id: string, parent?: TaskNode): TaskNode => {
  const task = project.view({ kind: "task", id });
  if (task === null) throw new Error(`There is no task "${id}".`);
  const inside = { open: 0, atWork: 0, urgent: 0, blocked: 0, late: 0, troubled: 0 };
  const row = { card: task.card, children: 0, matches: true, excerpt: "", inside };
  return { kind: "task", project, row, parent };
};

let dropped: Drop[];
let dragging: boolean[];
let shown: TaskNode[];
let drag: TaskDrag;
let transfer: DataTransfer;

beforeEach(() => {
  vi.useFakeTimers();
  [dropped, dragging, shown] = [[], [], [node("t1"), node("t2"), node("t3")]];
  transfer = new Map<string, DataTransferItem>();
  drag = new TaskDrag({
    tasksOf: (ids) => shown.filter(({ row }) => ids.includes(`file:///p#${row.card.key}`)),
    setDragging: (lasts) => dragging.push(lasts),
    drop: (drop) => Promise.resolve(void dropped.push(drop)),
  });
});
afterEach(() => {
  drag.dispose();
  vi.useRealTimers();
});

const [t1, t2] = [node("t1"), node("t2")];
const editorsOwn = (value: unknown) => transfer.set(MIME, new DataTransferItem(value));

test("handleDrop drops the dragged tasks and ends the drag", async () => {
  drag.handleDrag([t1], transfer);
  expect(dragging).toEqual([true]);
  await drag.handleDrop(t2, transfer);
  expect(dragging).toEqual([true, false]);
  expect(dropped).toEqual([{ project, ids: ["t1"], onto: t2, isAmongSiblings: true }]);
});

test("a cancelled drag ends after a timeout", () => {
  drag.handleDrag([t1], transfer);
  vi.runAllTimers();
  expect(dragging).toEqual([true, false]);
});

test("a task dropped on itself is not a sibling, even if its node was replaced", async () => {
  drag.handleDrag([t1], transfer);
  await drag.handleDrop(node("t1"), transfer);
  expect(dropped.map(({ isAmongSiblings }) => isAmongSiblings)).toEqual([false]);
});

test("handleDrop uses VSCode's list if handleDrag was not called", async () => {
  editorsOwn(JSON.stringify({ id: "handoff.tasks", itemHandles: ["1/file:///p#t1", "1/file:///p#t3", "1/file:///p#gone"] }));
  await drag.handleDrop(t2, transfer);
  expect(dropped.map(({ ids }) => ids)).toEqual([["t1", "t3"]]);
});

test.each([undefined, "", "{", "null", "[]", '{"itemHandles":1}', '{"itemHandles":[1,null,"0/x"]}'])(
  "%j is no list of tasks",
  async (value) => {
    editorsOwn(value);
    await drag.handleDrop(t2, transfer);
    expect(dropped).toEqual([]);
  },
);
