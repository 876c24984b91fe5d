// The folder in which a window works on a project, which may be a worktree of Git that uses the project of another one.
import { afterEach, expect, test, vi } from "vitest";
import type { WorkspaceFolder } from "vscode";
import { Projects } from "../../src/workspace/projects.ts";
import type { Services } from "../../src/workspace/projectPorts.ts";

const window = vi.hoisted(() => ({ folders: [] as string[] }));

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
      findFiles: () => Promise.resolve([]),
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
