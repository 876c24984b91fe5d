// Marks of running timers on a page: sent when a timer starts or ends, not with each measurement.
import { beforeEach, expect, test } from "vitest";
import type { TimerStatus, TimerView } from "../../../../webviews/contract/generated/protocol.ts";
import type { TimerMark } from "../../../../webviews/contract/common.ts";
import { Emitter } from "../../../src/support/emitter.ts";
import { actOnPageTimer, followMarks, type TimerMarks, type TimerPort } from "../../../src/time/pageTimers.ts";
import type { Project } from "../../../src/workspace/project.ts";

const timer: TimerView = { id: "t1", title: "Crane", running: true, idle: false, elapsedMs: 60_000, todaySeconds: 60, actualHours: 0 };
const codex = { kind: "agent", name: "codex" } as const;

const panel = { visible: true };
const clock = { now: 0, age: 0 };
const project = { context: clock } as unknown as Project;
let status: TimerStatus | undefined;
let changed: Emitter<Project>;
let sent: TimerMark[][];
let acted: unknown[];
let marks: TimerMarks;
let timers: TimerPort;

/** Measures these timers at a time. */
function measure(now: number, ...views: Partial<TimerView>[]): void {
  clock.now = now;
  status = { lead: { kind: "own" }, todaySeconds: 0, timers: views.map((view) => ({ ...timer, ...view })) };
  changed.fire(project);
}

beforeEach(() => {
  Object.assign(clock, { now: 100_000, age: 0 });
  [status, sent, acted, panel.visible] = [undefined, [], [], true];
  changed = new Emitter();
  timers = { status: () => status, age: () => clock.age, onDidChange: changed.event, act: (_, action) => Promise.resolve(acted.push(action)) };
  marks = followMarks(panel, project, { timers }, (next) => sent.push(next));
});

test("each running timer has a mark with the start of its time, however old the measurement is", () => {
  expect(marks.read()).toEqual([]);
  measure(100_000, {}, { id: "t2", running: false }, { id: "t3", elapsedMs: 0, agent: codex });
  expect(sent).toEqual([
    [
      { id: "t1", since: 40_000 },
      { id: "t3", since: 100_000, agent: codex },
    ],
  ]);
  Object.assign(clock, { now: 105_000, age: 5000 });
  expect(marks.read()[0]).toEqual({ id: "t1", since: 40_000 });
});

test("the page gets them when a timer starts, ends or changes hands, and not with each measurement", () => {
  measure(100_000, {});
  measure(110_000, { elapsedMs: 70_300 });
  measure(120_000, { elapsedMs: 79_800 });
  expect(sent.length).toBe(1);
  measure(130_000, { elapsedMs: 0 });
  measure(140_000, { elapsedMs: 10_000, agent: codex });
  measure(150_000, { running: false });
  expect(sent.map((list) => list.length)).toEqual([1, 1, 1, 0]);
  changed.fire({} as Project);
  expect(sent.length).toBe(4);
});

test("a hidden page gets nothing, and a page that is shown again asks", () => {
  panel.visible = false;
  measure(100_000, {});
  expect(sent).toEqual([]);
  panel.visible = true;
  expect(marks.read().length).toBe(1);
  measure(110_000, { elapsedMs: 70_000 });
  expect(sent).toEqual([]);
});

test("a page can start, pause and stop timers, and nothing else", async () => {
  for (const kind of ["start", "pause", "stop"]) await actOnPageTimer({ timers }, project, { kind, id: "t1" });
  expect(acted).toEqual([
    { kind: "start", id: "t1", alone: false },
    { kind: "pause", id: "t1" },
    { kind: "stop", id: "t1" },
  ]);
  for (const body of [{ kind: "close" }, { kind: "stop" }, null]) await expect(actOnPageTimer({ timers }, project, body)).rejects.toThrow(TypeError);
});
