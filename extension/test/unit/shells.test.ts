// Every shell does the same (`shellCases.ts`), follows no link, and finds what is there.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { nodeShell } from "../../src/shells/nodeShell.ts";
import type { FileAction, Shell } from "../../src/shells/shell.ts";
import { workspaceShell } from "../../src/shells/workspaceShell.ts";
import { answersOf, byPath, bytes, shellCases } from "../shellCases.ts";
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

function onDisk(): Bench {
  const outside = mkdtempSync(join(tmpdir(), "handoff-shell-"));
  made.push(outside);
  const root = join(outside, ".handoff");
  mkdirSync(root);
  writeFileSync(join(outside, "secret"), "outside");
  return {
    shell: nodeShell(root),
    file: (path, content) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    },
    folder: (path) => mkdirSync(join(root, path), { recursive: true }),
    link: (path) => symlinkSync(outside, join(root, path)),
  };
}

function inWorkspace(): Bench {
  const files = new FakeFiles();
  const folder = (path: string): void => void files.createDirectory(path);
  return {
    shell: workspaceShell(files, (path) => path),
    file: (path, content) => {
      if (path.includes("/")) folder(path.slice(0, path.lastIndexOf("/")));
      files.entries.set(path, { type: 1, bytes: bytes(content) });
    },
    folder,
    link: (path) => files.link(path),
  };
}

describe.each([
  ["on a disk", onDisk],
  ["in a workspace", inWorkspace],
] as const)("a shell %s", (_name, makeBench) => {
  test.each(shellCases)("$name", async ({ files = {}, steps }) => {
    const bench = makeBench();
    for (const [path, content] of Object.entries(files)) bench.file(path, content);
    expect(await answersOf(bench.shell, steps)).toEqual(steps.map(([, answer]) => answer));
  });

  test("follows no link, in a scan or in an action", async () => {
    const { shell, link } = makeBench();
    link("away");
    expect(await shell.scan("", () => true)).toEqual([{ kind: "link", path: "away" }]);
    expect(await shell.scan("away/secret", () => true)).toEqual([{ kind: "link", path: "away" }]);
    const actions: FileAction[] = [
      { kind: "read", path: "away/secret" },
      { kind: "list", path: "away" },
      { kind: "write", path: "away/new", bytes: bytes("x") },
      { kind: "write", path: "away", bytes: bytes("x") },
      { kind: "remove", path: "away/secret" },
    ];
    const answers = await answersOf(shell, actions.map((action) => [action, "refused"]));
    expect(answers).toEqual(actions.map(() => "refused"));
  });

  test("scans what is wanted at and below a path", async () => {
    const { shell, file, folder } = makeBench();
    folder("tasks/t1/t1.1");
    file("trash/old", "x");
    file("tasks/t1/a", "1");
    const wanted = (path: string): boolean => path !== "trash";
    expect((await shell.scan("", wanted)).toSorted(byPath)).toEqual([
      { kind: "folder", path: "tasks" },
      { kind: "folder", path: "tasks/t1" },
      { kind: "file", path: "tasks/t1/a", bytes: bytes("1") },
      { kind: "folder", path: "tasks/t1/t1.1" },
    ]);
    expect(await shell.scan("tasks/t1/a", wanted)).toEqual([{ kind: "file", path: "tasks/t1/a", bytes: bytes("1") }]);
    expect(await shell.scan("tasks/t2", wanted)).toEqual([{ kind: "gone", path: "tasks/t2" }]);
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
