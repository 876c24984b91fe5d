// The actions of the timers that ask for a task.
import { beforeEach, expect, test, vi } from "vitest";
import type { TimerAction, TimerStatus } from "../../../../webviews/contract/generated/protocol.ts";
import type { CommandContext } from "../../../src/commands/commandContext.ts";
import { timerCommands } from "../../../src/time/timerCommands.ts";
import type { TimeTracker } from "../../../src/time/timeTracker.ts";
import type { Project } from "../../../src/workspace/project.ts";

interface Item {
  readonly label: string;
  readonly description?: string;
  run(): Promise<unknown>;
}

const editor = vi.hoisted(() => ({ choice: "", labels: [] as string[], descriptions: [] as unknown[], without: undefined as readonly string[] | undefined, task: undefined as string | undefined }));

vi.mock("vscode", async () => ({
  ...(await import("../fakeVscode.ts")),
  window: {
    showQuickPick: (items: Item[]) => {
      editor.labels = items.map(({ label }) => label);
      editor.descriptions = items.map(({ description }) => description);
      return Promise.resolve(items.find(({ label }) => label.includes(editor.choice)));
    },
  },
  workspace: { getConfiguration: () => ({ get: (_: string, fallback: unknown) => fallback }) },
}));
vi.mock("../../../src/commands/taskPicker.ts", () => ({
  pickTask: (_: Project, __: string, ___: undefined, without: readonly string[]) => {
    editor.without = without;
    return Promise.resolve(editor.task);
  },
}));

const project = { readOnly: null, name: "Harbor" } as unknown as Project;
const other = { readOnly: null, name: "Atlas" } as unknown as Project;
/** The tree has a selected task, which these actions must not take. */
function contextOf(all: readonly Project[]): CommandContext {
  const context = {
    projects: { all, load: () => Promise.resolve() },
    target: () => Promise.resolve({ project, ids: ["selected"] }),
    pickProject: () => Promise.resolve(project),
  };
  return context as unknown as CommandContext;
}

let acted: TimerAction[];

async function choose(label: string, running: Record<string, boolean>, all = [project]): Promise<void> {
  const timers = Object.entries(running).map(([id, runs]) => ({ id, title: id, running: runs, idle: false, elapsedMs: 0, todaySeconds: 0, actualHours: 0 }));
  const status: TimerStatus = { lead: { kind: "own" }, timers, todaySeconds: 0 };
  const tracker = { status: () => status, age: () => 0, act: (_: Project, action: TimerAction) => Promise.resolve(void acted.push(action)) } as unknown as TimeTracker;
  editor.choice = label;
  await timerCommands(contextOf(all), tracker, { openTask: () => undefined, openPage: () => undefined })["handoff.timerActions"]?.();
}

beforeEach(() => {
  acted = [];
  Object.assign(editor, { labels: [], without: undefined, task: undefined });
});

test("another task is always picked, whatever is selected, and running tasks are not offered", async () => {
  editor.task = "t7";
  await choose("Switch to Another Task…", { t1: true, t2: false });
  expect([editor.without, acted]).toEqual([["t1"], [{ kind: "start", id: "t7", alone: true }]]);
});

test("without a timer the first one is picked too", async () => {
  editor.task = "t7";
  await choose("Start a Timer…", {});
  expect([editor.without, acted]).toEqual([[], [{ kind: "start", id: "t7", alone: true }]]);
});

test("the choices name their project where the window tracks several ones", async () => {
  await choose("", { t1: false });
  expect(editor.descriptions.slice(0, 3)).toEqual(["t1 t1", "t1 t1", "t1 t1"]);
  await choose("", { t1: true }, [project, other]);
  expect(editor.descriptions.slice(0, 4)).toEqual([...Array<string>(3).fill("t1 t1 · 0:00 · Harbor"), "t1 t1 · 0:00 · Atlas"]);
});

test("a picker that is closed changes nothing", async () => {
  await choose("Switch to Another Task…", { t1: true });
  expect(acted).toEqual([]);
});
