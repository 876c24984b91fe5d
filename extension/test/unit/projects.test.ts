// The projects of a window, and the folder in which it works on one, which may be a worktree of Git that uses the project of another.
import { afterEach, expect, test, vi } from "vitest";
import type { WorkspaceFolder } from "vscode";
import { Projects } from "../../src/workspace/projects.ts";
import type { Services } from "../../src/workspace/projectPorts.ts";

const window = vi.hoisted(() => ({ folders: [] as string[], findFiles: (): Promise<never[]> => Promise.resolve([]) }));

vi.mock("vscode", async () => {
  const fake = await import("./fakeVscode.ts");
  const event = () => ({ dispose: () => undefined });
  return {
    ...fake,
    RelativePattern: vi.fn<() => void>(),
    commands: { executeCommand: () => Promise.resolve() },
    workspace: {
      get workspaceFolders() {
        return window.folders.map((folder) => ({ uri: fake.Uri.file(folder) }) as unknown as WorkspaceFolder);
      },
      onDidChangeWorkspaceFolders: event,
      onDidGrantWorkspaceTrust: event,
      getWorkspaceFolder: () => undefined,
      createFileSystemWatcher: () => ({ onDidCreate: event, onDidDelete: event, onDidChange: event, dispose: () => undefined }),
      findFiles: () => window.findFiles(),
    },
  };
});

/** Finds the project of each folder in the main checkout. */
const services = {
  loadEngine: () => Promise.resolve({}),
  log: { error: () => undefined },
  findPlace: (folder: string) => ({ folder, home: "/plans/main/.handoff", isProject: true }),
} as unknown as Services;
let projects: Projects;
afterEach(() => projects.dispose());

test.each([
  [["/plans/side"], "file:///plans/side"],
  [["/plans/side", "/plans/main"], "file:///plans/main"],
])("of %s, the window works in %s", async (folders, expected) => {
  window.folders = folders;
  projects = new Projects(services);
  await projects.find();
  const [project] = projects.all;
  expect(project?.id).toBe("file:///plans/main");
  expect(project && projects.workFolder(project)).toBe(expected);
});

test("a search that ends after a later one does not undo it", async () => {
  window.folders = ["/plans/main"];
  let place = { folder: "/plans/main", home: "/plans/main/.handoff", isProject: false };
  projects = new Projects({ ...services, findPlace: () => place });
  let finishSlowSearch: (() => void) | undefined;
  window.findFiles = () => new Promise((resolve) => (finishSlowSearch = () => resolve([])));
  const slow = projects.find(true);
  await vi.waitFor(() => expect(finishSlowSearch).toBeDefined());

  place = { ...place, isProject: true };
  window.findFiles = () => Promise.resolve([]);
  await projects.find(true);
  expect(projects.all).toHaveLength(1);
  finishSlowSearch?.();
  await slow;
  expect(projects.all).toHaveLength(1);
});
