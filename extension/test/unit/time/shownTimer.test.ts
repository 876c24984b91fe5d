// The texts of the status bar about a timer.
import { describe, expect, test, vi } from "vitest";
import type { TimerLead, TimerView } from "../../../../webviews/contract/generated/protocol.ts";
import { durationText } from "../../../src/time/durations.ts";
import { isInFirstMinute, isOverEstimate, leadLines, statusLines, statusText, type ShownTimer } from "../../../src/time/shownTimer.ts";

vi.mock("vscode", async () => ({ ...(await import("../fakeVscode.ts")) }));

const timer: TimerView = { id: "t1", title: "Crane", running: true, idle: false, elapsedMs: 600_000, todaySeconds: 4500, actualHours: 1.5, estimateHours: 2 };

function shown(change: Partial<TimerView> = {}, age = 0): ShownTimer {
  const view = { ...timer, ...change };
  const status = { lead: { kind: "own" } as TimerLead, timers: [view], todaySeconds: 5400 };
  return { timer: view, status, age };
}

describe("the item", () => {
  test("has the time of today on the task, and an icon for its state", () => {
    const agent = { kind: "agent", name: "codex" } as const;
    expect([
      statusText(shown(), false),
      statusText(shown({}, 60), false),
      statusText(shown({ running: false }, 60), false),
      statusText(shown({ agent }), false),
      statusText(shown(), true),
      statusText(shown({ title: "" }), false),
      statusText(shown({ title: "👷".repeat(40) }), false),
    ]).toEqual([
      "$(watch) 1:15 Crane",
      "$(watch) 1:16 Crane",
      "$(debug-pause) 1:15 Crane",
      "$(hubot) 1:15 Crane",
      "$(coffee) 1:15 Crane",
      "$(watch) 1:15 t1",
      `$(watch) 1:15 ${"👷".repeat(31)}…`,
    ]);
  });

  test("has seconds in the first minute, while the timer runs", () => {
    const begun = (age: number, running = true): ShownTimer => shown({ todaySeconds: 0, running }, age);
    expect([statusText(begun(7), false), statusText(begun(60), false)]).toEqual(["$(watch) 7s Crane", "$(watch) 0:01 Crane"]);
    expect([begun(0), begun(59), begun(60), begun(7, false)].map(isInFirstMinute)).toEqual([true, true, false, false]);
  });

  test("is marked once the estimate is passed, counting what runs", () => {
    const table: [ShownTimer, boolean][] = [
      [shown(), false],
      [shown({}, 20 * 60), false],
      [shown({}, 20 * 60 + 1), true],
      [shown({ running: false }, 3600), false],
      [shown({ actualHours: 2 }), true],
      [shown({ estimateHours: 0 }), false],
    ];
    expect(table.map(([one]) => isOverEstimate(one))).toEqual(table.map(([, is]) => is));
    const { estimateHours, ...unestimated } = timer;
    expect(estimateHours !== undefined && isOverEstimate({ ...shown(), timer: unestimated })).toBe(false);
  });

  test("counts all timers of the person today that run together, and none of an agent", () => {
    const running = (agent?: TimerView["agent"]): TimerView => ({ ...timer, ...(agent !== undefined && { agent }) });
    const agent = { kind: "agent", name: "codex" } as const;
    const table: [TimerView[], string][] = [
      [[running(), running()], "1 h 32 min"],
      [[running(), { ...timer, running: false }], "1 h 31 min"],
      [[running(agent)], "1 h 30 min"],
      [[running(agent), running(agent)], "1 h 30 min"],
    ];
    for (const [timers, total] of table) {
      const [first = timer] = timers;
      const one = shown({}, 60);
      const lines = statusLines({ ...one, timer: first, status: { ...one.status, timers } }, 0, false);
      expect(lines).toContain(`Today in total: ${total}`);
    }
  });

  test("shows all known facts in its tooltip", () => {
    expect(statusLines(shown({ actualHours: 2 }, 60), 2, true)).toEqual([
      "t1 Crane",
      "The timer is running.",
      "Today on this task: 1 h 16 min",
      "Today in total: 1 h 31 min",
      "Worked on it: 2.2 h of the estimated 2 h",
      "The estimate is exceeded.",
      "Time for a break.",
      "Other timers: 2",
    ]);
    expect(statusLines({ ...shown(), project: "Harbor" }, 0, false).slice(0, 2)).toEqual(["t1 Crane", "Project: Harbor"]);
    expect(leadLines({ kind: "off", reason: { template: "Timers are off.", args: {} } })).toEqual(["Timers are off."]);
  });
});

test("durations in sentences have hours and minutes", () => {
  expect([0, 59, 60, 3600, 5100].map((seconds) => durationText(seconds))).toEqual(["0 min", "0 min", "1 min", "1 h", "1 h 25 min"]);
});
