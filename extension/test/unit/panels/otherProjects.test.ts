// The search for projects outside of the window.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Uri } from "vscode";
import { findProjects, resolveFolder } from "../../../src/workspace/otherProjects.ts";

vi.mock("vscode", async () => {
  const FileType = { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 };
  const typeOf = (entry: { isDirectory(): boolean; isFile(): boolean; isSymbolicLink(): boolean }): number =>
    entry.isDirectory() ? FileType.Directory : entry.isFile() ? FileType.File : FileType.SymbolicLink;
  return {
    ...(await import("../fakeVscode.ts")),
    FileType,
    workspace: {
      fs: {
        readDirectory: ({ path }: { path: string }) => Promise.resolve(readdirSync(path, { withFileTypes: true }).map((entry) => [entry.name, typeOf(entry)])),
        stat: ({ path }: { path: string }) => Promise.resolve({ type: typeOf(statSync(path)) }),
      },
    },
  };
});

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "handoff-others-"));
  for (const project of ["buoys", "deep/er/harbour", "archive/old", "node_modules/copy", "buoys/nested"]) {
    mkdirSync(join(home, project, ".handoff"), { recursive: true });
    writeFileSync(join(home, project, ".handoff", "config.toml"), "");
  }
  // Without a configuration it is no project.
  mkdirSync(join(home, "notes", ".handoff"), { recursive: true });
  symlinkSync(join(home, "buoys"), join(home, "link"));
});
afterEach(() => rmSync(home, { recursive: true }));

const found = async (folder: string, depth: number, without: string[] = ["node_modules"]): Promise<string[]> =>
  (await findProjects([Uri.file(folder)], { depth, without })).map(({ path }) => path.slice(home.length + 1));

test("projects are found down to a depth, the nearest first, without excluded folders and links", async () => {
  expect(await found(home, 1)).toEqual(["buoys"]);
  expect(await found(home, 5)).toEqual(["buoys", "archive/old", "buoys/nested", "deep/er/harbour"]);
  expect(await found(home, 5, ["node_modules", "archive", "deep"])).toEqual(["buoys", "buoys/nested"]);
  expect(await found(join(home, "missing"), 5)).toEqual([]);
  expect(await found(home, 0)).toEqual([]);
});

test.each([
  ["~/code", "/base/mika/code"],
  ["/srv/code", "/srv/code"],
  ["..", "/plans"],
  ["C:\\code", "C:\\code"],
])("the folder %s is %s", (folder, path) => {
  expect(resolveFolder(folder, Uri.file("/plans/atlas"), "/base/mika").path).toBe(path);
});
