// The host's side of the page with the time entries, with the real engine.
import { posix } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Disposable, Uri as VscodeUri } from "vscode";
import type { TimerAction, TimerStatus, TimeView } from "../../../../webviews/contract/generated/protocol.ts";
import type { EnteredTime } from "../../../../webviews/contract/time/timeChange.ts";
import type { LoadedTime } from "../../../../webviews/contract/time/timePage.ts";
import { runTime } from "../../../src/panels/timePanel.ts";
import { Emitter } from "../../../src/support/emitter.ts";
import type { Project } from "../../../src/workspace/project.ts";
import { createTask, memoryProject } from "../memoryProject.ts";
import { FakePage } from "./fakePage.ts";

const written = vi.hoisted(() => [] as [path: string, text: string][]);

vi.mock("vscode", async () => {
  const fake = await import("../fakeVscode.ts");
  const parse = (address: string): VscodeUri => fake.Uri.file(address.replace("file://", ""));
  const joinPath = (base: VscodeUri, ...parts: string[]): VscodeUri => fake.Uri.file(posix.join(base.path, ...parts));
  return {
    ...fake,
    Uri: { parse, joinPath },
    commands: {},
    window: {
      showSaveDialog: ({ defaultUri }: { defaultUri: VscodeUri }) => Promise.resolve(defaultUri),
      showInformationMessage: () => Promise.resolve(undefined),
    },
    workspace: {
      getConfiguration: () => ({ get: (_: string, fallback: unknown) => fallback }),
      asRelativePath: String,
      fs: { writeFile: (file: VscodeUri, bytes: Uint8Array) => Promise.resolve(written.push([file.path, new TextDecoder().decode(bytes)])) },
    },
  };
});

/** The day of the entries, 2025-11-24. */
const DAY = 20_416;
const week = { from: DAY, to: DAY + 6 };

let project: Project;
let served: Disposable;
let page: FakePage;
let task: string;
let other: string;
let status: TimerStatus | undefined;
const changed = new Emitter<Project>();
const acted: TimerAction[] = [];
const opened: string[] = [];

beforeEach(async () => {
  for (const list of [opened, acted, written]) list.length = 0;
  status = undefined;
  page = new FakePage();
  project = await memoryProject("file:///plans/atlas");
  task = await createTask(project, "Parse the tide feed");
  other = await createTask(project, "Draw the coast line");
  const timers = { status: () => status, age: () => 0, onDidChange: changed.event, act: (_: Project, action: TimerAction) => Promise.resolve(acted.push(action)) };
  served = runTime(page.panel, project, { openTask: (_, id) => void opened.push(id), openTarget: () => Promise.resolve(), explain: String, log: () => undefined, timers });
});
afterEach(() => served.dispose());

const ask = (name: string, body?: unknown) => page.ask(name, body);
const load = async (selection: unknown = week): Promise<LoadedTime> => (await ask("load", selection)).body as LoadedTime;
const view = async (): Promise<TimeView> => (await load()).view;
const entered = (more: Partial<EnteredTime> = {}): EnteredTime => ({ task, start: "2025-11-24T09:00:00Z", end: "2025-11-24T10:00:00Z", seconds: 3600, note: "", ...more });
const add = async (more: Partial<EnteredTime> = {}): Promise<unknown> => (await ask("change", { kind: "add", entry: entered(more) })).body;

test("starts with the data for days and timers", async () => {
  expect((await ask("ready")).body).toMatchObject({ project: { total: 2 }, locale: "en", timeZone: { offsetMinutes: 0, changes: [] }, reading: null, timers: null });
});

test("an entry that is added is that of the user, whatever the page says", async () => {
  const evil = { ...entered({ note: "pier" }), source: "agent", actor: { kind: "agent", name: "evil" } };
  expect((await ask("change", { kind: "add", entry: evil })).body).toMatchObject({ kind: "done", changed: true });
  const { entries, tasks, actors } = await view();
  expect(entries).toMatchObject([{ entry: { task, seconds: 3600, source: "manual", actor: { kind: "human", name: "Ann" }, note: "pier" }, days: [{ day: DAY, seconds: 3600 }] }]);
  expect([tasks.map(({ id }) => id), actors]).toEqual([[task], [{ kind: "human", name: "Ann" }]]);
});

test("an entry is edited, split and deleted, and Undo brings it back", async () => {
  await add({ note: "pier" });
  const [first] = (await view()).entries;
  expect((await ask("change", { kind: "edit", id: first?.id, from: first?.entry, to: entered({ seconds: 1800 }) })).body).toMatchObject({ kind: "done" });
  const [second] = (await view()).entries;
  expect(second).toMatchObject({ id: first?.id, entry: { seconds: 1800, actor: { name: "Ann" }, source: "manual" } });
  expect(second?.entry.note ?? "").toBe("");
  await ask("change", { kind: "split", id: second?.id, from: second?.entry, seconds: 600, task: other });
  const parts = (await view()).entries;
  expect(new Map(parts.map(({ entry }) => [entry.task, entry.seconds]))).toEqual(new Map([[task, 600], [other, 1200]]));
  const [part] = parts;
  await ask("change", { kind: "delete", id: part?.id, from: part?.entry });
  expect((await view()).entries.length).toBe(1);
  await ask("execute", { kind: "undo" });
  expect((await view()).entries.length).toBe(2);
});

test("an outdated change and an unknown task are refused with their reasons", async () => {
  await add();
  const [row] = (await view()).entries;
  const from = { ...row?.entry, seconds: 60 };
  const stale = (await ask("change", { kind: "delete", id: row?.id, from })).body;
  expect(stale).toMatchObject({ kind: "failed", message: expect.stringContaining("stale") as string });
  expect(await add({ task: "t99" })).toMatchObject({ kind: "failed", message: expect.stringContaining("t99") as string });
});

test("without entries on the days, it says when the last one is", async () => {
  expect(await load()).toMatchObject({ view: { entries: [] }, latestDay: null });
  await add();
  expect((await load()).latestDay).toBeNull();
  expect(await load({ from: DAY + 30, to: DAY + 36 })).toMatchObject({ view: { entries: [] }, latestDay: DAY });
  expect(await load({ ...week, task: other })).toMatchObject({ latestDay: null });
});

test("finds tasks, opens them, and saves the entries in both formats", async () => {
  await add({ note: "pier" });
  expect((await ask("search", "coast")).body).toMatchObject([{ id: other, title: "Draw the coast line" }]);
  await ask("openTask", task);
  for (const format of ["csv", "json"]) await ask("save", { selection: week, format });
  expect(opened).toEqual([task]);
  expect(written.map(([path]) => path)).toEqual(["/plans/atlas Time.csv", "/plans/atlas Time.json"]);
  expect(written[0]?.[1]).toContain("Parse the tide feed");
  expect(JSON.parse(written[1]?.[1] ?? "")).toMatchObject([{ task, seconds: 3600, note: "pier" }]);
});

test("a visible page receives the timers of its project, without the tasks of the tracker", async () => {
  await ask("ready");
  const record = { owner: "editor", instance: "w", changes: [], answered: [], activeAt: 0, takeOver: false, release: false } as const;
  status = { lead: { kind: "own" }, timers: [], todaySeconds: 60, record: { ...record, changes: [], answered: [] } };
  changed.fire(await memoryProject("file:///plans/other"));
  page.visible = false;
  changed.fire(project);
  const received = () => page.events().filter(({ name }) => name === "timers");
  expect(received()).toEqual([]);
  page.visible = true;
  changed.fire(project);
  expect(received()).toEqual([{ kind: "event", name: "timers", body: { lead: { kind: "own" }, timers: [], todaySeconds: 60 } }]);
  await ask("timer", { kind: "start", id: task, alone: "yes" });
  await ask("timer", { kind: "stop", id: task });
  expect(acted).toEqual([{ kind: "start", id: task, alone: false }, { kind: "stop", id: task }]);
});

test("a change elsewhere reaches the page", async () => {
  await ask("ready");
  await createTask(project, "Check the depths");
  await vi.waitFor(() => expect(page.events().at(-1)).toMatchObject({ name: "changed", body: { project: { total: 3 }, timeZone: { offsetMinutes: 0, changes: [] } } }));
});

const entry = { ...entered(), source: "manual", actor: { kind: "human", name: "Ann" } };

test.each([
  ["load", { from: 1.5, to: 2 }],
  ["load", { from: 0, to: 1e12 }],
  ["change", { kind: "add" }],
  ["change", { kind: "add", entry: { ...entered(), seconds: -1 } }],
  ["change", { kind: "add", entry: { ...entered(), seconds: 1e300 } }],
  ["change", { kind: "add", entry: { ...entered(), note: 1 } }],
  ["change", { kind: "edit", id: "e", from: { ...entry, source: "evil" }, to: entered() }],
  ["change", { kind: "edit", id: "", from: entry, to: entered() }],
  ["change", { kind: "split", id: "e", from: entry, seconds: "1", task: "t1" }],
  ["change", { kind: "delete", id: "e", from: { ...entry, actor: { kind: "robot", name: "x" } } }],
  ["change", { kind: "deleteTasks", id: "e", from: entry }],
  ["execute", { kind: "changeTime", change: { kind: "add", entry } }],
  ["timer", { kind: "close" }],
  ["timer", { kind: "close", id: "t1" }],
  ["timer", { kind: "start", id: 1 }],
  ["save", { selection: week, format: "exe" }],
  ["save", { format: "csv" }],
  ["search", 5],
  ["openTask", null],
])("the message %s %j is refused", async (name, body) => {
  expect((await ask(name, body)).kind).toBe("failure");
  expect([opened, acted, written]).toEqual([[], [], []]);
  expect((await view()).entries).toEqual([]);
});
