// The interface between the engine and a file system: scanning, and performing the actions of a commit one at
// a time. All paths are relative to `.handoff/`, with `/` between parts. A shell follows no
// symbolic link below `.handoff/`.

import { maxFileMb } from "../../../webviews/contract/generated/values.ts";
import type { Action, Answer, Capabilities, FileState } from "../../../webviews/contract/generated/protocol.ts";

export interface Shell {
  readonly capabilities: Capabilities;
  /** The `.handoff` folder in which the shared files are, if it is another one. */
  readonly main?: string;
  /**
   * Returns what exists at a path and below it, as far as `isIncluded` allows; `gone` if nothing
   * exists.
   */
  scan(path: string, isIncluded: (path: string) => boolean): Promise<FileState[]>;
  /** Creates a file that serves as a lock, without a flush. */
  create(path: string, bytes: Uint8Array): Promise<Answer>;
  read(path: string): Promise<Answer>;
  /** Returns the content from an offset on, and the size of the whole file. */
  readFrom(path: string, offset: number): Promise<Answer>;
  /** Appends to a file of this size; `differs` if it has another one. */
  append(path: string, size: number, bytes: Uint8Array, flush: boolean): Promise<Answer>;
  list(path: string): Promise<Answer>;
  write(path: string, bytes: Uint8Array, flush: boolean): Promise<Answer>;
  replace(from: string, to: string, expected: Uint8Array | null, flush: boolean): Promise<Answer>;
  move(from: string, to: string): Promise<Answer>;
  remove(path: string, flush: boolean): Promise<Answer>;
  makeFolder(path: string): Promise<Answer>;
  removeFolder(path: string): Promise<Answer>;
  /** Returns whether a process of this host is running. */
  checkProcess(pid: number, started: string | null): Promise<Answer>;
}

export type ShellAction = Exclude<Action, { kind: "findChanges" } | { kind: "settleEditors" } | { kind: "wait" } | { kind: "end" }>;

/** Performs one action of a commit. Refuses any path that could leave `.handoff/`. */
export async function perform(shell: Shell, action: ShellAction): Promise<Answer> {
  if (action.kind === "checkProcess") return await shell.checkProcess(action.pid, action.started);
  // Node has no locks of the operating system, and so has no file system of VSCode.
  if (action.kind === "lockFile" || action.kind === "unlockFile") return { kind: "unknown" };
  const paths = "path" in action ? [action.path] : [action.from, action.to];
  for (const path of paths) {
    if (path === "" && (action.kind === "list" || action.kind === "makeFolder")) continue;
    const reason = pathProblem(path);
    if (reason !== null) return { kind: "failed", fault: "denied", reason };
  }
  switch (action.kind) {
    case "create":
      return await shell.create(action.path, action.bytes);
    case "read":
      return await shell.read(action.path);
    case "readFrom":
      return await shell.readFrom(action.path, action.offset);
    case "append":
      return await shell.append(action.path, action.size, action.bytes, action.flush === true);
    case "list":
      return await shell.list(action.path);
    case "write":
      return await shell.write(action.path, action.bytes, action.flush === true);
    case "replace":
      return await shell.replace(action.from, action.to, action.expected, action.flush === true);
    case "move":
      return await shell.move(action.from, action.to);
    case "remove":
      return await shell.remove(action.path, action.flush === true);
    case "makeFolder":
      return await shell.makeFolder(action.path);
    case "removeFolder":
      return await shell.removeFolder(action.path);
  }
}

export const OK: Answer = { kind: "ok" };
export const MISSING: Answer = { kind: "missing" };
export const EXISTS: Answer = { kind: "exists" };
export const DIFFERS: Answer = { kind: "differs" };

export function linkFailure(path: string): Answer {
  return { kind: "failed", fault: "denied", reason: `${path} is a symbolic link, which is not followed` };
}

/** Reason of a failure; completes sentences such as "{path} could not be read: …". */
export const NOT_A_FILE = "it is not a regular file";
/** Reason of a failure, like `NOT_A_FILE`. */
export const TOO_LARGE = `it is larger than ${maxFileMb} MB`;

/** Whether a file is too large to be read as a whole. Logs have no maximum size. */
export function isTooLarge(path: string, size: number): boolean {
  return size > maxFileMb * 2 ** 20 && !path.startsWith("activity/");
}

export function sameBytes(left: Uint8Array | null, right: Uint8Array | null): boolean {
  if (left === null || right === null) return left === right;
  return left.length === right.length && left.every((byte, index) => byte === right[index]);
}

/**
 * Returns why a path must not be used, or null if it may. The engine sends only valid paths; this
 * second check is the shell's own. The conformance cases keep it equal to the engine's.
 */
function pathProblem(path: string): string | null {
  const bad = path.split("/").some((part) => part === "" || part === "." || part === ".." || /[\\\0]/u.test(part) || /^[A-Za-z]:/u.test(part));
  return bad ? `The path ${JSON.stringify(path)} is not inside the .handoff folder.` : null;
}

/** Returns the folders above a path, outermost first: `a/b/c` has `a` and `a/b`. */
export function foldersAbove(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** The folder that the worktrees of a repository share: the claims. */
export const SHARED = "local/claims";

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
