// Answers what the engine asks beyond WASI; `crates/cli/src/ground/node.rs` has the questions. A question is a line of
// JSON and then bytes, and so is its answer.

import { spawnSync } from "node:child_process";
import { chmodSync, lstatSync, realpathSync, statSync } from "node:fs";
import { checkProcess, ownProcess } from "../extension/src/shells/processes.ts";
import { systemTimeZone } from "../extension/src/support/timeZone.ts";
import { findProgram } from "../extension/src/shells/findProgram.ts";
import type { Inbox } from "./mailbox.ts";
import { fromSystem, toSystem } from "./paths.ts";

type Question =
  | { readonly kind: "realPath"; readonly path: string }
  | { readonly kind: "identity"; readonly path: string; readonly follow: boolean }
  | { readonly kind: "mode"; readonly path: string }
  | { readonly kind: "restrict"; readonly path: string; readonly mode: number }
  | { readonly kind: "process" }
  | { readonly kind: "user" }
  | { readonly kind: "commandOnPath" }
  | { readonly kind: "ownFile" }
  | { readonly kind: "timeZone"; readonly now: number }
  | { readonly kind: "isRunning"; readonly pid: number; readonly started: string | null }
  | ({ readonly kind: "run" } & Program)
  | { readonly kind: "input"; readonly timeoutMs: number };

interface Program {
  readonly program: string;
  readonly arguments: readonly string[];
  readonly folder: string | null;
  /** The variables to set, or with null to remove. */
  readonly environment: readonly (readonly [string, string | null])[];
  readonly timeoutMs: number;
}

/** The value of an answer, and the bytes after it. */
type Reply = readonly [value: unknown, ...bytes: readonly Uint8Array[]];

const LINE_END = 10;
/** The part of a mode that is not the kind of the file. */
const PERMISSIONS = 0o7777;

/** Returns what answers questions. `file` is the one that was started. */
export function createHost(inbox: Inbox, file: string): (question: Uint8Array) => Uint8Array {
  return (message) => {
    const end = message.indexOf(LINE_END);
    const question = JSON.parse(new TextDecoder().decode(message.subarray(0, end))) as Question;
    try {
      const [ok, ...bytes] = answer(question, message.slice(end + 1), inbox, file);
      return joined({ ok }, bytes);
    } catch (error) {
      const { code, message: text } = error as NodeJS.ErrnoException;
      return joined({ error: [code ?? "", text] }, []);
    }
  };
}

function joined(line: object, bytes: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat([Buffer.from(`${JSON.stringify(line)}\n`), ...bytes]);
}

function answer(question: Question, input: Uint8Array, inbox: Inbox, file: string): Reply {
  switch (question.kind) {
    case "realPath":
      return [fromSystem(realpathSync.native(toSystem(question.path)))];
    case "identity": {
      const stat = question.follow ? statSync : lstatSync;
      const { dev, ino, uid } = stat(toSystem(question.path), { bigint: true });
      return [{ device: String(dev), inode: String(ino), owner: Number(uid) }];
    }
    case "mode":
      return [statSync(toSystem(question.path)).mode & PERMISSIONS];
    case "restrict":
      chmodSync(toSystem(question.path), question.mode);
      return [null];
    case "process":
      return [ownProcess()];
    case "user":
      return [process.geteuid?.() ?? null];
    case "commandOnPath":
      return [pathOf(findProgram("handoff", process.env["PATH"] ?? ""))];
    case "ownFile":
      return [pathOf(file)];
    case "timeZone":
      return [systemTimeZone(question.now)];
    case "isRunning": {
      const { kind } = checkProcess(question.pid, question.started);
      return [kind === "unknown" ? null : kind === "ok"];
    }
    case "run":
      return run(question, input);
    case "input": {
      const part = inbox.receive(question.timeoutMs);
      return part === null ? [false] : [true, part ?? new Uint8Array()];
    }
  }
}

function pathOf(file: string | undefined): string | null {
  return file === undefined ? null : fromSystem(file);
}

/** Runs a program without a shell, and waits for its end. */
function run({ program, arguments: args, folder, environment, timeoutMs }: Program, input: Uint8Array): Reply {
  const env = { ...process.env };
  // They say how this command was started.
  for (const name of ["HANDOFF_LAUNCHER", "HANDOFF_START", "ELECTRON_RUN_AS_NODE"]) delete env[name];
  for (const [name, value] of environment) {
    if (value === null) delete env[name];
    else env[name] = value;
  }
  const { status, stdout, stderr, error, pid } = spawnSync(toSystem(program), args, {
    ...(folder !== null && { cwd: toSystem(folder) }),
    env,
    input,
    // Zero would be no timeout.
    timeout: Math.max(1, timeoutMs),
    maxBuffer: Infinity,
    windowsHide: true,
    // A group of its own, so that the processes that it has started are ended with it.
    ...(process.platform !== "win32" && { detached: true }),
  });
  const timedOut = error !== undefined && "code" in error && error.code === "ETIMEDOUT";
  if (error !== undefined && !timedOut) throw error;
  if (timedOut) endGroup(pid);
  return [{ code: status, timedOut, outputBytes: stdout.length }, stdout, stderr];
}

function endGroup(pid: number): void {
  if (process.platform === "win32") return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Everything has ended.
  }
}
