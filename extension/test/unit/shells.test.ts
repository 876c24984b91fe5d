// Every shell does the same. What the engine relies on is in `tests/conformance/shell.json`, shared with all shells; here is what is
// peculiar to those of the extension: nothing leaves the folder, links are not followed, a scan finds what is there.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { nodeShell } from "../../src/shells/nodeShell.ts";
import { perform, type FileAction, type Shell } from "../../src/shells/shell.ts";
import { workspaceShell } from "../../src/shells/workspaceShell.ts";
import { FakeFiles } from "./fakeFiles.ts";

interface Bench {
  readonly shell: Shell;
  file(path: string, content: string): void;
  folder(path: string): void;
  link(path: string): void;
}

const made: string[] = [];
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function onDisk(): Bench {
  const outside = mkdtempSync(join(tmpdir(), "handoff-shell-"));
  made.push(outside);
  const root = join(outside, ".handoff");
  mkdirSync(root);
  writeFileSync(join(outside, "secret"), "outside");
  return {
    shell: nodeShell(root),
    file: (path, content) => writeFileSync(join(root, path), content),
    folder: (path) => mkdirSync(join(root, path), { recursive: true }),
    link: (path) => symlinkSync(outside, join(root, path)),
  };
}

function inWorkspace(): Bench {
  const files = new FakeFiles();
  return {
    shell: workspaceShell(files, (path) => path),
    file: (path, content) => files.entries.set(path, { type: 1, bytes: bytes(content) }),
    folder: (path) => void files.createDirectory(path),
    link: (path) => files.link(path),
  };
}

const everything = (): boolean => true;
const unsafe = ["../secret", "a/../../secret", "/etc/passwd", "a//b", "a/./b", "", "a\\..\\b", "C:/secret", "a\0b"];

describe.each([
  ["on a disk", onDisk],
  ["in a workspace", inWorkspace],
] as const)("a shell %s", (_name, makeBench) => {
  test.each(unsafe)("refuses the path %j in every action", async (path) => {
    const { shell } = makeBench();
    const safe = "safe";
    const content = bytes("x");
    const actions: FileAction[] = [
      { kind: "create", path, bytes: content },
      { kind: "read", path },
      { kind: "write", path, bytes: content },
      { kind: "replace", from: path, to: safe, expected: null },
      { kind: "replace", from: safe, to: path, expected: null },
      { kind: "move", from: path, to: safe },
      { kind: "move", from: safe, to: path },
      { kind: "remove", path },
      { kind: "removeFolder", path },
    ];
    for (const action of actions) expect(await perform(shell, action)).toMatchObject({ kind: "failed", fault: "denied" });
  });

  test("follows no link, in a scan or in an action", async () => {
    const { shell, link } = makeBench();
    link("away");
    expect(await shell.scan("", everything)).toEqual([{ kind: "link", path: "away" }]);
    expect(await shell.scan("away/secret", everything)).toEqual([{ kind: "link", path: "away" }]);
    const actions: FileAction[] = [
      { kind: "read", path: "away/secret" },
      { kind: "list", path: "away" },
      { kind: "write", path: "away/new", bytes: bytes("x") },
      { kind: "write", path: "away", bytes: bytes("x") },
      { kind: "remove", path: "away/secret" },
    ];
    for (const action of actions) expect(await perform(shell, action)).toMatchObject({ kind: "failed", fault: "denied" });
  });

  test("scans what is wanted at and below a path", async () => {
    const { shell, file, folder } = makeBench();
    folder("tasks/t1/t1.1");
    folder("trash");
    file("trash/old", "x");
    file("tasks/t1/a", "1");
    const wanted = (path: string): boolean => path !== "trash";
    const found = await shell.scan("", wanted);
    expect(found.toSorted((left, right) => (left.path < right.path ? -1 : 1))).toEqual([
      { kind: "folder", path: "tasks" },
      { kind: "folder", path: "tasks/t1" },
      { kind: "file", path: "tasks/t1/a", bytes: bytes("1") },
      { kind: "folder", path: "tasks/t1/t1.1" },
    ]);
    expect(await shell.scan("tasks/t1/a", wanted)).toEqual([{ kind: "file", path: "tasks/t1/a", bytes: bytes("1") }]);
    expect(await shell.scan("tasks/t2", wanted)).toEqual([{ kind: "gone", path: "tasks/t2" }]);
  });

  test("replaces only what was expected", async () => {
    const { shell, file } = makeBench();
    file("goal", "old");
    file("new", "new");
    expect(await shell.replace("new", "goal", bytes("other"))).toEqual({ kind: "differs" });
    expect(await shell.replace("new", "goal", null)).toEqual({ kind: "differs" });
    expect(await shell.read("goal")).toEqual({ kind: "bytes", bytes: bytes("old") });
    expect(await shell.replace("new", "goal", bytes("old"))).toEqual({ kind: "ok" });
    expect(await shell.read("goal")).toEqual({ kind: "bytes", bytes: bytes("new") });
    expect(await shell.read("new")).toEqual({ kind: "missing" });
  });

  test("moves nothing onto something, and makes the parents of the goal", async () => {
    const { shell, file, folder } = makeBench();
    folder("from/inner");
    file("from/inner/a", "1");
    folder("there");
    expect(await shell.move("from", "there")).toEqual({ kind: "exists" });
    expect(await shell.move("nowhere", "else")).toEqual({ kind: "missing" });
    expect(await shell.move("from", "deep/down/to")).toEqual({ kind: "ok" });
    expect(await shell.read("deep/down/to/inner/a")).toEqual({ kind: "bytes", bytes: bytes("1") });
  });

  test("creates once, lists, and removes only empty folders", async () => {
    const { shell } = makeBench();
    expect(await shell.create("a/b", bytes("1"))).toEqual({ kind: "ok" });
    expect(await shell.create("a/b", bytes("2"))).toEqual({ kind: "exists" });
    expect(await shell.list("a")).toEqual({ kind: "names", names: ["b"] });
    expect(await shell.list("none")).toEqual({ kind: "missing" });
    expect(await shell.removeFolder("a")).toEqual({ kind: "exists" });
    expect(await shell.remove("a/b")).toEqual({ kind: "ok" });
    expect(await shell.remove("a/b")).toEqual({ kind: "missing" });
    expect(await shell.removeFolder("a")).toEqual({ kind: "ok" });
    expect(await shell.removeFolder("a")).toEqual({ kind: "missing" });
    expect(await shell.makeFolder("x/y")).toEqual({ kind: "ok" });
    expect(await shell.makeFolder("x/y")).toEqual({ kind: "ok" });
  });
});

test("a shell on a disk leaves what is outside alone", async () => {
  const bench = onDisk();
  bench.link("away");
  await bench.shell.write("away/secret", bytes("stolen"));
  await bench.shell.remove("away/secret");
  const [outside = ""] = made;
  expect(existsSync(join(outside, "secret")) && readFileSync(join(outside, "secret"), "utf8")).toBe("outside");
});
