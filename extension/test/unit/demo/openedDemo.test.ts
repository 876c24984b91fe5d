// The window that is opened for the demo shows it by itself, once.
import { beforeEach, expect, test, vi } from "vitest";
import type { LoadEngine } from "../../../src/engine/engineLoader.ts";
import { demoCommands, showOpenedDemo } from "../../../src/demo/openDemo.ts";
import type { Project } from "../../../src/workspace/project.ts";
import { FakeMemento, Uri } from "../fakeVscode.ts";

const editor = vi.hoisted(() => ({ folders: [] as { uri: { toString: () => string } }[], ran: [] as unknown[][] }));

vi.mock("vscode", async () => {
  const fake = await import("../fakeVscode.ts");
  return {
    ...fake,
    Uri: { joinPath: () => fake.Uri.file("/story"), from: ({ path }: { path: string }) => fake.Uri.file(path) },
    ProgressLocation: {},
    commands: { executeCommand: (...call: unknown[]) => Promise.resolve(editor.ran.push(call.map(String))) },
    window: { withProgress: (_: unknown, work: () => Promise<unknown>) => work() },
    workspace: {
      get workspaceFolders() {
        return editor.folders;
      },
      fs: { readFile: () => Promise.resolve(new TextEncoder().encode('{ "folder": "tern-bay" }')) },
    },
  };
});
vi.mock("../../../src/demo/story.ts", () => ({ loadStory: () => Promise.resolve({ folder: "tern-bay" }) }));

const demo = { id: "file:///tern-bay" } as Project;
const projects = { load: () => Promise.resolve(), get: (id: string) => (id === demo.id ? demo : undefined) };
let memory: FakeMemento;
let opened: Project[];
const openWindow = async (folder: string): Promise<void> => {
  editor.folders = [{ uri: Uri.file(folder) }];
  await showOpenedDemo(memory, projects, (project) => void opened.push(project));
};

beforeEach(() => {
  memory = new FakeMemento();
  [editor.folders, editor.ran, opened] = [[], [], []];
});

test("its dashboard opens in its window alone, and not again", async () => {
  const host = { extensionUri: Uri.file("/extension"), loadEngine: (() => undefined) as unknown as LoadEngine, temporaryFolder: undefined };
  await demoCommands(host, memory)["handoff.openDemo"]?.();
  expect(editor.ran).toEqual([["vscode.openFolder", demo.id, "[object Object]"]]);
  await openWindow("/elsewhere");
  expect(opened).toEqual([]);
  await openWindow("/tern-bay");
  expect([opened, editor.ran.at(-1)]).toEqual([[demo], ["handoff.tasks.focus"]]);
  await openWindow("/tern-bay");
  expect(opened).toEqual([demo]);
});

test("a folder that was opened in another way shows nothing by itself", async () => {
  await openWindow("/tern-bay");
  expect([opened, editor.ran]).toEqual([[], []]);
});
