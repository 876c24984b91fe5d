// Claims of tasks in the extension: they end, are renewed, and are shown in the tree.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Answer, Holder, Process } from "../../../../webviews/contract/generated/protocol.ts";
import { taskItem, taskTooltip } from "../../../src/views/taskItem.ts";
import { ClaimWatch } from "../../../src/workspace/claimWatch.ts";
import { Project } from "../../../src/workspace/project.ts";
import type { Shell } from "../../../src/shells/shell.ts";
import { workspaceShell } from "../../../src/shells/workspaceShell.ts";
import { FakeFiles } from "../fakeFiles.ts";
import { createTask, run, testPorts } from "../memoryProject.ts";

const inUse = vi.hoisted(() => ({ active: true }));
vi.mock("vscode", async () => ({ ...(await import("../fakeVscode.ts")), window: { state: inUse } }));

const minute = 60_000;
let files: FakeFiles;
let project: Project;
let watch: ClaimWatch;

beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse("2026-12-01T08:00:00Z"), toFake: ["Date", "setInterval", "clearInterval", "setTimeout", "clearTimeout"] });
  files = new FakeFiles();
  project = new Project("mem:/claims", "claims", testPorts(workspaceShell(files, (path) => path), "test"));
  await run(project, { kind: "initProject", name: "claims", layout: "json" });
  watch = new ClaimWatch({ all: [project], onDidChange: (listener) => project.onDidChange(() => listener(project)) });
  inUse.active = true;
});
afterEach(() => {
  watch.dispose();
  project.dispose();
  vi.useRealTimers();
});

/** Lets an agent hold a task, as another program does. */
async function hold(id: string, agent = "codex", process?: Process): Promise<void> {
  const now = new Date().toISOString();
  const claim = { version: 1, task: id, actor: { kind: "agent", name: agent, version: "1.2" }, since: now, heard_at: now, process };
  await files.createDirectory("local/claims");
  await files.writeFile(`local/claims/${id}.json`, new TextEncoder().encode(JSON.stringify(claim)));
  await project.refresh();
}

const holder = (id: string): Holder | undefined => project.view({ kind: "task", id })?.card.holder;

test("a claim is shown until its lease ends, without a change of a file", async () => {
  const id = await createTask(project, "Crane");
  await hold(id);
  expect(holder(id)?.actor.name).toBe("codex");
  expect(project.summary.claims).toMatchObject({ own: [], others: [id] });
  const changes = vi.fn<() => void>();
  project.onDidChange(changes);
  await vi.advanceTimersByTimeAsync(15 * minute);
  expect(changes).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2);
  expect(changes).toHaveBeenCalledOnce();
  expect(project.summary.claims).toBeUndefined();
  expect(holder(id)).toBeUndefined();
});

test("a claim of a process that has ended is shown no longer", async () => {
  const own = { host: "here", boot: "b1", pid: 1, started: "1" };
  let answer: Answer = { kind: "ok" };
  const shell = workspaceShell(files, (path) => path);
  const native: Shell = { ...shell, capabilities: { ...shell.capabilities, process: own }, checkProcess: () => Promise.resolve(answer) };
  const here = new Project("mem:/here", "claims", testPorts(native, "test"));
  await here.refresh();
  watch.dispose();
  watch = new ClaimWatch({ all: [here], onDidChange: (listener) => here.onDidChange(() => listener(here)) });
  const id = await createTask(here, "Crane");
  await hold(id, "codex", { ...own, pid: 2 });
  await here.refresh();
  expect(here.summary.claims?.others).toEqual([id]);
  answer = { kind: "missing" };
  await vi.advanceTimersByTimeAsync(minute);
  expect(here.summary.claims).toBeUndefined();
  here.dispose();
});

test("there is no timer while nothing is held, and a tick each minute while something is", async () => {
  const id = await createTask(project, "Crane");
  await vi.advanceTimersByTimeAsync(minute);
  expect(vi.getTimerCount()).toBe(0);
  const ticks = vi.fn<() => void>();
  watch.onDidTick(ticks);
  await hold(id);
  await vi.advanceTimersByTimeAsync(3 * minute);
  expect(ticks).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(13 * minute);
  expect(vi.getTimerCount()).toBe(0);
});

test("a task that the user has taken over stays the user's while the window is in use", async () => {
  const id = await createTask(project, "Crane");
  await hold(id);
  await run(project, { kind: "claimTask", id, takeOver: true });
  expect(holder(id)?.actor).toEqual({ kind: "human", name: "Ann" });
  expect(project.summary.claims).toMatchObject({ own: [id], others: [] });
  await vi.advanceTimersByTimeAsync(40 * minute);
  expect(holder(id)?.actor.name).toBe("Ann");
  inUse.active = false;
  await vi.advanceTimersByTimeAsync(16 * minute);
  expect(holder(id)).toBeUndefined();
});

test("the result of a change names who holds the task; the user's own and ended claims do not count", async () => {
  const id = await createTask(project, "Crane");
  const change = (title: string) => project.execute({ kind: "updateTasks", ids: [id], patch: { title } });
  expect(await change("A")).not.toHaveProperty("held");
  await hold(id);
  expect(await change("B")).toMatchObject({ kind: "done", held: { id, actor: { kind: "agent", name: "codex" } } });
  expect(await change("B")).not.toHaveProperty("held");
  await run(project, { kind: "claimTask", id, takeOver: true });
  expect(await change("C")).not.toHaveProperty("held");
});

test("the tree says who holds a task, and menus know whether it can be taken over or released", async () => {
  const id = await createTask(project, "Crane");
  const node = () => {
    const [row] = project.view({ kind: "explorer", parent: null, filter: {}, sort: "manual" }).rows;
    if (row === undefined) throw new Error("The tree is empty.");
    return { kind: "task" as const, project, row, parent: undefined };
  };
  const item = () => taskItem(node(), project.summary, false);
  expect(item().contextValue).toBe("task.todo");
  await hold(id);
  await vi.advanceTimersByTimeAsync(3 * minute);
  expect(item().description).toBe(`codex · ${id}`);
  expect(item().contextValue).toBe("task.todo.held");
  expect(taskTooltip(node().row, project.summary).value).toContain("$(hubot) held by agent codex, heard 3 min\\. ago (codex 1\\.2 · agent)");
  await run(project, { kind: "claimTask", id, takeOver: true });
  expect(item().contextValue).toBe("task.todo.own");
});
