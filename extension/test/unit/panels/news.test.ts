// The messages of pages about changes of others, with real engines.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Actor } from "../../../../webviews/contract/generated/protocol.ts";
import { subscribe } from "../../../src/panels/messages/subscribe.ts";
import { workspaceShell } from "../../../src/shells/workspaceShell.ts";
import type { Disposable } from "../../../src/support/emitter.ts";
import { Project } from "../../../src/workspace/project.ts";
import { FakeFiles } from "../fakeFiles.ts";
import { createTask, run, testPorts } from "../memoryProject.ts";
import { FakePage } from "./fakePage.ts";

const settings = vi.hoisted(() => ({ showChangesByOthers: true }));

vi.mock("vscode", async () => ({
  ...(await import("../fakeVscode.ts")),
  workspace: { getConfiguration: () => ({ get: (name: "showChangesByOthers") => settings[name] }) },
}));

const codex: Actor = { kind: "agent", name: "codex" };

let own: Project;
let other: Project;
let page: FakePage;
let received: string[];
let listening: Disposable;

/** Opens the project of these files as an actor. */
async function open(files: FakeFiles, writer: string, actor?: Actor): Promise<Project> {
  const ports = testPorts(workspaceShell(files, (path) => path), writer);
  const project = new Project("file:///p", "p", actor === undefined ? ports : { ...ports, context: () => ({ ...ports.context(), actor }) });
  await project.load();
  return project;
}

beforeEach(async () => {
  settings.showChangesByOthers = true;
  const files = new FakeFiles();
  own = await open(files, "own");
  await run(own, { kind: "initProject", name: "P", layout: "json" });
  other = await open(files, "other", codex);
  page = new FakePage();
  received = [];
  const onNews = ({ actors }: { actors: readonly { actor: Actor; subjects: readonly { title: string }[] }[] }): void => {
    received.push(...actors.map(({ actor, subjects }) => `${actor.name}: ${subjects.map(({ title }) => title).join(", ")}`));
  };
  listening = subscribe(page.panel, own, { onChange: () => undefined, onNews });
});
afterEach(() => {
  listening.dispose();
  own.dispose();
  other.dispose();
});

test("a visible page receives the changes of others once", async () => {
  await createTask(other, "Tides");
  await own.refresh();
  expect(received).toEqual(["codex: Tides"]);
  await own.refresh();
  expect(received).toEqual(["codex: Tides"]);
});

test("own changes, hidden pages and users who do not want messages receive nothing", async () => {
  await createTask(own, "Mine");
  await own.refresh();
  page.visible = false;
  await createTask(other, "Hidden");
  await own.refresh();
  page.visible = true;
  settings.showChangesByOthers = false;
  await createTask(other, "Unwanted");
  await own.refresh();
  expect(received).toEqual([]);
});
