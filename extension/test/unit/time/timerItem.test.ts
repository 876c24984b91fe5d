// The status bar item: its offers, its warnings, and when it suggests a break.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TimerStatus, TimerView } from "../../../../webviews/contract/generated/protocol.ts";
import { fakeCard } from "../../../../webviews/shared/testing/fakeCard.ts";
import { Emitter } from "../../../src/support/emitter.ts";
import type { CurrentTask } from "../../../src/start/currentTask.ts";
import { TimerItem } from "../../../src/time/timerItem.ts";
import type { TimeTracker } from "../../../src/time/timeTracker.ts";
import type { Project } from "../../../src/workspace/project.ts";

interface BarItem {
  text: string;
  tooltip: string;
  backgroundColor: { id: string } | undefined;
  isShown: boolean;
  command: string | undefined;
  accessibilityInformation: unknown;
}

const bar = vi.hoisted(() => ({
  item: { text: "", tooltip: "", isShown: false } as BarItem,
  focusMinutes: 0,
  contexts: new Map<string, unknown>(),
}));

vi.mock("vscode", async () => ({
  ...(await import("../fakeVscode.ts")),
  StatusBarAlignment: { Left: 1 },
  window: {
    createStatusBarItem: () =>
      Object.assign(bar.item, {
        show: () => (bar.item.isShown = true),
        hide: () => (bar.item.isShown = false),
        dispose: () => undefined,
      }),
  },
  workspace: { getConfiguration: () => ({ get: () => bar.focusMinutes }) },
  commands: { executeCommand: (_: string, key: string, value: unknown) => Promise.resolve(void bar.contexts.set(key, value)) },
}));

const project = {
  state: "ready",
  readOnly: null as string | null,
  get summary(): { initialized: boolean } {
    if (this.state !== "ready") throw new Error("The project is not loaded.");
    return { initialized: true };
  },
};
const timer: TimerView = { id: "t1", title: "Crane", running: true, idle: false, elapsedMs: 0, todaySeconds: 3600, actualHours: 1, estimateHours: 2 };

let item: TimerItem;
let status: TimerStatus | undefined;
let now = 0;
let currentTask: CurrentTask | undefined;
let changed: Emitter<Project>;

/** Measures the timers, some minutes later. */
function measure(timers: Partial<TimerView>[], minutes = 0): void {
  now += minutes * 60_000;
  status = { lead: { kind: "own" }, todaySeconds: 0, timers: timers.map((change) => ({ ...timer, ...change })) };
  changed.fire(project as unknown as Project);
}

beforeEach(() => {
  bar.focusMinutes = 0;
  project.readOnly = null;
  project.state = "ready";
  status = undefined;
  currentTask = undefined;
  changed = new Emitter();
  const tracker = { onDidChange: changed.event, status: () => status, age: () => 0 } as unknown as TimeTracker;
  item = new TimerItem(tracker, { all: [project as unknown as Project], onDidChange: new Emitter<Project | undefined>().event }, () => currentTask, () => now);
});

afterEach(() => item.dispose());

test("without a timer it offers to start one, and it is hidden where timers are off", () => {
  measure([]);
  expect([bar.item.isShown, bar.item.text, bar.item.tooltip]).toEqual([true, "$(watch)", "Start a timer"]);
  status = { lead: { kind: "off", reason: { template: "Off", args: {} } }, timers: [], todaySeconds: 0 };
  changed.fire(project as unknown as Project);
  expect(bar.item.isShown).toBe(false);
});

test("without a timer it shows the current task, or the number of items that need the user", () => {
  const card = fakeCard("t7", "Paint the crane", "in_progress");
  currentTask = { project: project as unknown as Project, task: card, needs: { agents: 0, review: 2, blocked: 0, items: 0, decisions: 1, problems: 0 } };
  measure([]);
  expect([bar.item.text, bar.item.tooltip]).toEqual(["$(color-mode) Paint the crane", "You work on t7 Paint the crane\nStart a timer"]);
  currentTask = { ...currentTask, task: undefined };
  measure([]);
  expect([bar.item.text, bar.item.tooltip]).toEqual(["$(bell) 3", "Needs you: 2 to review, 1 to verify\nStart a timer"]);
  measure([{}]);
  expect(bar.item.text).toBe("$(watch) 1:00 Crane");
});

test("in a workspace that is not trusted it says that timers are off, and why", () => {
  project.readOnly = "untrusted";
  changed.fire(project as unknown as Project);
  expect([bar.item.isShown, bar.item.text, bar.item.command]).toEqual([true, "$(watch) Off", "workbench.trust.manage"]);
  expect(bar.item.tooltip).toBe("Timers are off because this workspace is not trusted: nothing may be written.");
  expect(bar.item.accessibilityInformation).toEqual({ label: bar.item.tooltip, role: "button" });
  project.readOnly = "readOnlyFileSystem";
  changed.fire(project as unknown as Project);
  expect([bar.item.tooltip, bar.item.command]).toEqual(["Timers are off because the files of this project cannot be written.", undefined]);
  project.readOnly = null;
  measure([]);
  expect([bar.item.text, bar.item.command]).toEqual(["$(watch)", "handoff.timerActions"]);
});

test("it shows a running timer before a paused one, and sets the context keys of menus", () => {
  measure([{ id: "t2", title: "Quay", running: false }, {}]);
  expect(bar.item.text).toBe("$(watch) 1:00 Crane");
  expect([bar.contexts.get("handoff.hasTimer"), bar.contexts.get("handoff.timerRuns")]).toEqual([true, true]);
  measure([{ running: false }]);
  expect([bar.item.text, bar.contexts.get("handoff.timerRuns")]).toEqual(["$(debug-pause) 1:00 Crane", false]);
});

test("it is marked once the estimate is passed", () => {
  measure([{}]);
  expect(bar.item.backgroundColor).toBeUndefined();
  measure([{ actualHours: 2.1 }]);
  expect(bar.item.backgroundColor?.id).toBe("statusBarItem.warningBackground");
  expect(bar.item.tooltip).toContain("The estimate is exceeded.");
});

test("it suggests a break after the configured minutes of the person's work, and again after the break", () => {
  bar.focusMinutes = 25;
  const agent = { kind: "agent", name: "codex" } as const;
  const icon = (timers: Partial<TimerView>[], minutes: number): string => {
    measure(timers, minutes);
    return /\$\((.*?)\)/u.exec(bar.item.text)?.[1] ?? "";
  };
  expect([icon([{}], 0), icon([{}], 24), icon([{}], 1), icon([{ running: false }], 1), icon([{}], 5), icon([{}], 24)]).toEqual(["watch", "watch", "coffee", "debug-pause", "watch", "watch"]);
  expect(icon([{ agent }], 5), "an agent needs no break").toBe("hubot");
  expect(icon([{}], 24)).toBe("watch");
});

test("a project that is being loaded is not asked", () => {
  project.state = "loading";
  project.readOnly = "untrusted";
  expect(() => measure([])).not.toThrow();
});
