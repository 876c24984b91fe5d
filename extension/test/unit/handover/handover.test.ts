// Interrupted handovers: how they are found, said, and resumed.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { HandoverStatus } from "../../../src/handover/handoverStatus.ts";
import { HandoverWatch, type FoundHandover } from "../../../src/handover/handoverWatch.ts";
import { handoverCommands } from "../../../src/handover/resumeHandover.ts";
import { findProgram } from "../../../src/shells/findProgram.ts";
import { Emitter } from "../../../src/support/emitter.ts";
import type { HandoffCommand, Launch } from "../../../src/support/handoffProgram.ts";
import type { Project } from "../../../src/workspace/project.ts";
import { FakeFiles } from "../fakeFiles.ts";
import { FakeMemento } from "../fakeVscode.ts";
import { memoryProject, run } from "../memoryProject.ts";

const editor = vi.hoisted(() => ({
  touched: [] as (() => void)[],
  said: [] as string[],
  answer: undefined as string | undefined,
  item: { text: "", tooltip: "", isShown: false },
  isTrusted: true,
  tasks: [] as unknown[],
}));

vi.mock("vscode", async () => {
  const say = (text: string) => {
    editor.said.push(text);
    return Promise.resolve(editor.answer);
  };
  const listen = (listener: () => void) => {
    editor.touched.push(listener);
    return { dispose: () => undefined };
  };
  const item = Object.assign(editor.item, {
    show: () => void (editor.item.isShown = true),
    hide: () => void (editor.item.isShown = false),
    dispose: () => undefined,
  });
  class Execution {
    readonly call: unknown[];
    constructor(...call: unknown[]) {
      this.call = call;
    }
  }
  class Task {
    readonly execution: unknown;
    constructor(...[, , , , execution]: unknown[]) {
      this.execution = execution;
    }
  }
  return {
    ...(await import("../fakeVscode.ts")),
    env: { language: "en-US", clipboard: { writeText: () => Promise.resolve() } },
    commands: { executeCommand: () => Promise.resolve() },
    RelativePattern: Object,
    StatusBarAlignment: { Left: 1 },
    TaskRevealKind: { Always: 1 },
    TaskScope: { Workspace: 2 },
    ProcessExecution: Execution,
    Task,
    tasks: {
      executeTask: (task: { execution: { call: unknown } }) => Promise.resolve(void editor.tasks.push(task.execution.call)),
      onDidEndTaskProcess: (listener: (event: object) => void) => {
        queueMicrotask(() => listener({ execution: undefined, exitCode: 0 }));
        return { dispose: () => undefined };
      },
    },
    workspace: {
      get isTrusted() {
        return editor.isTrusted;
      },
      createFileSystemWatcher: () => ({ dispose: () => undefined, onDidCreate: listen, onDidChange: listen, onDidDelete: listen }),
    },
    window: { createStatusBarItem: () => item, showWarningMessage: say, showErrorMessage: say, showInformationMessage: say },
  };
});

const CHECKPOINT = "local/handover/checkpoint.json";
const LOCK = "local/handover/lock";

let files: FakeFiles;
let project: Project;
let watch: HandoverWatch;

beforeEach(async () => {
  Object.assign(editor, { touched: [], said: [], answer: undefined, isTrusted: true, tasks: [] });
  editor.item.isShown = false;
  files = new FakeFiles();
  project = await memoryProject("file:///p", files);
  watch = new HandoverWatch({ all: [project], onDidChange: project.onDidChange as never }, (message) => {
    throw new Error(message);
  });
  return () => watch.dispose();
});

async function write(path: string, value: unknown): Promise<void> {
  await files.createDirectory("local/handover");
  files.entries.set(path, { type: 1, bytes: new TextEncoder().encode(JSON.stringify(value)) });
  for (const touch of editor.touched) touch();
}

const checkpoint = (id: string, note: "done" | "pending" = "pending") => ({
  status: "in_progress",
  steps: { facts: "done", session: "done", note },
  started_at: "2026-12-01T16:30:02.000000+00:00",
  finished_at: null,
  run: id,
  failed: { step: "note", message: "The disk is full." },
});

const found = (): Promise<FoundHandover> =>
  vi.waitFor(() => {
    const [first] = watch.interrupted;
    if (first === undefined) throw new Error("No handover was found to be interrupted.");
    return first;
  });

test("an interrupted handover is found when the project is loaded, and gone when it is completed", async () => {
  await write(CHECKPOINT, checkpoint("h-1"));
  project.invalidate();
  expect((await found()).handover).toMatchObject({ id: "h-1", done: ["facts", "session"], pending: ["note"], failed: { step: "note" } });
  await write(CHECKPOINT, checkpoint("h-1", "done"));
  await vi.waitFor(() => expect(watch.interrupted).toEqual([]));
});

test("a handover whose lock is held is not reported", async () => {
  await write(CHECKPOINT, checkpoint("h-1"));
  await write(LOCK, { writer: "other", since: project.context.now, nonce: "n", process: { host: "elsewhere", boot: null, pid: 1, started: null } });
  expect(await project.onDemand.checkHandover()).toEqual({ kind: "running", lookAgainAfterMs: 10_000 });
  files.entries.delete(LOCK);
  expect((await project.onDemand.checkHandover()).kind).toBe("interrupted");
});

test("the status bar shows it until it is completed; a message says it once for each handover", async () => {
  const memory = new FakeMemento();
  const changed = new Emitter<void>();
  let interrupted: FoundHandover[] = [];
  const resumed: string[] = [];
  const status = new HandoverStatus({ get interrupted() { return interrupted; }, onDidChange: changed.event }, memory, ({ handover }) => resumed.push(handover.id));
  await write(CHECKPOINT, checkpoint("h-1"));
  project.invalidate();
  interrupted = [await found()];
  changed.fire();
  await vi.waitFor(() => expect(editor.said).toHaveLength(1));
  expect(editor.said[0]).toMatch(/^The handover of Dec [12], 2026, .* is half done\. Done: facts, session\. Pending: note\. It stopped at the step note: The disk is full\.$/u);
  expect([editor.item.isShown, editor.item.tooltip]).toEqual([true, editor.said[0]]);
  changed.fire();
  interrupted = [];
  changed.fire();
  expect([editor.item.isShown, editor.said.length]).toEqual([false, 1]);
  editor.answer = "Resume";
  interrupted = [{ project, handover: { id: "h-2", startedAt: "", done: [], pending: ["note"] } }];
  changed.fire();
  await vi.waitFor(() => expect(resumed).toEqual(["h-2"]));
  expect(editor.said[1]).toBe("A handover is half done. No step is done. Pending: note.");
  status.dispose();
});

test("it is resumed by the command as a process; where that is not possible, a sentence says why", async () => {
  await write(CHECKPOINT, checkpoint("h-1"));
  project.invalidate();
  await found();
  const env = { ELECTRON_RUN_AS_NODE: "1" };
  const command = (launch: Launch | undefined): HandoffCommand => ({ find: () => Promise.resolve(launch), run: () => Promise.reject(new Error("It runs as a task.")) });
  const packaged = command({ program: "/bin/node", args: ["/ext/handoff.js"], env, isPackaged: true });
  const resume = async (host: HandoffCommand | undefined) => await handoverCommands(watch, host)["handoff.resumeHandover"]?.();
  await resume(packaged);
  expect(editor.tasks).toEqual([["/bin/node", ["/ext/handoff.js", "handover", "run"], { cwd: "/p", env }]]);
  for (const missing of [undefined, command(undefined)]) await resume(missing);
  editor.isTrusted = false;
  await resume(packaged);
  editor.isTrusted = true;
  await run(project, { kind: "pauseWriting", reason: "Release." });
  await resume(packaged);
  const untrusted = "This workspace is not trusted, so Handoff runs no program in it.";
  expect(editor.said).toEqual(["Handoff cannot run programs here.", expect.stringContaining("has no handoff command"), untrusted, expect.stringContaining("Release.")]);
  expect(editor.tasks).toHaveLength(1);
});

test("a program is searched in the absolute folders of the search path", () => {
  const folder = mkdtempSync(join(tmpdir(), "handoff-path-"));
  const name = process.platform === "win32" ? "handoff.exe" : "handoff";
  const [withFolder, plain, right] = ["a", "b", "c"].map((part) => join(folder, part)) as [string, string, string];
  mkdirSync(join(withFolder, name), { recursive: true });
  for (const part of [plain, right]) mkdirSync(part);
  writeFileSync(join(plain, name), "");
  chmodSync(join(plain, name), 0o644);
  writeFileSync(join(right, name), "");
  chmodSync(join(right, name), 0o755);
  expect(findProgram("handoff", ["bin", ".", "", withFolder].join(delimiter))).toBeUndefined();
  const command = findProgram("handoff", [withFolder, ...(process.platform === "win32" ? [] : [plain]), right].join(delimiter));
  expect(command).toBe(join(right, name));
  rmSync(folder, { recursive: true });
});
