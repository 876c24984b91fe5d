import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Context, Query } from "../../../webviews/contract/generated/protocol.ts";
import type { Engine } from "../../src/engine/engineModule.ts";
import { BadArgument, EngineTrap, SupervisedEngine } from "../../src/engine/supervisedEngine.ts";
import { ChangeBuffer, topmostPaths } from "../../src/support/pathSet.ts";
import { Throttle } from "../../src/support/throttle.ts";
import { Queue } from "../../src/workspace/commitQueue.ts";
import { translateText } from "../../src/support/vocabulary.ts";
import { loadEngine } from "./memoryProject.ts";

vi.mock("vscode", () => import("./fakeVscode.ts"));

describe("a change buffer", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("flushes a burst once, without duplicates and nested paths", () => {
    const flushed: string[][] = [];
    const buffer = new ChangeBuffer((paths) => flushed.push(paths), 50);
    for (const path of ["a/b", "a", "c", "c"]) buffer.add(path);
    vi.advanceTimersByTime(49);
    expect(flushed).toEqual([]);
    buffer.add("d");
    vi.advanceTimersByTime(1);
    expect(flushed).toEqual([["a", "c", "d"]]);
  });

  test("flushes nothing after dispose", () => {
    const flushed: string[][] = [];
    const buffer = new ChangeBuffer((paths) => flushed.push(paths), 50);
    buffer.add("a");
    buffer.dispose();
    vi.advanceTimersByTime(100);
    expect(flushed).toEqual([]);
  });
});

describe("a throttle", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("runs at once, and once more after the pause", () => {
    const work = vi.fn<() => boolean>(() => true);
    const pace = new Throttle(work, 100);
    const timesAfter = (ms: number): number => {
      vi.advanceTimersByTime(ms);
      return work.mock.calls.length;
    };
    pace.request();
    expect(timesAfter(0)).toBe(1);
    for (let time = 0; time < 3; time += 1) pace.request();
    expect([timesAfter(99), timesAfter(1), timesAfter(1000)]).toEqual([1, 2, 2]);
    pace.request();
    pace.request();
    pace.flush();
    pace.flush();
    expect([timesAfter(0), timesAfter(1000)]).toEqual([4, 4]);
    pace.request();
    pace.request();
    pace.dispose();
    expect(timesAfter(1000)).toBe(5);
  });

  test("does not pause if there was nothing to do", () => {
    const work = vi.fn<() => boolean>(() => false);
    const pace = new Throttle(work, 100);
    pace.request();
    pace.request();
    expect(work).toHaveBeenCalledTimes(2);
  });
});

test.each([
  [["a", "ab", "a/b"], ["a", "ab"]],
  [["", "a", "b/c"], [""]],
  [["a/b/c", "a/b"], ["a/b"]],
  [[], []],
])("topmostPaths reduces %j to %j", (paths, top) => {
  expect(topmostPaths(paths)).toEqual(top);
});

test("topmostPaths drops nested paths of short and long lists", () => {
  const others = Array.from({ length: 20 }, (_, number) => `other/${number}`);
  expect(topmostPaths([...others, "a/b/c", "a", "ab", "a/b"])).toEqual([...others, "a", "ab"]);
  expect(topmostPaths([...others, "", "a"])).toEqual([""]);
});

test("a queue runs tasks in order, also after a failure", async () => {
  const queue = new Queue();
  const order: string[] = [];
  const first = queue.run(async () => {
    order.push("first begins");
    await Promise.resolve();
    order.push("first ends");
    throw new Error("broken");
  });
  const second = queue.run(() => order.push("second"));
  await expect(first).rejects.toThrow("broken");
  await second;
  expect(order).toEqual(["first begins", "first ends", "second"]);
});

describe("a supervised engine", () => {
  const itself = (engine: Engine): Engine => engine;

  test("is replaced after a trap, and reports it", async () => {
    const causes: unknown[] = [];
    const supervised = new SupervisedEngine(await loadEngine(), (cause) => causes.push(cause));
    const first = supervised.call(itself);
    const trap = new Error("unreachable");
    expect(() =>
      supervised.call(() => {
        throw trap;
      }),
    ).toThrow(EngineTrap);
    expect(causes).toEqual([trap]);
    expect(supervised.call(itself)).not.toBe(first);
  });

  test("is kept if it could not read an argument", async () => {
    const supervised = new SupervisedEngine(await loadEngine(), () => expect.unreachable());
    const first = supervised.call(itself);
    const query = JSON.parse('{ "kind": "evil" }') as Query;
    const context: Context = { now: 0, timeZone: { offsetMinutes: 0, changes: [] }, actor: { kind: "human", name: "Ann" }, writer: "w", seed: 1 };
    expect(() => supervised.call((engine) => engine.view(query, context))).toThrow(BadArgument);
    expect(supervised.call(itself)).toBe(first);
  });
});

test("translateText replaces a status by its name", () => {
  expect(translateText({ template: "Set {id} to {status}", args: { id: "t1", status: { status: "in_progress" } } })).toBe("Set t1 to In progress");
});

describe("translateText writes days as the editor's language does", () => {
  beforeEach(() => void vi.useFakeTimers({ now: Date.parse("2026-11-21T12:00:00Z") }));
  afterEach(() => void vi.useRealTimers());

  test.each([
    ["2026-11-27", "2026-11-27", "Nov 27"],
    ["2026-11-27", "2026-11-29", "Nov 27 – 29"],
    ["2026-11-27", "2026-12-02", "Nov 27 – Dec 2"],
    ["2027-01-04", "2027-01-04", "Jan 4, 2027"],
    ["2026-13-45", "2026-13-45", "2026-13-45"],
  ])("%s to %s", (from, to, shown) => {
    expect(translateText({ template: "{days}", args: { days: { from, to } } }).replaceAll("\u2009", " ")).toBe(shown);
  });

  test("a single day", () => {
    expect(translateText({ template: "Possible from {date}.", args: { date: { date: "2026-11-27" } } })).toBe("Possible from Nov 27.");
  });
});

test("translateText names a task by its title, and translates a sentence in a sentence", () => {
  const change = { template: "Set {task} to {status}", args: { task: { task: "t1", title: "Map" }, status: { status: "in_progress" as const } } };
  expect(translateText({ template: "Undone: {change}", args: { change } })).toBe("Undone: Set “Map” to In progress");
  expect(translateText({ template: "{task}: {value}", args: { task: { task: "t1", title: "" }, value: { priority: "high" } } })).toBe("t1: High");
});
