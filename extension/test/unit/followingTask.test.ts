// Which tab shows a task that is clicked in the tree.
import { beforeEach, expect, test, vi } from "vitest";
import { Panels } from "../../src/panels/panels.ts";
import type { PanelServices } from "../../src/panels/panelServices.ts";
import { Emitter } from "../../src/support/emitter.ts";
import type { Project } from "../../src/workspace/project.ts";
import type { Projects } from "../../src/workspace/projects.ts";
import { FakeMemento, Uri } from "./fakeVscode.ts";

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
  active = false;
  readonly reveals: unknown[] = [];

  constructor(title: string) {
    this.title = title;
  }

  reveal(_column: unknown, preserveFocus: boolean): void {
    this.reveals.push(preserveFocus ? "without focus" : "with focus");
  }

  /** What the page sends. */
  say(name: string, body: unknown): void {
    this.messages.fire({ kind: "request", id: 1, name, body });
  }
}

const window = vi.hoisted(() => ({ panels: [] as unknown[], previews: true, restore: new Map<string, (panel: unknown, state: unknown) => Promise<void>>() }));

vi.mock("vscode", async () => ({
  ...(await import("./fakeVscode.ts")),
  ViewColumn: { Active: -1 },
  commands: { executeCommand: () => Promise.resolve() },
  workspace: { getConfiguration: () => ({ get: () => window.previews }) },
  window: {
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

const project = {
  id: "file:///p",
  state: "ready",
  summary: {},
  readOnly: null,
  load: () => Promise.resolve(),
  context: { now: 0, utcOffsetMinutes: 0 },
  view: ({ id }: { id: string }) => ({ card: { key: id, id, title: `Task ${id}` } }),
  execute: () => Promise.resolve({ kind: "failed", message: "" }),
  onDidChange: new Emitter<void>().event,
} as unknown as Project;
const projects = { find: () => Promise.resolve(), get: () => project } satisfies Pick<Projects, "find" | "get">;

let now = 0;
let memory = new FakeMemento();
let panels: Panels;
const titles = () => (window.panels as FakePanel[]).map(({ title }) => title);
const at = (index: number) => window.panels[index] as FakePanel;
const services: PanelServices = {
  openTask: () => undefined,
  openFile: () => Promise.resolve(),
  deleteTasks: () => Promise.resolve(),
  pick: () => Promise.resolve(),
  saveBaseline: () => Promise.resolve(),
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
  window.previews = true;
  memory = new FakeMemento();
  panels = open();
});

test("the preview tab shows each clicked task without taking the focus", () => {
  for (const id of ["a", "b", "c"]) click(id);
  expect(titles()).toEqual(["c Task c"]);
  expect(at(0).sent.at(-1)).toMatchObject({ kind: "identity", panel: { project: project.id, task: "c" } });
  expect(at(0).reveals).toEqual(["without focus", "without focus"]);
});

test("a task with its own tab is shown there", () => {
  panels.openTask(project, "a");
  click("b");
  click("a");
  expect(titles()).toEqual(["a Task a", "b Task b"]);
  expect(at(0).reveals).toEqual(["without focus"]);
  click("c");
  expect(titles()).toEqual(["a Task a", "c Task c"]);
});

test("a double click makes the tab permanent and focuses it; two slow clicks do not", () => {
  click("a");
  click("a");
  click("b");
  expect(titles()).toEqual(["b Task b"]);
  now += 200;
  panels.followTask(project, "b");
  expect(at(0).reveals.at(-1)).toBe("with focus");
  click("c");
  expect(titles()).toEqual(["b Task b", "c Task c"]);
});

/** A click on one task whose page is up, and then on another. */
async function ask(): Promise<FakePanel> {
  click("a");
  const panel = at(0);
  panel.say("ready", null);
  await expect.poll(() => panel.sent.some((message) => (message as { kind: string }).kind === "reply")).toBe(true);
  panel.sent.length = 0;
  click("b");
  expect(panel.sent).toEqual([{ kind: "event", name: "follow", body: null }]);
  return panel;
}

test("a loaded page switches to the task clicked last", async () => {
  const panel = await ask();
  click("c");
  panel.say("follow", null);
  await expect.poll(() => panel.sent.at(-1)).toEqual({ kind: "reply", id: 1, body: true });
  expect(panel.sent).toContainEqual(expect.objectContaining({ kind: "identity", panel: { project: project.id, task: "c" } }));
  expect(titles()).toEqual(["c Task c"]);
});

test("an edited page stays, and the click opens another preview tab", async () => {
  const panel = await ask();
  panel.say("keep", null);
  expect(titles()).toEqual(["a Task a", "b Task b"]);
  click("c");
  expect(titles()).toEqual(["a Task a", "c Task c"]);
  click("a");
  expect(panel.reveals.at(-1)).toBe("without focus");
  expect(titles()).toEqual(["a Task a", "c Task c"]);
});

test("a page stays if its task is clicked again before it has switched", async () => {
  const panel = await ask();
  click("a");
  panel.say("follow", null);
  await expect.poll(() => panel.sent.at(-1)).toEqual({ kind: "reply", id: 1, body: false });
  expect(titles()).toEqual(["a Task a"]);
});

test.each([
  ["is opened for good", () => panels.openTask(project, "a")],
  ["is kept by the command", () => { at(0).active = true; panels.keepTask(); }],
  ["is typed in", () => at(0).say("keep", null)],
  ["changes the task", () => at(0).say("execute", { kind: "undo" })],
])("a tab that %s stays on its task", (_how, keep) => {
  click("a");
  keep();
  click("b");
  expect(titles()).toEqual(["a Task a", "b Task b"]);
});

test("a click opens a new preview tab after the old one was closed", () => {
  click("a");
  click("b");
  at(0).disposed.fire();
  click("c");
  click("d");
  expect(titles()).toEqual(["b Task b", "d Task d"]);
});

test("the preview tab is restored after a reload", async () => {
  click("a");
  window.panels.length = 0;
  panels = open();
  const restored = new FakePanel("a Task a");
  window.panels.push(restored);
  await window.restore.get("handoff.task")?.(restored, { panel: { project: project.id, task: "a" } });
  click("b");
  expect(titles()).toEqual(["b Task b"]);
});

test("each click opens its own tab if previews are disabled", () => {
  window.previews = false;
  for (const id of ["a", "b", "a"]) click(id);
  expect(titles()).toEqual(["a Task a", "b Task b"]);
});
