// How a project deals with its engine, shell and watcher. The engine is a fake that keeps files and
// counts its calls.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Action, Answer, Capabilities, Command, Context, FeedResult, FileKnowledge, FileState, HandoverCheck, NewPackage, Outcome, RedactedPackage, TimerStatus, View } from "../../../webviews/contract/generated/protocol.ts";
import { fakeProjectView } from "../../../webviews/shared/testing/fakeTasks.ts";
import type { Engine, EngineModule } from "../../src/engine/engineModule.ts";
import { workspaceShell } from "../../src/shells/workspaceShell.ts";
import type { Ports } from "../../src/workspace/ports.ts";
import { Project } from "../../src/workspace/project.ts";
import { FakeFiles } from "./fakeFiles.ts";

const context: Context = { now: 0, timeZone: { offsetMinutes: 0, changes: [] }, actor: { kind: "human", name: "Ann" }, writer: "w", seed: 1 };
const rename: Command = { kind: "updateTasks", ids: ["a"], patch: { title: "b" } };
const done = {
  kind: "done",
  revision: 1,
  summary: { template: "Done", args: {} },
  created: [],
  warnings: [],
  changed: true,
} satisfies Outcome;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/**
 * Keeps the fed files, and forgets those that were not found at the places that were read; a command
 * writes the file `a` in one step.
 */
function makeWorld(override: Partial<Ports> = {}) {
  const files = new FakeFiles();
  const fed: FileState[][] = [];
  const asked: string[] = [];
  const settled: Answer[] = [];
  let isSettled = false;
  let traps = 0;
  let recheck: FeedResult["recheck"] = null;
  let recordAfterMs: FeedResult["recordAfterMs"] = null;
  let records = 0;
  let report: (path: string) => void = () => undefined;
  let content = new Map<string, string>();
  class FakeEngine implements Engine {
  static isProject = (): boolean => true;
    static isContent(path: string): boolean {
      return !path.startsWith(".");
    }
    static readonly isPackage = (): boolean => false;
    static readonly checkHandover = (): HandoverCheck => ({ kind: "settled" });
    static readonly parseUndoStep = (): null => null;
    static readonly logIndexPath = (): undefined => undefined;
    static readonly logIndexOffset = (): undefined => undefined;
    readonly content = new Map<string, string>();
    revision = 0;
    readonly fileKnowledge = (): FileKnowledge => ({ notes: [], memories: [] });
    readonly logsOfTask = (): string[] => [];
    readonly claimProcesses = (): never[] => [];
    readonly setEndedProcesses = (): boolean => false;
    readonly trackTime = (): TimerStatus => ({ lead: { kind: "own" }, timers: [], todaySeconds: 0 });
    constructor() {
      content = this.content;
    }
    feed(places: readonly string[], found: readonly FileState[]): FeedResult {
      if (traps > 0) {
        traps -= 1;
        throw new Error("unreachable");
      }
      const there = new Set(found.map(({ path }) => path));
      const isAt = (path: string): boolean => places.some((place) => place === "" || path === place || path.startsWith(`${place}/`));
      const vanished = [...this.content.keys()].filter((path) => isAt(path) && !there.has(path));
      const states = [...found, ...vanished.map((path): FileState => ({ kind: "gone", path }))];
      fed.push(states);
      let changed = false;
      for (const state of states) {
        const next = state.kind === "file" ? new TextDecoder().decode(state.bytes) : undefined;
        changed ||= this.content.get(state.path) !== next;
        if (next === undefined) this.content.delete(state.path);
        else this.content.set(state.path, next);
      }
      if (changed) this.revision += 1;
      const answer = { revision: this.revision, changed, recordAfterMs, recheck, news: { actors: [], more: 0 } };
      recheck = null;
      return answer;
    }
    view(): string {
      const text = { template: "Paused", args: {} };
      const paused = this.content.has("PAUSE") && { paused: { scope: "project" as const, reason: "", text } };
      const view = fakeProjectView([], { revision: this.revision, ...paused });
      return JSON.stringify({ kind: "project", view } satisfies View);
    }
    readonly feedIndexed = (): boolean => false;
    readonly logIndex = (): undefined => undefined;
    readonly taskPrompt = (): undefined => undefined;
    readonly beginTool = (): never => {
      throw new Error("no operation is run here");
    };
    readonly beginSessionPage = this.beginTool;
    readonly advance = this.beginTool;
    readonly sessionPackage = (): null => null;
    readonly redactPackage = (value: NewPackage): RedactedPackage => ({ package: value, secrets: 0, doubtful: 0 });
    plan(): ReturnType<Engine["plan"]> {
      throw new Error("a command is planned by its commit");
    }
    begin(command: Command, _context: Context, { editors }: Capabilities): Action {
      isSettled = false;
      if (command.kind === "recordObserved") {
        asked.push("record");
        records -= 1;
        if (records <= 0) recordAfterMs = null;
        return { kind: "end", outcome: done };
      }
      asked.push("begin");
      expect(editors).toBe(true);
      return { kind: "settleEditors", paths: ["a"] };
    }
    recover(): Action {
      asked.push("recover");
      return { kind: "end", outcome: { ...done, changed: false } };
    }
    answer(answer: Answer): Action {
      if (!isSettled) {
        isSettled = true;
        settled.push(answer);
        return { kind: "write", path: "a", bytes: bytes("by us") };
      }
      asked.push("answer");
      this.content.set("a", "by us");
      this.revision += 1;
      return { kind: "end", outcome: done };
    }
  }
  const ports: Ports = {
    loadEngine: () => Promise.resolve(FakeEngine satisfies EngineModule),
    shell: workspaceShell(files, (path) => path),
    messages: {
      translate: ({ template }) => template,
      result: (outcome) => (outcome.kind === "done" ? { ...outcome, summary: outcome.summary.template, warnings: [] } : { kind: "failed", message: outcome.kind }),
      readOnly: (reason) => ({ kind: "refused", code: "read-only", message: reason }),
      failure: (error) => (error instanceof Error ? error.name : "?"),
    },
    context: () => context,
    readOnly: () => null,
    watch: (changed) => {
      report = changed;
      return { dispose: () => undefined };
    },
    settleEditors: () => Promise.resolve([]),
    answer: () => Promise.resolve({ kind: "unavailable", reason: "" }),
    reportTrap: () => void asked.push("trap"),
    log: () => undefined,
    ...override,
  };
  const project = new Project("file:///p", "p", ports);
  let renders = 0;
  project.onDidChange(() => (renders += 1));
  const write = (path: string, text: string): void => void files.entries.set(path, { type: 1, bytes: bytes(text) });
  return {
    project,
    files,
    fed,
    asked,
    settled,
    write,
    outside: (path: string, text?: string) => {
      if (text === undefined) files.entries.delete(path);
      else write(path, text);
      report(path);
    },
    trapNext: (times = 1) => (traps = times),
    observe: (afterMs: number, times = 1) => ([recordAfterMs, records] = [afterMs, times]),
    recheckNext: (folders: string[]) => (recheck = { folders, afterMs: 20 }),
    renders: () => renders,
    content: () => Object.fromEntries(content),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Lets a burst of events pass and what follows from it come to rest. */
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(100);

describe("a project", () => {
  test("load reads all files once and fires one change", async () => {
    const world = makeWorld();
    world.write("a", "1");
    world.write(".lock", "not content");
    await Promise.all([world.project.load(), world.project.load()]);
    expect(world.content()).toEqual({ a: "1" });
    expect(world.fed.length).toBe(1);
    expect(world.asked).toEqual(["recover"]);
    expect(world.renders()).toBe(1);
  });

  test("rescans written and changed files after a delay", async () => {
    const world = makeWorld();
    await world.project.load();
    await world.project.execute(rename);
    world.write("a", "by another program");
    await vi.advanceTimersByTimeAsync(500);
    expect(world.content()).toEqual({ a: "by another program" });
    world.outside("b", "1");
    await settle();
    world.files.entries.delete("b");
    await vi.advanceTimersByTimeAsync(500);
    expect(world.content()).toEqual({ a: "by another program" });
    const reads = world.fed.length;
    await vi.advanceTimersByTimeAsync(5000);
    expect(world.fed.length).toBeLessThanOrEqual(reads + 1);
  });

  test("feeds a burst of file events once and fires one change", async () => {
    const world = makeWorld();
    world.write("gone", "x");
    await world.project.load();
    world.outside("a", "1");
    world.outside("b", "2");
    world.outside("a", "3");
    world.outside("gone");
    world.outside(".a.tmp.1", "noise");
    await settle();
    expect(world.content()).toEqual({ a: "3", b: "2" });
    expect(world.fed.length).toBe(2);
    expect(world.renders()).toBe(2);
  });

  test("feeds the deletion of a folder", async () => {
    const world = makeWorld();
    await world.files.createDirectory("t1");
    world.write("t1/a", "1");
    await world.project.load();
    world.files.entries.delete("t1/a");
    world.files.entries.delete("t1");
    world.outside("t1");
    await settle();
    expect(world.content()).toEqual({});
  });

  test("execute fires one change although the watcher reports the file as well", async () => {
    const world = makeWorld();
    await world.project.load();
    const before = world.renders();
    expect(await world.project.execute(rename)).toMatchObject({ kind: "done", changed: true });
    world.outside("a", "by us");
    await settle();
    expect(world.renders()).toBe(before + 1);
  });

  test("rescans the folders that the engine requests", async () => {
    const world = makeWorld();
    await world.project.load();
    world.recheckNext(["t1"]);
    world.outside("a", "1");
    await settle();
    expect(world.fed.at(-1)).toEqual([{ kind: "gone", path: "t1" }]);
  });

  test("records observed changes once per delay", async () => {
    const world = makeWorld();
    world.write("a", "1");
    await world.project.load();
    world.observe(4000);
    world.outside("a", "2");
    await vi.advanceTimersByTimeAsync(1000);
    world.outside("a", "3");
    await vi.advanceTimersByTimeAsync(2800);
    expect(world.asked).toEqual(["recover"]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(world.asked).toEqual(["recover", "record"]);
    world.observe(4000, 3);
    world.outside("a", "4");
    await vi.advanceTimersByTimeAsync(20_000);
    expect(world.asked).toEqual(["recover", "record", "record", "record", "record"]);
    const untrusted = makeWorld({ readOnly: () => "untrusted" });
    await untrusted.project.load();
    untrusted.observe(2000);
    untrusted.outside("a", "2");
    await vi.advanceTimersByTimeAsync(5000);
    expect(untrusted.asked).toEqual([]);
  });

  test("feeds all files again after a trap and reports it", async () => {
    const world = makeWorld();
    world.write("a", "1");
    await world.project.load();
    world.trapNext();
    world.outside("b", "2");
    await settle();
    expect(world.asked).toContain("trap");
    expect(world.content()).toEqual({ a: "1", b: "2" });
  });

  test("execute refuses commands in a read-only workspace", async () => {
    const world = makeWorld({ readOnly: () => "untrusted" });
    world.write("a", "1");
    expect(await world.project.execute(rename)).toEqual({ kind: "refused", code: "read-only", message: "untrusted" });
    expect(world.asked).toEqual([]);
  });

  test("does at the end of a pause what had to wait for it", async () => {
    const world = makeWorld();
    world.write("PAUSE", "");
    await world.project.load();
    const before = [...world.asked];
    world.outside("a", "1");
    await settle();
    expect(world.asked).toEqual(before);
    world.observe(2000);
    world.outside("PAUSE");
    await vi.advanceTimersByTimeAsync(2500);
    expect(world.asked).toEqual([...before, "recover", "record"]);
  });

  test.each<[string, string[] | null, Answer]>([
    ["none is unsaved", [], { kind: "ok" }],
    ["the user keeps one unsaved", null, { kind: "declined" }],
    ["one was saved", ["a"], { kind: "saved", files: [{ kind: "file", path: "a", bytes: bytes("saved") }] }],
  ])("execute tells the engine about editors if %s", async (_, saved, answer) => {
    const asked: (readonly string[])[] = [];
    const world = makeWorld({
      settleEditors: (paths) => {
        asked.push(paths);
        return Promise.resolve(saved);
      },
    });
    world.write("a", "saved");
    expect(await world.project.execute(rename)).toMatchObject({ kind: "done" });
    expect(asked).toEqual([["a"]]);
    expect(world.settled).toEqual([answer]);
  });

  test("rescans the files of a commit after its end, however long the user took to save an editor", async () => {
    const world = makeWorld({
      settleEditors: async () => {
        await new Promise((resolve) => setTimeout(resolve, 5000));
        return [];
      },
    });
    await world.project.load();
    const running = world.project.execute(rename);
    await vi.advanceTimersByTimeAsync(5000);
    await running;
    await settle();
    world.write("a", "by another program");
    await vi.advanceTimersByTimeAsync(500);
    expect(world.content()).toEqual({ a: "by another program" });
  });

  test("feeds wait for a running commit", async () => {
    const order: string[] = [];
    const world = makeWorld({
      settleEditors: async () => {
        order.push("commit begins");
        await new Promise((resolve) => setTimeout(resolve, 500));
        order.push("commit goes on");
        return [];
      },
    });
    world.write("a", "1");
    await world.project.load();
    const running = world.project.execute(rename);
    await settle();
    world.outside("b", "2");
    await settle();
    expect(world.fed.length).toBe(1);
    await vi.advanceTimersByTimeAsync(1000);
    await running;
    expect(order).toEqual(["commit begins", "commit goes on"]);
    expect(world.content()).toMatchObject({ b: "2" });
  });

  test("execute can be cancelled before it starts", async () => {
    const world = makeWorld();
    await world.project.load();
    expect(await world.project.execute(rename, undefined, AbortSignal.abort())).toMatchObject({ kind: "failed" });
    expect(world.asked).toEqual(["recover"]);
  });

  test("load reports a failure and can be retried", async () => {
    let broken = true;
    const world = makeWorld({
      readOnly: () => {
        if (broken) throw new Error("no answer");
        return null;
      },
    });
    await expect(world.project.load()).rejects.toThrow("no answer");
    expect(world.project.state).toBe("failed");
    broken = false;
    await world.project.load();
    expect(world.project.state).toBe("ready");
  });

  test("fails after repeated traps until refresh", async () => {
    const world = makeWorld();
    world.write("a", "1");
    await world.project.load();
    world.trapNext(Infinity);
    world.outside("b", "2");
    await settle();
    expect(world.project.state).toBe("failed");
    world.trapNext(0);
    await world.project.refresh();
    expect(world.project.state).toBe("ready");
    expect(world.content()).toEqual({ a: "1", b: "2" });
  });
});
