// Every shell passes the same cases; and a scan finds all files, and follows no link.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import nodeFs, { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { nodeShell } from "../../src/shells/nodeShell.ts";
import type { Shell } from "../../src/shells/shell.ts";
import { workspaceShell } from "../../src/shells/workspaceShell.ts";
import { expectedOf, isPossible, outcomeOf, shellCases } from "../conformance.ts";
import { FakeFiles } from "./fakeFiles.ts";

interface Bench {
  readonly shell: Shell;
  file(path: string, content: Uint8Array): void;
  folder(path: string): void;
  link(path: string): void;
  pipe(path: string): void;
}

const made: string[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function onDisk(): Bench {
  const outside = mkdtempSync(join(tmpdir(), "handoff-shell-"));
  made.push(outside);
  const root = join(outside, "project", ".handoff");
  writeFileSync(join(outside, "secret"), "secret");
  const folder = (path: string): void => void mkdirSync(join(root, path), { recursive: true });
  return {
    shell: nodeShell(root),
    file: (path, content) => {
      folder(dirname(path));
      writeFileSync(join(root, path), content);
    },
    folder,
    link: (path) => {
      folder(dirname(path));
      symlinkSync(outside, join(root, path));
    },
    pipe: (path) => {
      folder(dirname(path));
      execFileSync("mkfifo", [join(root, path)]);
    },
  };
}

/** A file system that takes names for one which differ only in case, as those of Windows and macOS. */
class FilesIgnoringCase extends FakeFiles {
  override async stat(place: string): Promise<{ type: number }> {
    const stored = [...this.entries.keys()].find((path) => path.toLowerCase() === place.toLowerCase());
    return await super.stat(stored ?? place);
  }
}

function inWorkspace(files = new FakeFiles()): Bench {
  const at = (path: string): string => (path === "" ? "root" : `root/${path}`);
  const folder = (path: string): void => void files.createDirectory(at(path));
  const above = (path: string): void => folder(path.slice(0, Math.max(0, path.lastIndexOf("/"))));
  return {
    shell: workspaceShell(files, at),
    file: (path, content) => {
      above(path);
      files.entries.set(at(path), { type: 1, bytes: content });
    },
    folder,
    link: (path) => {
      above(path);
      files.link(at(path));
    },
    pipe: (path) => {
      above(path);
      files.pipe(at(path));
    },
  };
}

describe.each([
  ["on a disk", onDisk],
  ["in a workspace", () => inWorkspace()],
  ["in a workspace that ignores case", () => inWorkspace(new FilesIgnoringCase())],
] as const)("a shell %s", (_name, makeBench) => {
  test.each(shellCases.filter(isPossible))("$name", async (shellCase) => {
    const bench = makeBench();
    for (const state of shellCase.setup) {
      if (state.kind === "file") bench.file(state.path, state.bytes);
      if (state.kind === "folder") bench.folder(state.path);
      if (state.kind === "link") bench.link(state.path);
      if (state.kind === "unreadable") bench.pipe(state.path);
    }
    expect(await outcomeOf(bench.shell, shellCase)).toEqual(expectedOf(shellCase));
  });

  test("scan returns included files at and below a path, and follows no link", async () => {
    const { shell, file, folder, link } = makeBench();
    folder("tasks/t1/t1.1");
    file("trash/old", bytes("x"));
    file("tasks/t1/a", bytes("1"));
    link("tasks/away");
    const found = await shell.scan("", (path) => path !== "trash");
    expect(found.toSorted((left, right) => (left.path < right.path ? -1 : 1))).toEqual([
      { kind: "folder", path: "tasks" },
      { kind: "link", path: "tasks/away" },
      { kind: "folder", path: "tasks/t1" },
      { kind: "file", path: "tasks/t1/a", bytes: bytes("1") },
      { kind: "folder", path: "tasks/t1/t1.1" },
    ]);
    const everything = (): boolean => true;
    expect(await shell.scan("tasks/t1/a", everything)).toEqual([{ kind: "file", path: "tasks/t1/a", bytes: bytes("1") }]);
    expect(await shell.scan("tasks/t2", everything)).toEqual([{ kind: "gone", path: "tasks/t2" }]);
    expect(await shell.scan("tasks/away/secret", everything)).toEqual([{ kind: "link", path: "tasks/away" }]);
  });

  test("a file above the maximum size cannot be read, unless it is a log", async () => {
    const { shell, file } = makeBench();
    const large = new Uint8Array(64 * 2 ** 20 + 1);
    file("tasks/t1/a", large);
    file("activity/2026-12/a.jsonl", large);
    const reason = "it is larger than 64 MB";
    expect(await shell.scan("tasks/t1/a", () => true)).toEqual([{ kind: "unreadable", path: "tasks/t1/a", reason, isFolder: false }]);
    expect(await shell.read("tasks/t1/a")).toMatchObject({ kind: "failed", reason });
    expect((await shell.read("activity/2026-12/a.jsonl")).kind).toBe("bytes");
  });
});

test("scan of a slow disk returns the same files", async () => {
  const { shell, file } = onDisk();
  for (let number = 0; number < 80; number += 1) file(`tasks/t${number % 7}/t${number}/task.toml`, bytes(String(number)));
  const everything = (): boolean => true;
  const found = async () => (await shell.scan("", everything)).toSorted((left, right) => (left.path < right.path ? -1 : 1));
  const quick = await found();
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += 10));
  expect(await found()).toEqual(quick);
  expect(quick.filter(({ kind }) => kind === "file").length).toBe(80);
});

describe("a file that another program holds open", () => {
  const { renameSync, unlinkSync, promises } = nodeFs;
  const { rmdir } = promises;
  const platform = Object.getOwnPropertyDescriptor(process, "platform");

  function failing(system: string, code: string): void {
    Object.defineProperty(process, "platform", { value: system });
    const fail = (): never => {
      throw Object.assign(new Error(`${code}: it failed`), { code });
    };
    Object.assign(nodeFs, { renameSync: fail, unlinkSync: fail });
    promises.rmdir = async () => fail();
    syncBuiltinESMExports();
  }

  afterEach(() => {
    if (platform !== undefined) Object.defineProperty(process, "platform", platform);
    Object.assign(nodeFs, { renameSync, unlinkSync });
    promises.rmdir = rmdir;
    syncBuiltinESMExports();
  });

  test.each([
    ["win32", "EBUSY", "transient"],
    ["win32", "EPERM", "transient"],
    ["win32", "EACCES", "transient"],
    ["win32", "ENOSPC", "full"],
    ["win32", "ENAMETOOLONG", "other"],
    ["linux", "EBUSY", "transient"],
    ["linux", "EPERM", "denied"],
    ["linux", "EACCES", "denied"],
  ])("is a failure of its kind: on %s, %s is %s", async (system, code, fault) => {
    const { shell, file, folder } = onDisk();
    file("x", bytes("1"));
    file(".t", bytes("2"));
    folder("d");
    failing(system, code);
    const answers = [await shell.replace(".t", "x", bytes("1"), true), await shell.move("x", "y"), await shell.remove("x", true), await shell.removeFolder("d")];
    for (const answer of answers) {
      expect(answer).toMatchObject({ kind: "failed", fault });
      expect("reason" in answer && answer.reason).toContain(code);
    }
    expect(await shell.read("x")).toEqual({ kind: "bytes", bytes: bytes("1") });
  });
});

test("copies of a folder are different places", async () => {
  const [one, other] = [onDisk(), onDisk()];
  for (const { shell } of [one, other]) await shell.makeFolder("tasks");
  expect(one.shell.capabilities.place).toMatch(/^\d+$/u);
  expect(one.shell.capabilities.place).not.toBe(other.shell.capabilities.place);
  expect(inWorkspace().shell.capabilities.place).toBe(null);
});

test("nodeShell checks whether a process is running", async () => {
  const { shell } = onDisk();
  const own = shell.capabilities.process;
  if (own === null) throw new Error("This process has no identity.");
  expect(own.pid).toBe(process.pid);
  expect(await shell.checkProcess(own.pid, own.started)).toEqual({ kind: own.started === null ? "unknown" : "ok" });
  for (const pid of [0, -1, 2 ** 31, 2 ** 32, 0.5]) expect(await shell.checkProcess(pid, null)).toEqual({ kind: "missing" });
  const reused = await shell.checkProcess(own.pid, "another time");
  expect(reused).toEqual({ kind: own.started === null ? "unknown" : "missing" });
  const child = spawn(process.execPath, ["-e", "process.stdin.resume()"], { stdio: "pipe" });
  await once(child, "spawn");
  const { pid = 0 } = child;
  expect(await shell.checkProcess(pid, null)).toEqual({ kind: "unknown" });
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  expect(await shell.checkProcess(pid, null)).toEqual({ kind: "missing" });
});

test("workspaceShell cannot check processes", async () => {
  const { shell } = inWorkspace();
  expect(shell.capabilities.process).toBe(null);
  expect(await shell.checkProcess(process.pid, null)).toEqual({ kind: "unknown" });
});

describe("nodeShell in a linked worktree", () => {
  function worktrees(): { main: string; side: string } {
    const outside = realpathSync(mkdtempSync(join(tmpdir(), "handoff-trees-")));
    made.push(outside);
    const [main, side] = [join(outside, "main"), join(outside, "side")];
    for (const folder of [join(main, ".git/worktrees/side"), join(main, ".handoff"), join(side, ".handoff")]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(side, ".git"), `gitdir: ${join(main, ".git/worktrees/side")}\n`);
    writeFileSync(join(main, ".git/worktrees/side/commondir"), "../..\n");
    return { main: join(main, ".handoff"), side: join(side, ".handoff") };
  }
  const everything = (): boolean => true;

  test("shares the claims of the main working tree and nothing else", async () => {
    const { main, side } = worktrees();
    const shell = nodeShell(side);
    expect(shell.main).toBe(main);
    expect(nodeShell(main).main).toBe(undefined);
    mkdirSync(join(side, "local/claims"), { recursive: true });
    writeFileSync(join(side, "local/claims/own.json"), "not shared");
    expect(await shell.write("local/claims/.t1.tmp.1", bytes("{}"), true)).toEqual({ kind: "ok" });
    expect(await shell.replace("local/claims/.t1.tmp.1", "local/claims/t1.json", null, true)).toEqual({ kind: "ok" });
    expect(await shell.write("local/x.json", bytes("own"), true)).toEqual({ kind: "ok" });
    expect(readFileSync(join(main, "local/claims/t1.json"), "utf8")).toBe("{}");
    expect(existsSync(join(main, "local/x.json"))).toBe(false);
    const names = (await shell.scan("", everything)).map(({ path }) => path).toSorted();
    expect(names).toEqual(["local", "local/claims", "local/claims/t1.json", "local/x.json"]);
    rmSync(join(side, "local"), { recursive: true });
    const shared = (await shell.scan("", everything)).map(({ kind, path }) => `${kind} ${path}`).toSorted();
    expect(shared).toEqual(["file local/claims/t1.json", "folder local", "folder local/claims"]);
  });

  test.skipIf(process.platform === "win32")("follows no link on the way to the claims", async () => {
    const { main, side } = worktrees();
    symlinkSync(dirname(main), join(main, "local"));
    const answer = await nodeShell(side).create("local/claims/t1.json", bytes("{}"));
    expect(answer.kind).toBe("failed");
    expect(existsSync(join(dirname(main), "claims"))).toBe(false);
  });

  test("gives a free name to one of several shells", async () => {
    const { side } = worktrees();
    const shells = [nodeShell(side), nodeShell(side), nodeShell(side)];
    const answers = await Promise.all(
      shells.map(async (shell, number) => {
        await shell.write(`local/claims/.${number}`, bytes(String(number)), true);
        return await shell.replace(`local/claims/.${number}`, "local/claims/t1.json", null, true);
      }),
    );
    expect(answers.map(({ kind }) => kind).toSorted()).toEqual(["differs", "differs", "ok"]);
  });
});

test.skipIf(process.platform === "win32")("scan of a slow disk returns the same files with few file handles", () => {
  const { file } = onDisk();
  for (let number = 0; number < 80; number += 1) file(`t${number}/task.toml`, bytes(String(number)));
  const [outside = ""] = made;
  const script = `
    let now = 0;
    performance.now = () => (now += 10);
    const { nodeShell } = await import(${JSON.stringify(new URL("../../src/shells/nodeShell.ts", import.meta.url).href)});
    const found = await nodeShell(${JSON.stringify(join(outside, "project", ".handoff"))}).scan("", () => true);
    console.log(JSON.stringify([found.length, found.filter(({ kind }) => kind === "unreadable")]));`;
  const limited = ["-c", 'ulimit -n 32; exec "$0" --input-type=module -e "$1"', process.execPath, script];
  const said = execFileSync("sh", limited, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  expect(JSON.parse(said)).toEqual([160, []]);
});

test("nodeShell does not touch files outside of its folder", async () => {
  const bench = onDisk();
  bench.link("away");
  await bench.shell.write("away/secret", bytes("stolen"), true);
  await bench.shell.remove("away/secret", true);
  const [outside = ""] = made;
  expect(existsSync(join(outside, "secret")) && readFileSync(join(outside, "secret"), "utf8")).toBe("secret");
});
