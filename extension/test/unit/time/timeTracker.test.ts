// The window's half of the tracker, with the real engine and a clock of its own.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { TimeAway, TimeEntry } from "../../../../webviews/contract/generated/protocol.ts";
import { workspaceShell } from "../../../src/shells/workspaceShell.ts";
import { Emitter } from "../../../src/support/emitter.ts";
import { TimeTracker } from "../../../src/time/timeTracker.ts";
import { Project } from "../../../src/workspace/project.ts";
import { FakeFiles } from "../fakeFiles.ts";
import { createTask, run, testPorts } from "../memoryProject.ts";

const state = vi.hoisted(() => ({ focused: true, active: true }));
vi.mock("vscode", async () => ({ ...(await import("../fakeVscode.ts")), window: { state } }));

const MORNING = Date.parse("2026-11-24T08:00:00Z");
const MINUTE_MS = 60_000;

/** A window with one project. */
class TestWindow {
  readonly #projects: Project[] = [];
  readonly project: Project;
  readonly tracker: TimeTracker;
  readonly returned: TimeAway[] = [];
  readonly changed = new Emitter<Project | undefined>();
  readonly noted = new Emitter<void>();
  readonly onDidNote = this.noted.event;
  lastAt = 0;
  elapsed = 0;
  readOnly: "untrusted" | null = null;

  constructor(files: FakeFiles, name: string) {
    const ports = testPorts(workspaceShell(files, (path) => path), name, () => MORNING + this.elapsed);
    this.project = new Project(`mem:/${name}`, name, { ...ports, readOnly: () => this.readOnly });
    this.#projects.push(this.project);
    const host = { monotonic: () => this.elapsed, isShared: () => true, several: () => false };
    this.tracker = new TimeTracker({ all: this.#projects, onDidChange: this.changed.event }, this, host);
    this.tracker.onDidReturn(({ away }) => void this.returned.push(away));
  }

  /** Shows another project in this window too. */
  join(project: Project): void {
    this.#projects.push(project);
  }

  /** Lets time pass in steps of a tick. */
  async pass(ms: number, isActive: boolean): Promise<void> {
    for (let passed = 0; passed < ms; passed += 10_000) {
      this.elapsed += 10_000;
      if (isActive) this.touch();
      await vi.advanceTimersByTimeAsync(10_000);
    }
  }

  touch(): void {
    this.lastAt = this.elapsed;
    this.noted.fire();
  }

  entries(): TimeEntry[] {
    const day = Math.floor(MORNING / 86_400_000);
    return this.project.view({ kind: "time", selection: { from: day, to: day } }).entries.map(({ entry }) => entry);
  }

  timers(): [string, boolean][] {
    return (this.tracker.status(this.project)?.timers ?? []).map(({ id, running }) => [id, running]);
  }
}

let files: FakeFiles;
let first: TestWindow;
const open: TestWindow[] = [];

async function openWindow(name: string): Promise<TestWindow> {
  const opened = new TestWindow(files, name);
  open.push(opened);
  await opened.project.load();
  return opened;
}

beforeEach(async () => {
  state.focused = true;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  files = new FakeFiles();
  first = await openWindow("first");
  await run(first.project, { kind: "initProject", name: "Pier", layout: "json" });
  await createTask(first.project, "Crane");
  await createTask(first.project, "Quay");
});

afterEach(() => {
  for (const { tracker, project } of open.splice(0)) {
    tracker.dispose();
    project.dispose();
  }
  vi.useRealTimers();
});

describe("a timer", () => {
  test("writes one entry for each stretch, and the hours of the task", async () => {
    await first.tracker.act(first.project, { kind: "start", id: "t1", alone: true });
    await first.pass(5 * MINUTE_MS, true);
    await first.tracker.act(first.project, { kind: "start", id: "t2", alone: true });
    await first.pass(2 * MINUTE_MS, true);
    expect(first.timers()).toEqual([["t2", true]]);
    expect(first.tracker.status(first.project)?.todaySeconds).toBe(420);
    await first.tracker.act(first.project, { kind: "stop", id: "t2" });
    expect(first.entries().map(({ task, seconds, source }) => [task, seconds, source])).toEqual([
      ["t2", 120, "editor"],
      ["t1", 300, "editor"],
    ]);
    expect(first.project.view({ kind: "task", id: "t1" })?.schedule.actualHours).toBeCloseTo(300 / 3600);
  });

  test("is paused when the person is away, and asks once about that time", async () => {
    await first.tracker.act(first.project, { kind: "start", id: "t1", alone: true });
    await first.pass(3 * MINUTE_MS, true);
    await first.pass(15 * MINUTE_MS, false);
    expect(first.timers()).toEqual([["t1", false]]);
    expect(first.entries().map(({ seconds }) => seconds)).toEqual([180]);
    first.elapsed += 5000;
    first.touch();
    await vi.advanceTimersByTimeAsync(0);
    expect(first.timers()).toEqual([["t1", true]]);
    expect(first.returned).toHaveLength(1);
    expect(first.returned[0]).toMatchObject({ tasks: ["t1"], resumed: true });
    expect(Date.parse(first.returned[0]?.to ?? "") - Date.parse(first.returned[0]?.from ?? "")).toBe(15 * MINUTE_MS + 5000);
  });

  test("is counted while writing is paused, and written when the pause ends", async () => {
    await first.tracker.act(first.project, { kind: "start", id: "t1", alone: true });
    await first.pass(MINUTE_MS, true);
    await run(first.project, { kind: "pauseWriting", reason: "" });
    const refused = await first.tracker.act(first.project, { kind: "stop", id: "t1" });
    expect(refused).toMatchObject({ kind: "failed" });
    expect([first.timers(), first.entries()]).toEqual([[], []]);
    await run(first.project, { kind: "resumeWriting" });
    await first.pass(10_000, true);
    expect(first.entries().map(({ seconds }) => seconds)).toEqual([60]);
  });

  test("is paused and released when the window closes, so that the next one goes on", async () => {
    await first.tracker.act(first.project, { kind: "start", id: "t1", alone: true });
    await first.pass(MINUTE_MS, true);
    await first.tracker.close();
    expect(first.entries().map(({ seconds }) => seconds)).toEqual([60]);
    const second = await openWindow("second");
    second.elapsed = first.elapsed;
    await second.pass(20_000, true);
    expect(second.tracker.status(second.project)?.lead).toEqual({ kind: "own" });
    expect(second.timers()).toEqual([["t1", true]]);
  });
});

describe("the authority of a window", () => {
  const authority = async (): Promise<Record<string, unknown>> => JSON.parse(new TextDecoder().decode(await files.readFile("timer/authority.json"))) as Record<string, unknown>;

  test("is released when it closes, even without a timer, so that no server waits for it", async () => {
    await first.tracker.act(first.project, { kind: "start", id: "t1", alone: true });
    await first.tracker.act(first.project, { kind: "stop", id: "t1" });
    await first.pass(20_000, true);
    const before = Date.parse(String((await authority())["heartbeat_at"]));
    expect(MORNING + first.elapsed - before, "it is alive").toBeLessThan(30_000);
    await first.tracker.close();
    const after = Date.parse(String((await authority())["heartbeat_at"]));
    expect(MORNING + first.elapsed - after, "it is gone").toBeGreaterThan(30_000);
  });

  test("is renewed as often as the configured lifetime needs", async () => {
    const config = new TextDecoder().decode(await files.readFile("config.toml"));
    const changed = config.replace(/timer_authority_ttl_secs = \d+/u, "timer_authority_ttl_secs = 6");
    await files.writeFile("config.toml", new TextEncoder().encode(changed));
    await first.project.refresh();
    await first.tracker.act(first.project, { kind: "start", id: "t1", alone: true });
    for (let second = 0; second < 30; second += 1) {
      first.elapsed += 1000;
      await vi.advanceTimersByTimeAsync(1000);
      const heartbeat = Date.parse(String((await authority())["heartbeat_at"]));
      expect(MORNING + first.elapsed - heartbeat).toBeLessThanOrEqual(3000);
    }
  });

  test("is not claimed where no timer was used", async () => {
    await first.pass(20_000, true);
    await first.tracker.close();
    expect(files.entries.has("timer")).toBe(false);
  });
});

describe("with several projects", () => {
  let other: TestWindow;

  beforeEach(async () => {
    const known = files;
    files = new FakeFiles();
    other = await openWindow("other");
    files = known;
    await run(other.project, { kind: "initProject", name: "Dock", layout: "json" });
    await createTask(other.project, "Lock");
    first.join(other.project);
    await first.pass(10_000, true);
  });

  test("a timer that runs alone stops those of the other projects of the window", async () => {
    await first.tracker.act(first.project, { kind: "start", id: "t1", alone: true });
    await first.pass(MINUTE_MS, true);
    other.elapsed = first.elapsed;
    await first.tracker.act(other.project, { kind: "start", id: "t1", alone: true });
    expect([first.timers(), first.tracker.status(other.project)?.timers.map(({ id }) => id)]).toEqual([[], ["t1"]]);
    expect(first.entries().map(({ seconds }) => seconds)).toEqual([60]);
  });

  test("a start is not carried out if the timer of another project cannot be stopped", async () => {
    await first.tracker.act(first.project, { kind: "start", id: "t1", alone: true });
    const failure = { kind: "failed", message: "The disk is full." } as const;
    const execute = vi.spyOn(first.project, "execute").mockResolvedValue(failure);
    expect(await first.tracker.act(other.project, { kind: "start", id: "t1", alone: true })).toEqual(failure);
    execute.mockRestore();
    expect(first.tracker.status(other.project)?.timers).toEqual([]);
  });

  test("several timers run in several projects if that is wanted", async () => {
    await first.tracker.act(first.project, { kind: "start", id: "t1", alone: true });
    await first.tracker.act(other.project, { kind: "start", id: "t1", alone: false });
    expect(first.timers()).toEqual([["t1", true]]);
  });

  test("a start that cannot be carried out stops nothing", async () => {
    await first.tracker.act(first.project, { kind: "start", id: "t1", alone: true });
    other.readOnly = "untrusted";
    await first.pass(10_000, true);
    await first.tracker.act(other.project, { kind: "start", id: "t1", alone: true });
    expect(first.timers()).toEqual([["t1", true]]);
  });
});

test("another window shows the timers without counting them, until the person is there", async () => {
  await first.tracker.act(first.project, { kind: "start", id: "t1", alone: true });
  state.focused = false;
  const second = await openWindow("second");
  await second.pass(10_000, false);
  expect(second.tracker.status(second.project)?.lead).toEqual({ kind: "otherWindow" });
  expect(second.timers()).toEqual([["t1", true]]);
  state.focused = true;
  second.touch();
  await vi.advanceTimersByTimeAsync(0);
  expect(second.tracker.status(second.project)?.lead).toEqual({ kind: "own" });
});

test("a timer that a silent server has left counts until the last sign of its agent, which the log has", async () => {
  const at = (minutes: number): string => new Date(MORNING + minutes * MINUTE_MS).toISOString();
  const write = async (path: string, text: string): Promise<void> => {
    await files.createDirectory(path.slice(0, path.lastIndexOf("/")));
    await files.writeFile(path, new TextEncoder().encode(text));
  };
  const agent = { kind: "agent", name: "codex" };
  const timer = { state: "tracking", elapsed_ms: 0, started_at: at(0), paused_by_idle: false, base_hours: 0 };
  await write("timer/state.json", JSON.stringify({ version: 1, owner: "mcp", updated_at: at(0), timers: { t1: timer } }));
  await write("timer/authority.json", JSON.stringify({ version: 1, owner: "mcp", owner_instance: "77", heartbeat_at: at(0), ttl_secs: 30, updated_at: at(0) }));
  const event = { id: "codex-1", at: at(8), actor: agent, task: "t2", change: { kind: "field", field: "title", from: "Quay", to: "Quays" } };
  await write("activity/2026-11/codex.jsonl", `${JSON.stringify(event)}\n`);
  const second = await openWindow("second");
  second.elapsed = 60 * MINUTE_MS;
  await second.pass(20_000, false);
  const [entry] = second.entries();
  expect([entry?.task, entry?.seconds, entry?.source, entry?.actor.name]).toEqual(["t1", 480, "agent", "codex"]);
});

test("nothing is tracked in a workspace that is not trusted", async () => {
  first.readOnly = "untrusted";
  await first.pass(10_000, true);
  expect(first.tracker.status(first.project)).toBeUndefined();
  expect(await first.tracker.act(first.project, { kind: "start", id: "t1", alone: true })).toBeUndefined();
});
