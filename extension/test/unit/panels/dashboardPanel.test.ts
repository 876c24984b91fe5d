// The host's side of the dashboard and of the overview, with the real engine.
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { BoardQuery } from "../../../../webviews/contract/board.ts";
import { pages } from "../../../../webviews/contract/surfaces.ts";
import { boardQueryOf, readDashboardTarget, type DashboardTarget } from "../../../../webviews/contract/dashboard.ts";
import { openTarget, type TargetPages } from "../../../src/commands/dashboardCommands.ts";
import { runBoard } from "../../../src/panels/boardPanel.ts";
import type { PanelServices } from "../../../src/panels/panelServices.ts";
import { runDashboard, type DashboardServices } from "../../../src/panels/dashboardPanel.ts";
import { runOverview, type OverviewProjects } from "../../../src/panels/overviewPanel.ts";
import { SavedViews } from "../../../src/filters/savedViews.ts";
import { Emitter } from "../../../src/support/emitter.ts";
import { editorMessages } from "../../../src/support/messages.ts";
import type { Project } from "../../../src/workspace/project.ts";
import { AgentConnections } from "../../../src/start/agentConnections.ts";
import { Visits } from "../../../src/workspace/visits.ts";
import { FakeMemento } from "../fakeVscode.ts";
import { createTask, memoryProject, run } from "../memoryProject.ts";
import { snapshotOf } from "../../../src/panels/messages/subscribe.ts";
import { FakeFiles } from "../fakeFiles.ts";
import { FakePage } from "./fakePage.ts";

const editor = vi.hoisted(() => ({ focused: true, changed: (): void => undefined }));

vi.mock("vscode", async () => ({
  ...(await import("../fakeVscode.ts")),
  commands: {},
  workspace: { getConfiguration: () => ({ get: (_: string, fallback: unknown) => fallback }) },
  window: {
    get state() {
      return { focused: editor.focused };
    },
    onDidChangeWindowState: (listener: () => void) => {
      editor.changed = listener;
      return { dispose: () => undefined };
    },
  },
}));

const MINUTE_MS = 60_000;
let now = 0;
let project: Project;
let visits: Visits;
let opened: DashboardTarget[] = [];

beforeEach(async () => {
  now = 1_000_000_000_000;
  editor.focused = true;
  opened = [];
  visits = new Visits(new FakeMemento(), () => now);
  project = await memoryProject("file:///plans/atlas", undefined, { messages: editorMessages() });
});

const services = (): DashboardServices => ({
  openTarget: (_, target) => Promise.resolve(void opened.push(target)),
  hasOtherProjects: () => true,
  visits,
  agents: new AgentConnections(new FakeMemento(), new FakeMemento()),
  execute: (_, command, page) => project.execute(command, page),
  answerTimer: () => Promise.resolve(),
  explain: String,
  log: () => undefined,
});

function openPage(): FakePage {
  const page = new FakePage();
  runDashboard(page.panel, project, services());
  return page;
}

describe("the dashboard", () => {
  test("answers with the view, then with the past", async () => {
    const id = await createTask(project, "Read the tide tables");
    await run(project, { kind: "updateTasks", ids: [id], patch: { status: "review" } });
    const page = openPage();
    expect((await page.ask("ready")).body).toMatchObject({ dashboard: { completion: { total: 1 }, review: { total: 1 } }, hasOthers: true, isFirstVisit: true, locale: "en" });
    expect((await page.ask("past")).body).toMatchObject({ history: { changes: null }, since: null, effort: { series: { report: "effort" } } });
  });

  test("acts on tasks and entries in place, and each act can be undone", async () => {
    const id = await createTask(project, "Read the tide tables");
    await run(project, { kind: "updateTasks", ids: [id], patch: { status: "review" } });
    const list = (key: string, entry: object) => ({ key, given: [entry], replace: false, seen: [] });
    const item = list("checklist", { item: "Ask the harbour office", owner: "user", checked: false });
    const decision = list("decisions", { decision: "Use metres", confidence: "unverified", reason: "As on the charts" });
    const patch = { values: { summary: "First" }, lists: [item, decision], remove: [], record: {} };
    await run(project, { kind: "saveSession", save: { target: { kind: "new" }, patch, status: "closed", pause: { kind: "nothing" } } });
    const page = openPage();
    const entry = (text: string) => project.view({ kind: "register" }).find((row) => row.text === text);
    const answer = async (body: object) => (await page.ask("answerEntry", body)).body;
    expect((await page.ask("execute", { kind: "updateTasks", ids: [id], patch: { status: "done" } })).body).toMatchObject({ kind: "done", changed: true });
    expect(await answer({ kind: "tick", entry: entry("Ask the harbour office")?.id, text: "Granted" })).toMatchObject({ kind: "done", summary: "Ticked “Ask the harbour office”" });
    expect(entry("Ask the harbour office")?.state).toEqual({ kind: "done" });
    expect(entry("Ask the harbour office: Granted")?.kind).toBe("contextNote");
    expect(await answer({ kind: "confirm", entry: entry("Use metres")?.id })).toMatchObject({ summary: "Confirmed “Use metres”" });
    expect(entry("Use metres")).toMatchObject({ confidence: "confirmed", reason: "As on the charts" });
    await page.ask("execute", { kind: "undo" });
    expect(await answer({ kind: "withdraw", entry: entry("Use metres")?.id, text: "Feet" })).toMatchObject({ summary: "Withdrew “Use metres”" });
    expect(entry("Use metres")?.state).toEqual({ kind: "withdrawn", reason: "Feet" });
    expect((await page.ask("answerEntry", { kind: "confirm", entry: "unknown" })).message).toContain("There is no such answer or entry.");
  });

  test("tells the page about a change, unless it is hidden", async () => {
    const page = openPage();
    await page.ask("ready");
    await createTask(project, "One");
    await vi.waitFor(() => expect(page.events().at(-1)).toMatchObject({ name: "changed", body: { dashboard: { completion: { total: 1 } } } }));
    const before = page.events().length;
    page.visible = false;
    await createTask(project, "Two");
    expect(page.events().length).toBe(before);
  });

  test("opens targets, and refuses others", async () => {
    const page = openPage();
    await page.ask("open", { kind: "board", statuses: ["todo", "evil"], byDue: true });
    expect(opened).toEqual([{ kind: "board", statuses: ["todo"], byDue: true }]);
    for (const wrong of [null, {}, { kind: "evil" }, { kind: "task" }, { kind: "task", id: 3 }]) {
      expect(await page.ask("open", wrong)).toMatchObject({ kind: "failure" });
    }
  });

  test("lists all changes of others on request", async () => {
    const page = openPage();
    await page.ask("past");
    page.show(false);
    now += 30 * MINUTE_MS;
    page.show(true);
    const view = vi.spyOn(project, "view");
    await page.ask("past", { allChanges: true });
    await page.ask("past", { allChanges: "yes" });
    const asked = view.mock.calls.flatMap(([query]) => (query.kind === "dashboardHistory" ? [query.all] : []));
    expect(asked).toEqual([true, false]);
  });

  test("after an absence, lists changes since the last look", async () => {
    const page = openPage();
    await page.ask("past");
    const left = now;
    page.show(false);
    now += 30 * MINUTE_MS;
    page.show(true);
    expect((await page.ask("ready")).body).toMatchObject({ isFirstVisit: false });
    expect((await page.ask("past")).body).toMatchObject({ since: left, history: { changes: { actors: [] } } });
    // A look at another tab does not end the visit.
    page.show(false);
    now += 2 * MINUTE_MS;
    page.show(true);
    expect((await page.ask("past")).body).toMatchObject({ since: left });
  });

  test("a window without the focus is not looked at", async () => {
    const page = openPage();
    await page.ask("past");
    editor.focused = false;
    editor.changed();
    const left = now;
    now += 30 * MINUTE_MS;
    // A change asks for the past again.
    expect((await page.ask("past")).body).toMatchObject({ since: null });
    editor.focused = true;
    editor.changed();
    expect(page.events().at(-1)).toMatchObject({ name: "changed" });
    expect((await page.ask("past")).body).toMatchObject({ since: left });
  });
});

/** The query of a board with the tasks in review. */
const inReview = (sort: BoardQuery["sort"]): BoardQuery => ({ filter: { statuses: ["review"] }, sort, leavesOnly: true, unlimited: [] });

test("targets that are valid are read unchanged, and boards are filtered by them", () => {
  const targets: DashboardTarget[] = [{ kind: "task", id: "t1" }, { kind: "board", statuses: ["todo"], byDue: true }, { kind: "board", statuses: [], byDue: false, milestone: "Beta" }, { kind: "gantt" }, { kind: "gantt", id: "t1" }, { kind: "sessions", id: "s" }, { kind: "metrics" }, { kind: "time" }, { kind: "library" }, { kind: "problems" }, { kind: "agent", key: "a1" }, { kind: "projects" }, { kind: "newTask" }, { kind: "settings" }, { kind: "settings", section: "milestones" }, { kind: "agents" }, { kind: "tree" }, { kind: "dashboard" }];
  expect(targets.map(readDashboardTarget)).toEqual(targets);
  expect(boardQueryOf({ kind: "board", statuses: ["review"], byDue: true })).toEqual(inReview("due"));
  expect(boardQueryOf({ kind: "board", statuses: [], byDue: false, milestone: "Beta" })).toEqual({ ...inReview("manual"), filter: { milestones: ["Beta"] } });
  expect(boardQueryOf({ kind: "board", statuses: [], byDue: false })).toBeUndefined();
});

test("a target can be a section of the settings", async () => {
  const sections: unknown[] = [];
  const settings: Pick<TargetPages, "openSettings"> = { openSettings: (_, section) => void sections.push(section) };
  const open = (target: DashboardTarget) => openTarget(settings as TargetPages, { openOverview: () => undefined, goToAgent: () => undefined }, project, target);
  await open({ kind: "settings", section: "assignees" });
  await open({ kind: "settings" });
  expect(sections).toEqual(["assignees", undefined]);
});

const noTimers: PanelServices["timers"] = { status: () => undefined, age: () => 0, onDidChange: () => ({ dispose: () => undefined }), act: () => Promise.resolve() };

test("a page opens the other pages, and refuses unknown ones", async () => {
  const page = new FakePage();
  runBoard(page.panel, project, { ...services(), timers: noTimers, savedViews: new SavedViews(new FakeMemento()) } as Partial<PanelServices> as PanelServices);
  for (const name of pages) expect(await page.ask("openPage", name)).toMatchObject({ kind: "reply" });
  expect(opened.map(({ kind }) => kind)).toEqual(pages);
  expect(boardQueryOf(opened.find((target) => target.kind === "board") ?? { kind: "board", statuses: ["todo"], byDue: false })).toBeUndefined();
  for (const wrong of [null, "evil", { kind: "board" }]) expect(await page.ask("openPage", wrong)).toMatchObject({ kind: "failure" });
  expect(opened.length).toBe(pages.length);
});

test("pages receive the reason why the settings of the project are missing", async () => {
  const files = new FakeFiles();
  const broken = await memoryProject("file:///plans/reef", files);
  expect(snapshotOf(broken).project.configProblem).toBeUndefined();
  await files.writeFile("config.toml", new TextEncoder().encode("[project\nname = 3"));
  broken.invalidate();
  await vi.waitFor(() => expect(snapshotOf(broken).project.configProblem).toMatchObject({ args: {} }));
});

test("a board that is opened with a filter shows it once its page is ready", async () => {
  await createTask(project, "One");
  const page = new FakePage();
  const query = inReview("manual");
  const board = runBoard(page.panel, project, { ...services(), openTask: () => undefined, timers: noTimers, savedViews: new SavedViews(new FakeMemento()) } as Partial<PanelServices> as PanelServices);
  board.filter?.(query);
  expect(page.events()).toEqual([]);
  await page.ask("ready", {});
  await vi.waitFor(() => expect(page.events()).toEqual([{ kind: "event", name: "filter", body: query }]));
  board.filter?.(query);
  expect(page.events().length).toBe(2);
});

test("the overview shows every project with records, and opens its dashboard", async () => {
  const other = await memoryProject("file:///plans/harbour");
  await createTask(other, "Draw the coast line");
  const changed = new Emitter<Project | undefined>();
  const all = [project, other];
  const projects: OverviewProjects = { all, get: (id) => all.find((known) => known.id === id), find: () => Promise.resolve(), load: () => Promise.resolve(), onDidChange: changed.event };
  const dashboards: string[] = [];
  const folders: string[] = [];
  const elsewhere = await memoryProject("file:///code/buoys");
  await createTask(elsewhere, "Count the buoys");
  const findOthers = (): Promise<readonly Project[]> => Promise.resolve(wantsOthers ? [elsewhere] : []);
  let wantsOthers = false;
  const page = new FakePage();
  runOverview(page.panel, projects, { openDashboard: ({ id }) => void dashboards.push(id), openFolder: (folder) => void folders.push(String(folder)), findOthers, explain: String, log: () => undefined });
  expect((await page.ask("ready")).body).toMatchObject({
    projects: [
      { id: project.id, failure: null, glance: null },
      { id: other.id, failure: null, project: { total: 1 }, glance: null },
    ],
  });
  // The glances follow, one after the other.
  await vi.waitFor(() => expect(page.events().at(-1)).toMatchObject({ body: { projects: [{ glance: null }, { glance: { completion: { done: 0, total: 1 } } }] } }));
  await page.ask("openProject", other.id);
  expect(dashboards).toEqual([other.id]);
  expect(await page.ask("openProject", "file:///evil")).toMatchObject({ kind: "failure" });
  expect(await page.ask("openProject", elsewhere.id)).toMatchObject({ kind: "failure" });
  await createTask(project, "One");
  changed.fire(project);
  await vi.waitFor(() => expect(page.events().at(-1)).toMatchObject({ body: { projects: [{ glance: { completion: { total: 1 } } }, {}] } }));
  // The projects of configured folders follow when the page is opened again.
  wantsOthers = true;
  await page.ask("ready");
  await vi.waitFor(() => expect(page.events().at(-1)).toMatchObject({ body: { projects: [{ isOpen: true }, { isOpen: true }, { id: elsewhere.id, isOpen: false, glance: { completion: { total: 1 } } }] } }));
  await page.ask("openProject", elsewhere.id);
  expect([dashboards, folders]).toEqual([[other.id], [elsewhere.id]]);
});
