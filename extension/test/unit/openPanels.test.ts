// The open pages: which tab shows a task that is clicked in the tree, and which page reports a change.
import { beforeEach, expect, test, vi } from "vitest";
import type { Command } from "../../../webviews/contract/generated/protocol.ts";
import { CommandContext } from "../../src/commands/commandContext.ts";
import { SavedViews } from "../../src/filters/savedViews.ts";
import { Panels } from "../../src/panels/panels.ts";
import type { PanelServices } from "../../src/panels/panelServices.ts";
import { AgentConnections } from "../../src/start/agentConnections.ts";
import { Visits } from "../../src/workspace/visits.ts";
import { Emitter } from "../../src/support/emitter.ts";
import type { Project } from "../../src/workspace/project.ts";
import type { Projects } from "../../src/workspace/projects.ts";
import { FakeMemento, Uri } from "./fakeVscode.ts";
import { createTask, memoryProject } from "./memoryProject.ts";

/** A panel as far as these tests look at it. */
class FakePanel {
  readonly disposed = new Emitter<void>();
  readonly messages = new Emitter<unknown>();
  readonly sent: unknown[] = [];
  readonly onDidDispose = this.disposed.event;
  readonly onDidChangeViewState = new Emitter<void>().event;
  readonly webview = {
    html: "",
    cspSource: "",
    options: {},
    asWebviewUri: (place: Uri) => place,
    onDidReceiveMessage: this.messages.event,
    postMessage: (message: unknown) => Promise.resolve(this.sent.push(message) > 0),
  };
  title: string;
  visible = true;
  viewColumn = 1;
  active = false;
  readonly reveals: unknown[] = [];

  constructor(title: string) {
    this.title = title;
  }

  reveal(_column: unknown, preserveFocus: boolean): void {
    this.reveals.push(preserveFocus ? "without focus" : "with focus");
  }

  /** The requests of the page. */
  say(name: string, body: unknown): void {
    this.messages.fire({ kind: "request", id: 1, name, body });
  }
}

const window = vi.hoisted(() => ({ panels: [] as unknown[], messages: [] as string[], previews: true, restore: new Map<string, (panel: unknown, state: unknown) => Promise<void>>() }));

vi.mock("vscode", async () => ({
  ...(await import("./fakeVscode.ts")),
  // Not translated, as the texts of the engine here.
  l10n: { t: (template: string) => template },
  ViewColumn: { Active: -1 },
  commands: { executeCommand: () => Promise.resolve() },
  workspace: { getConfiguration: () => ({ get: () => window.previews }) },
  window: {
    showInformationMessage: (text: string) => Promise.resolve(void window.messages.push(text)),
    createWebviewPanel: (_type: string, title: string) => {
      const panel = new FakePanel(title);
      window.panels.push(panel);
      return panel;
    },
    registerWebviewPanelSerializer: (type: string, { deserializeWebviewPanel }: { deserializeWebviewPanel: (panel: unknown, state: unknown) => Promise<void> }) => {
      window.restore.set(type, deserializeWebviewPanel);
      return { dispose: () => undefined };
    },
  },
}));

const project = await projectWithTasks();
type Committed = Parameters<Parameters<Projects["onDidCommit"]>[0]>[0];
const committed = new Emitter<Committed>();
const changed = new Emitter<Project | undefined>();
const projects = { find: () => Promise.resolve(), get: () => project, onDidCommit: committed.event, onDidChange: changed.event };

/** Creates the tasks t1 to t4. */
async function projectWithTasks(): Promise<Project> {
  const created = await memoryProject("file:///p");
  for (const title of ["Task t1", "Task t2", "Task t3", "Task t4"]) await createTask(created, title);
  return created;
}

let now = 0;
let memory = new FakeMemento();
let panels: Panels;
const titles = () => (window.panels as FakePanel[]).map(({ title }) => title);
const at = (index: number) => window.panels[index] as FakePanel;
let hasOthers = false;
const services: PanelServices = {
  openTask: () => undefined,
  followTaskBeside: () => undefined,
  openBoard: () => undefined,
  openSession: () => undefined,
  openFile: () => Promise.resolve(),
  execute: (_, command, page) => project.execute(command, page),
  deleteTasks: () => Promise.resolve(null),
  pick: () => Promise.resolve(null),
  saveBaseline: () => Promise.resolve(null),
  answerTimer: () => Promise.resolve(),
  answerReferral: () => Promise.resolve(),
  sendTasks: () => Promise.resolve(false),
  run: () => Promise.resolve(),
  actOnSession: () => Promise.resolve(),
  changeRegister: () => Promise.resolve(),
  openTarget: () => Promise.resolve(),
  hasOtherProjects: () => hasOthers,
  visits: new Visits(new FakeMemento()),
  agents: new AgentConnections(new FakeMemento(), new FakeMemento()),
  savedViews: new SavedViews(new FakeMemento()),
  viewStores: () => [],
  timers: { status: () => undefined, age: () => 0, onDidChange: () => ({ dispose: () => undefined }), act: () => Promise.resolve() },
  explain: String,
  log: () => undefined,
};
const open = () => new Panels(Uri.file("/ext"), projects, services, memory, () => now);
/** A click of its own, longer after the one before than a double click lasts. */
const click = (id: string) => {
  now += 10_000;
  panels.followTask(project, id);
};

beforeEach(() => {
  window.panels.length = 0;
  window.messages.length = 0;
  window.previews = true;
  memory = new FakeMemento();
  panels = open();
});

test("the preview tab shows each clicked task without taking the focus", () => {
  for (const id of ["t1", "t2", "t3"]) click(id);
  expect(titles()).toEqual(["t3 Task t3"]);
  expect(at(0).sent.at(-1)).toMatchObject({ kind: "identity", panel: { project: project.id, task: "t3" } });
  expect(at(0).reveals).toEqual(["without focus", "without focus"]);
});

test("commands know the task of the active page, also after the preview tab has changed its task", () => {
  click("t1");
  expect(panels.activeTask).toBeUndefined();
  at(0).active = true;
  expect(panels.activeTask).toEqual({ project, ids: ["t1"] });
  click("t2");
  expect(panels.activeTask).toEqual({ project, ids: ["t2"] });
  panels.openPage("board", project);
  [at(0).active, at(1).active] = [false, true];
  expect(panels.activeTask).toBeUndefined();
  expect(panels.activeProject).toBe(project);
});

test("a click on a board shows the task in a preview tab beside the board, and never covers the board", () => {
  const board = { viewColumn: 1 };
  panels.followTaskBeside(project, "t1", board);
  expect(titles()).toEqual([]);
  click("t1");
  panels.followTaskBeside(project, "t2", board);
  expect(titles()).toEqual(["t1 Task t1"]);
  at(0).viewColumn = 2;
  panels.followTaskBeside(project, "t2", board);
  panels.followTaskBeside(project, "t2", board);
  expect(titles()).toEqual(["t2 Task t2"]);
  expect(at(0).reveals).toEqual(["without focus", "without focus"]);
  panels.openTask(project, "t3");
  panels.followTaskBeside(project, "t3", board);
  expect(at(1).reveals).toEqual([]);
  at(0).visible = false;
  panels.followTaskBeside(project, "t4", board);
  expect(titles()).toEqual(["t2 Task t2", "t3 Task t3"]);
});

test("a task with its own tab is shown there", () => {
  panels.openTask(project, "t1");
  click("t2");
  click("t1");
  expect(titles()).toEqual(["t1 Task t1", "t2 Task t2"]);
  expect(at(0).reveals).toEqual(["without focus"]);
  click("t3");
  expect(titles()).toEqual(["t1 Task t1", "t3 Task t3"]);
});

test("a double click makes the tab permanent and focuses it; two slow clicks do not", () => {
  click("t1");
  click("t1");
  click("t2");
  expect(titles()).toEqual(["t2 Task t2"]);
  now += 200;
  panels.followTask(project, "t2");
  expect(at(0).reveals.at(-1)).toBe("with focus");
  click("t3");
  expect(titles()).toEqual(["t2 Task t2", "t3 Task t3"]);
});

/** A click on one task whose page is up, and then on another. */
async function ask(): Promise<FakePanel> {
  click("t1");
  const panel = at(0);
  panel.say("ready", null);
  await expect.poll(() => panel.sent.some((message) => (message as { kind: string }).kind === "reply")).toBe(true);
  panel.sent.length = 0;
  click("t2");
  expect(panel.sent).toEqual([{ kind: "event", name: "follow", body: null }]);
  return panel;
}

test("a loaded page switches to the task clicked last", async () => {
  const panel = await ask();
  click("t3");
  panel.say("follow", null);
  await expect.poll(() => panel.sent.at(-1)).toEqual({ kind: "reply", id: 1, body: true });
  expect(panel.sent).toContainEqual(expect.objectContaining({ kind: "identity", panel: { project: project.id, task: "t3" } }));
  expect(titles()).toEqual(["t3 Task t3"]);
});

test("the title stays that of the clicked task while the page has not switched yet", async () => {
  await ask();
  await project.execute({ kind: "updateTasks", ids: ["t4"], patch: { notes: "Changed meanwhile" } });
  expect(titles()).toEqual(["t2 Task t2"]);
});

test("an edited page stays, and the click opens another preview tab", async () => {
  const panel = await ask();
  panel.say("keep", null);
  expect(titles()).toEqual(["t1 Task t1", "t2 Task t2"]);
  click("t3");
  expect(titles()).toEqual(["t1 Task t1", "t3 Task t3"]);
  click("t1");
  expect(panel.reveals.at(-1)).toBe("without focus");
  expect(titles()).toEqual(["t1 Task t1", "t3 Task t3"]);
});

test("a page stays if its task is clicked again before it has switched", async () => {
  const panel = await ask();
  click("t1");
  panel.say("follow", null);
  await expect.poll(() => panel.sent.at(-1)).toEqual({ kind: "reply", id: 1, body: false });
  expect(titles()).toEqual(["t1 Task t1"]);
});

test.each([
  ["is opened for good", () => panels.openTask(project, "t1")],
  ["is kept by the command", () => { at(0).active = true; panels.keepTask(); }],
  ["is typed in", () => at(0).say("keep", null)],
  ["changes the task", () => at(0).say("execute", { kind: "undo" })],
])("a tab that %s stays on its task", (_how, keep) => {
  click("t1");
  keep();
  click("t2");
  expect(titles()).toEqual(["t1 Task t1", "t2 Task t2"]);
});

test("a click opens a new preview tab after the old one was closed", () => {
  click("t1");
  click("t2");
  at(0).disposed.fire();
  click("t3");
  click("t4");
  expect(titles()).toEqual(["t2 Task t2", "t4 Task t4"]);
});

test("the preview tab is restored after a reload", async () => {
  click("t1");
  window.panels.length = 0;
  panels = open();
  const restored = new FakePanel("t1 Task t1");
  window.panels.push(restored);
  await window.restore.get("handoff.task")?.(restored, { panel: { project: project.id, task: "t1" } });
  click("t2");
  expect(titles()).toEqual(["t2 Task t2"]);
});

test("each click opens its own tab if previews are disabled", () => {
  window.previews = false;
  for (const id of ["t1", "t2", "t1"]) click(id);
  expect(titles()).toEqual(["t1 Task t1", "t2 Task t2"]);
});

test("folded sections are remembered for the pages of all tasks", async () => {
  panels.openTask(project, "t1");
  at(0).say("fold", ["history", "nonsense", 1, "notes"]);
  panels.openTask(project, "t2");
  at(1).say("ready", null);
  const replies = () => at(1).sent as { kind: string; body?: { folded?: unknown } }[];
  await expect.poll(() => replies().find(({ kind }) => kind === "reply")?.body?.folded).toEqual(["notes", "history"]);
  at(1).say("fold", null);
  expect(memory.get("foldedTaskSections")).toEqual([]);
});

/** Opens a board and a chart, of which the second is active, and follows the commits, which get these warnings. */
function openTwoPages(warnings: string[] = []) {
  panels.openBoard(project);
  panels.openGantt(project);
  at(1).active = true;
  const stop = project.onDidCommit((commit) => {
    if (commit.result.kind === "done") commit.result.warnings.push(...warnings);
    committed.fire({ project, ...commit });
  });
  const context = new CommandContext({ projects, selection: () => [], activeProject: () => project } as unknown as ConstructorParameters<typeof CommandContext>[0]);
  const reporting = () => [0, 1].filter((index) => at(index).sent.some((message) => (message as { name?: string }).name === "undoable"));
  return { context, reporting, stop };
}

/** A command that can be undone. */
const rename = (title: string): Command => ({ kind: "updateTasks", ids: ["t2"], patch: { title } });

test.each<[string, (context: CommandContext) => Promise<unknown>, number[]]>([
  ["a change that VSCode does not report is reported by the active page", (context) => context.run(project, rename("Active")), [1]],
  ["a change of a page is reported by that page alone", () => project.execute(rename("Own"), at(0)), []],
  ["a change whose command reports it is reported by no page", (context) => context.perform(project, rename("Reported")), []],
  ["what a page had VSCode ask is reported by that page alone", (context) => context.perform(project, rename("Asked"), at(1)), []],
])("%s", async (_, change, pages) => {
  const { context, reporting, stop } = openTwoPages();
  await change(context);
  stop.dispose();
  expect([reporting(), window.messages]).toEqual([pages, []]);
});

test("a change with a warning is reported by VSCode alone", async () => {
  const { context, reporting, stop } = openTwoPages(["Late"]);
  await context.run(project, rename("Warned"));
  stop.dispose();
  expect([reporting(), window.messages.length]).toEqual([[], 1]);
});

test("if the active page shows no messages, a visible one reports the change", async () => {
  const { context, reporting, stop } = openTwoPages();
  panels.openTask(project, "t1");
  [at(0).visible, at(1).active, at(2).active] = [false, false, true];
  await context.run(project, rename("Visible"));
  await project.execute(rename("By its page"), at(2));
  stop.dispose();
  expect(reporting()).toEqual([1]);
});

test("the tab of a page names the project only where the window has several", () => {
  hasOthers = false;
  open().openPage("board", project);
  expect(titles().at(-1)).toBe("Board");
  hasOthers = true;
  changed.fire(undefined);
  expect(titles().at(-1)).toBe("{0}: {1}");
  hasOthers = false;
});
