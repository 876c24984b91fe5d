// Timers that follow the status of their tasks, as the settings and the answers of the person say.
import { beforeEach, expect, test, vi } from "vitest";
import type { CommandResult } from "../../../../webviews/contract/common.ts";
import type { Command, Status, TimerAction, TimerStatus } from "../../../../webviews/contract/generated/protocol.ts";
import { FakeMemento } from "../fakeVscode.ts";
import { Emitter } from "../../../src/support/emitter.ts";
import { StatusTimers } from "../../../src/time/statusChanges.ts";
import type { TimeTracker } from "../../../src/time/timeTracker.ts";
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

/** The task t1 has no assignee, t2 is assigned to the person, t3 to somebody else. */
const assignees: Record<string, string | undefined> = { t2: "ann", t3: "maren" };
const project = {
  readOnly: null,
  summary: { person: "ann" },
  view: ({ id }: { id: string }) => ({ card: { id, title: `Task ${id}`, assignee: assignees[id] } }),
} as unknown as Project;
const done: CommandResult = { kind: "done", changed: true, created: [], summary: "", warnings: [] };
/** A page that asks itself. */
const page = {};

let actions: TimerAction[];
let committed: Emitter<Commit & { project: Project }>;
let timers: StatusTimers;

function setUp(timed: string[], lead: TimerStatus["lead"] = { kind: "own" }): void {
  const running = timed.map((id) => ({ id, title: id, running: true, idle: false, elapsedMs: 0, todaySeconds: 0, actualHours: 0 }));
  const status: TimerStatus = { lead, timers: running, todaySeconds: 0 };
  const tracker = {
    status: () => status,
    act: (_: Project, action: TimerAction) => Promise.resolve(void actions.push(action)),
  } as unknown as TimeTracker;
  actions = [];
  committed = new Emitter();
  timers = new StatusTimers(tracker, new FakeMemento());
  timers.follow({ onDidCommit: committed.event }, (origin) => origin === page);
}

/** Reports that the person has started a timer. */
function useTimer(): void {
  const change = { task: "t9", at: 0, next: { kind: "running", from: 0 } } as const;
  const record = { owner: "editor", instance: "w", changes: [change], answered: [], activeAt: 0, takeOver: false, release: false } as const;
  committed.fire({ origin: undefined, command: { kind: "trackTime", record: { ...record, changes: [change], answered: [] } }, result: done, project });
}

const setTo = (status: Status, ids: string[]): Command => ({ kind: "updateTasks", ids, patch: { status } });

async function set(status: Status, ids: string[], { result = done, origin }: { result?: CommandResult; origin?: unknown } = {}): Promise<void> {
  committed.fire({ origin, command: setTo(status, ids), result, project });
  await new Promise((resolve) => setTimeout(resolve));
}

beforeEach(() => {
  editor.settings.clear();
  editor.questions.length = 0;
  editor.answer = undefined;
  editor.isBroken = false;
});

test("an ignored question writes no setting, starts nothing, and is asked again", async () => {
  setUp([]);
  await set("in_progress", ["t1"]);
  expect(editor.questions, "a person without timers is not asked").toEqual([]);
  useTimer();
  await set("in_progress", ["t1"]);
  await set("in_progress", ["t2"]);
  expect(editor.questions).toEqual(["Start the timer of t1 “Task t1”?", "Start the timer of t2 “Task t2”?"]);
  expect([[...editor.settings], actions]).toEqual([[], []]);
});

test.each([
  ["Start Timer", ["t1"], undefined, 2],
  ["Always", ["t1", "t2"], "always", 1],
  ["Never", [], "never", 1],
])("the answer %s", async (answer, started, setting, asked) => {
  setUp([]);
  useTimer();
  editor.answer = answer;
  await set("in_progress", ["t1"]);
  editor.answer = undefined;
  await set("in_progress", ["t2"]);
  expect([editor.questions.length, editor.settings.get("timer.startWithStatus")]).toEqual([asked, setting]);
  expect(actions).toEqual(started.map((id) => ({ kind: "start", id, alone: true })));
});

test("while a question is open, nothing is written and nothing else is asked; a late answer counts", async () => {
  let answer: (chosen: string) => void = () => undefined;
  editor.answer = new Promise((resolve) => (answer = resolve));
  setUp(["t1"]);
  useTimer();
  await set("done", ["t1"]);
  await set("review", ["t1"]);
  expect([editor.questions.length, [...editor.settings], actions]).toEqual([1, [], []]);
  answer("Always");
  await vi.waitFor(() => expect(actions).toEqual([{ kind: "stop", id: "t1" }]));
  expect(editor.settings.get("timer.stopWithStatus")).toBe("always");
});

test("settings that cannot be written: the answer counts once", async () => {
  editor.isBroken = true;
  setUp(["t1"]);
  useTimer();
  editor.answer = "Always";
  await set("done", ["t1"]);
  expect([editor.questions.length, actions]).toEqual([1, [{ kind: "stop", id: "t1" }]]);
});

test.each(["ask", "always"])("a task that is assigned to somebody else starts no timer: %s", async (rule) => {
  editor.settings.set("timer.startWithStatus", rule);
  setUp([]);
  useTimer();
  await set("in_progress", ["t3"]);
  expect([editor.questions, actions]).toEqual([[], []]);
});

test("a page that shows messages asks itself, and passes the answer on", async () => {
  setUp(["t1"]);
  useTimer();
  await set("done", ["t1"], { origin: page });
  expect(editor.questions).toEqual([]);
  const question = timers.question(project, setTo("done", ["t1"]), done);
  expect(question).toMatchObject({ action: "stop", ids: ["t1"], text: "Stop the timer of t1 “Task t1”?" });
  expect(question?.choices.map(({ answer, label }) => [answer, label])).toEqual([["once", "Stop Timer"], ["always", "Always"], ["never", "Never"]]);
  await timers.answer(project, { action: "stop", ids: ["t1"] }, "once");
  expect([[...editor.settings], actions]).toEqual([[], [{ kind: "stop", id: "t1" }]]);
  editor.settings.set("timer.stopWithStatus", "always");
  await set("done", ["t1"], { origin: page });
  expect(actions.length).toBe(2);
  expect(timers.question(project, setTo("done", ["t1"]), done)).toBeUndefined();
});

test("never asks about what timers cannot follow", async () => {
  editor.settings.set("timer.startWithStatus", "always").set("timer.stopWithStatus", "always");
  setUp(["t1"], { kind: "off", reason: { template: "Off", args: {} } });
  await set("in_progress", ["t2"]);
  setUp(["t1"]);
  await set("in_progress", ["t1"]);
  await set("in_progress", ["t2", "t4"]);
  await set("todo", ["t1"]);
  await set("done", ["t2"]);
  await set("done", ["t1"], { result: { ...done, changed: false } });
  expect(actions).toEqual([]);
  await set("done", ["t1", "t2"]);
  expect(actions).toEqual([{ kind: "stop", id: "t1" }]);
});
