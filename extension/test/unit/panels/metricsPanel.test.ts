// The host's side of the metrics page, with the real engine.
import { posix } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Disposable, Uri as VscodeUri } from "vscode";
import type { BoardQuery } from "../../../../webviews/contract/board.ts";
import { reportNames } from "../../../../webviews/contract/generated/values.ts";
import type { Report } from "../../../../webviews/contract/generated/protocol.ts";
import { SavedViews } from "../../../src/filters/savedViews.ts";
import { personalViews } from "../../../src/filters/viewStores.ts";
import { runMetrics } from "../../../src/panels/metricsPanel.ts";
import type { Project } from "../../../src/workspace/project.ts";
import { FakeMemento } from "../fakeVscode.ts";
import { createTask, memoryProject, run } from "../memoryProject.ts";
import { FakePage } from "./fakePage.ts";

const editor = vi.hoisted(() => ({ copied: [] as string[], written: [] as [path: string, text: string][] }));

vi.mock("vscode", async () => {
  const fake = await import("../fakeVscode.ts");
  const parse = (address: string): VscodeUri => fake.Uri.file(address.replace("file://", ""));
  const joinPath = (base: VscodeUri, ...parts: string[]): VscodeUri => fake.Uri.file(posix.join(base.path, ...parts));
  return {
    ...fake,
    Uri: { parse, joinPath },
    env: { language: "en", clipboard: { writeText: (text: string) => Promise.resolve(editor.copied.push(text)) } },
    commands: {},
    window: {
      showSaveDialog: ({ defaultUri }: { defaultUri: VscodeUri }) => Promise.resolve(defaultUri),
      showInformationMessage: () => Promise.resolve(undefined),
      showInputBox: () => Promise.resolve("Map"),
      setStatusBarMessage: () => undefined,
    },
    workspace: {
      getConfiguration: () => ({ get: (_: string, fallback: unknown) => fallback }),
      asRelativePath: String,
      fs: { writeFile: (file: VscodeUri, bytes: Uint8Array) => Promise.resolve(editor.written.push([file.path, new TextDecoder().decode(bytes)])) },
    },
  };
});

let project: Project;
let served: Disposable;
let page: FakePage;
let savedViews: SavedViews;
const opened: string[] = [];
const boards: BoardQuery[] = [];
beforeEach(async () => {
  for (const list of [opened, boards, editor.copied, editor.written]) list.length = 0;
  page = new FakePage();
  project = await memoryProject("file:///plans/atlas");
  savedViews = new SavedViews(new FakeMemento());
  served = runMetrics(page.panel, project, {
    openTask: (_, id) => void opened.push(id),
    openBoard: (_, query) => void boards.push(query),
    openTarget: () => Promise.resolve(),
    savedViews,
    viewStores: () => [personalViews(savedViews)],
    explain: String,
    log: () => undefined,
  });
});
afterEach(() => served.dispose());

const ask = (name: string, body?: unknown) => page.ask(name, body);

test("answers every report of the engine", async () => {
  const id = await createTask(project, "Read the tide tables");
  await run(project, { kind: "updateTasks", ids: [id], patch: { status: "done" } });
  expect((await ask("ready")).body).toMatchObject({ project: { total: 1 }, locale: "en", summary: { series: { report: "summary", data: { tasks: { total: 1 } } } } });
  expect((await ask("ready", { filter: { text: "coast" } })).body).toMatchObject({ summary: { series: { data: { allTasks: { total: 0 } } } } });
  for (const name of reportNames) {
    const { kind, body } = await ask("report", { name, query: { filter: {}, group: "assignee" } });
    expect([kind, (body as Report).series.report]).toEqual(["reply", name]);
  }
  const summary = await ask("report", { name: "summary", query: { filter: { text: "tide" } } });
  expect(summary.body).toMatchObject({ series: { data: { tasks: { done: 1, total: 1 } } } });
  const other = await ask("report", { name: "summary", query: { filter: { text: "coast" } } });
  expect(other.body).toMatchObject({ series: { data: { allTasks: { done: 0, total: 0 } } } });
});

test("tells the page about a change, unless it is hidden", async () => {
  await ask("ready");
  const events = () => page.events();
  await createTask(project, "One");
  await vi.waitFor(() => expect(events().at(-1)).toMatchObject({ name: "changed", body: { project: { total: 1 } } }));
  const before = events().length;
  page.visible = false;
  await createTask(project, "Two");
  page.visible = true;
  expect(events().length).toBe(before);
});

test("offers the saved views, saves one, and tells the page", async () => {
  const late = { name: "Late", filter: { overdue: true } };
  await savedViews.save(late.name, late);
  expect((await ask("ready")).body).toMatchObject({ savedViews: [late] });
  await ask("saveView", { filter: { labels: ["map"], statuses: ["other"] }, display: { group: "label" } });
  expect(page.events().at(-1)).toMatchObject({ name: "savedViews", body: [late, { name: "Map", filter: { labels: ["map"] }, displays: { metrics: { group: "label" } } }] });
});

test("refuses unknown reports", async () => {
  expect(await ask("report", { name: "evil" })).toMatchObject({ kind: "failure", message: expect.stringContaining("There is no such report.") as string });
});

test("opens tasks, copies values and saves pictures", async () => {
  await ask("openTask", "t1");
  await ask("copy", "a,b");
  await ask("save", { name: "Burn/down", picture: { format: "svg", text: "<svg/>" } });
  await ask("save", { name: "Flow", picture: { format: "png", base64: btoa("PNG") } });
  expect({ opened, ...editor }).toMatchObject({
    opened: ["t1"],
    copied: ["a,b"],
    written: [
      ["/plans/atlas Burn-down.svg", "<svg/>"],
      ["/plans/atlas Flow.png", "PNG"],
    ],
  });
});

test("opens the board with the tasks of some statuses that match the filter", async () => {
  await ask("openBoard", { filter: { labels: ["map"], statuses: ["done"] }, statuses: ["todo", "other"] });
  expect(boards).toEqual([{ filter: { labels: ["map"], statuses: ["todo"] }, sort: "manual", leavesOnly: true, unlimited: [] }]);
});
