import { expect, test, vi } from "vitest";
import { contextSource } from "../../src/support/identity.ts";
import { FakeMemento } from "./fakeVscode.ts";

const editor = vi.hoisted(() => ({ userName: "", folders: [] as { uri: { scheme: string; fsPath: string } }[] }));

vi.mock("vscode", async () => ({
  ...(await import("./fakeVscode.ts")),
  workspace: {
    getConfiguration: () => ({ get: () => editor.userName }),
    get workspaceFolders() {
      return editor.folders;
    },
  },
}));

const onDisk = { uri: { scheme: "file", fsPath: "/project" } };
const inBrowser = { uri: { scheme: "vscode-vfs", fsPath: "/project" } };

test.each([
  ["the setting comes first", " Maya ", [onDisk], "Git", "Maya"],
  ["then Git", "", [inBrowser, onDisk], "Git", "Git of /project"],
  ["then the account", "", [onDisk], "", "account"],
  ["a folder in the browser has no Git", "", [inBrowser], "Git", "account"],
])("a person's name: %s", async (_, userName, folders, git, expected) => {
  Object.assign(editor, { userName, folders });
  const names = { system: "account", git: (folder: string) => Promise.resolve(git && `${git} of ${folder}`) };
  const context = contextSource(new FakeMemento(), names, () => undefined);
  await vi.waitFor(() => expect(context().actor).toEqual({ kind: "human", name: expected }));
});
