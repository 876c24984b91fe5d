// Timers that follow the status of their tasks, as the settings and the answer to one question say.
import { beforeEach, expect, test, vi } from "vitest";
import type { CommandResult } from "../../../../webviews/contract/common.ts";
import type { Command, Status, TimerAction, TimerStatus } from "../../../../webviews/contract/generated/protocol.ts";
import { FakeMemento } from "../fakeVscode.ts";
import { Emitter } from "../../../src/support/emitter.ts";
import { followStatuses } from "../../../src/timer/statusChanges.ts";
import type { TimeTracker } from "../../../src/timer/timeTracker.ts";
import type { Commit, Project } from "../../../src/workspace/project.ts";

const editor = vi.hoisted(() => ({ settings: new Map<string, unknown>(), questions: [] as string[], answer: undefined as string | Promise<string> | undefined, isBroken: false }));

vi.mock("vscode", async () => ({
  ...(await import("../fakeVscode.ts")),
  ConfigurationTarget: { Global: 1 },
  window: {
    showInformationMessage: (question: string) => {
      editor.questions.push(question);
      return Promise.resolve(editor.answer);
    },
  },
  workspace: {
    getConfiguration: () => ({
      get: (key: string, fallback: unknown) => editor.settings.get(key) ?? fallback,
      update: (key: string, value: unknown) => (editor.isBroken ? Promise.reject(new Error("settings.json")) : Promise.resolve(void editor.settings.set(key, value))),
    }),
  },
}));

const project = { readOnly: null } as unknown as Project;
const done: CommandResult = { kind: "done", changed: true, created: [], summary: "", warnings: [] };

let actions: TimerAction[];
let committed: Emitter<Commit & { project: Project }>;

function setUp(timed: string[], lead: TimerStatus["lead"] = { kind: "own" }): void {
  const timers = timed.map((id) => ({ id, title: id, running: true, idle: false, elapsedMs: 0, todaySeconds: 0, actualHours: 0 }));
  const status: TimerStatus = { lead, timers, todaySeconds: 0 };
  const tracker = {
    status: () => status,
    act: (_: Project, action: TimerAction) => Promise.resolve(void actions.push(action)),
  } as unknown as TimeTracker;
  actions = [];
  committed = new Emitter();
  followStatuses({ onDidCommit: committed.event }, tracker, new FakeMemento());
}

/** Tells that the person has started a timer. */
function useTimer(): void {
  const step = { task: "t9", at: 0, next: { kind: "running", from: 0 } } as const;
  const record = { owner: "editor", instance: "w", steps: [step], answered: [], activeAt: 0, takeOver: false, release: false } as const;
  committed.fire({ origin: undefined, command: { kind: "trackTime", record: { ...record, steps: [step], answered: [] } }, result: done, project });
}

async function set(status: Status, ids: string[], result = done): Promise<void> {
  const command: Command = { kind: "updateTasks", ids, patch: { status } };
  committed.fire({ origin: undefined, command, result, project });
  await new Promise((resolve) => setTimeout(resolve));
}

beforeEach(() => {
  editor.settings.clear();
  editor.questions.length = 0;
  editor.answer = undefined;
  editor.isBroken = false;
});

test("the first change asks, and the answer is kept in the settings", async () => {
  setUp([]);
  editor.answer = "Always";
  await set("in_progress", ["t1"]);
  expect(editor.questions, "whoever uses no timers is not asked").toEqual([]);
  useTimer();
  await set("in_progress", ["t1"]);
  await set("in_progress", ["t2"]);
  expect([editor.questions.length, editor.settings.get("timer.startWithStatus")]).toEqual([1, "always"]);
  expect(actions).toEqual([
    { kind: "start", id: "t1", alone: true },
    { kind: "start", id: "t2", alone: true },
  ]);
});

test("a question that is closed without an answer means never, in all windows", async () => {
  setUp(["t1"]);
  useTimer();
  await set("done", ["t1"]);
  expect([editor.questions.length, editor.settings.get("timer.stopWithStatus")]).toEqual([1, "never"]);
  setUp(["t1"]);
  useTimer();
  await set("review", ["t1"]);
  expect([editor.questions.length, actions]).toEqual([1, []]);
});

test("while the question is open, no other window asks, and a late answer is kept", async () => {
  let answer: (chosen: string) => void = () => undefined;
  editor.answer = new Promise((resolve) => (answer = resolve));
  setUp(["t1"]);
  useTimer();
  await set("done", ["t1"]);
  setUp(["t1"]);
  useTimer();
  await set("done", ["t1"]);
  expect([editor.questions.length, actions]).toEqual([1, []]);
  answer("Always");
  await vi.waitFor(() => expect(actions).toEqual([{ kind: "stop", id: "t1" }]));
  expect(editor.settings.get("timer.stopWithStatus")).toBe("always");
});

test("settings that cannot be written: asked once in the window", async () => {
  editor.isBroken = true;
  setUp(["t1"]);
  useTimer();
  editor.answer = "Always";
  await set("done", ["t1"]);
  await set("done", ["t1"]);
  expect([editor.questions.length, actions]).toEqual([1, [{ kind: "stop", id: "t1" }]]);
});

test("never asks about what timers cannot follow", async () => {
  editor.settings.set("timer.startWithStatus", "always").set("timer.stopWithStatus", "always");
  setUp(["t1"], { kind: "off", reason: { template: "Off", args: {} } });
  await set("in_progress", ["t2"]);
  setUp(["t1"]);
  await set("in_progress", ["t1"]);
  await set("in_progress", ["t2", "t3"]);
  await set("todo", ["t1"]);
  await set("done", ["t2"]);
  await set("done", ["t1"], { ...done, changed: false });
  expect(actions).toEqual([]);
  await set("done", ["t1", "t2"]);
  expect(actions).toEqual([{ kind: "stop", id: "t1" }]);
});
