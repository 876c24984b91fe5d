// The shell over `node:fs`, for folders on disk. It can create files exclusively, so the engine can
// lock.

import { constants } from "node:fs";
import * as fs from "node:fs";
import * as disk from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Answer, Fault, FileState } from "../../../webviews/contract/generated/protocol.ts";
import { DIFFERS, EXISTS, folderOf, foldersAbove, linkFailure, MISSING, isTooLarge, NOT_A_FILE, OK, sameBytes, SHARED, TOO_LARGE, type Shell } from "./shell.ts";
import { flushAround, makeFolders, placeOf } from "./durable.ts";
import { mainHome } from "./projectPlace.ts";
import { checkProcess, ownProcess } from "./processes.ts";
import { errorText } from "../../../webviews/contract/texts/texts.ts";

/**
 * Opens no symbolic link and does not wait for the other end of a pipe. Windows has no such flags;
 * the path check has to suffice.
 */
const NO_LINKS_NO_WAITING = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/**
 * Maximum duration of synchronous calls without a pause. Asynchronous calls cost five times as
 * much.
 */
const SLICE_MS = 8;
/**
 * Minimum calls per slice. On slower disks (network, virus scanner) asynchronous calls are faster.
 */
const MIN_CALLS_PER_SLICE = 50;
/** Maximum number of files open at the same time on a slow disk. */
const MAX_OPEN_FILES = 32;

const SHARED_PARENT = folderOf(SHARED);

/** `home` is the folder `.handoff`, which need not exist. */
export function nodeShell(home: string): Shell {
  const main = mainHome(home);
  const isShared = (path: string): boolean => path === SHARED || path.startsWith(`${SHARED}/`);
  /** Returns the folder below which a path is: that of the main working tree for shared files. */
  const rootOf = (path: string): string => (main !== undefined && isShared(path) ? main : home);
  const below = (root: string, path: string): string => (path === "" ? root : join(root, ...path.split("/")));
  const at = (path: string): string => below(rootOf(path), path);

  /** Refuses a path that contains a symbolic link below its root. */
  async function refuseLinks(path: string, use: (place: string) => Promise<Answer>): Promise<Answer> {
    try {
      for (const step of [...foldersAbove(path), path]) {
        const found = await disk.lstat(below(rootOf(path), step)).catch(ignoreMissing);
        if (found?.isSymbolicLink()) return linkFailure(step);
        if (found === undefined) break;
      }
      return await use(at(path));
    } catch (error) {
      return answerOf(error);
    }
  }

  const put = async (path: string, bytes: Uint8Array, flags: number, flush: boolean): Promise<Answer> =>
    await refuseLinks(path, async (place) => {
      await makeFolders(at(folderOf(path)));
      const file = await disk.open(place, flags | constants.O_WRONLY | constants.O_CREAT | NO_LINKS_NO_WAITING, 0o666);
      try {
        if (!(await file.stat()).isFile()) throw new NotAFile();
        await file.writeFile(bytes);
        if (flush) await file.sync();
      } finally {
        await file.close();
      }
      return OK;
    });

  return {
    get capabilities() {
      // The folder may be created, or replaced by a copy, later.
      return { exclusiveCreate: true, atomicReplace: true, append: true, fileLocks: false, process: ownProcess(), place: placeOf(dirname(home)), editors: false };
    },
    ...(main === undefined ? {} : { main }),

    async scan(path, isIncluded) {
      const found: FileState[] = [];
      for (const step of foldersAbove(path)) {
        const above = await disk.lstat(below(rootOf(path), step)).catch(ignoreMissing);
        if (above?.isSymbolicLink()) return [{ kind: "link", path: step }];
      }
      const top = await disk.lstat(at(path)).catch((error: unknown) => void found.push(stateOfFailure(path, error, true)));
      const pending: Entry[] = top === undefined ? [] : [[path, top]];
      const isElsewhere = (inner: string): boolean => main !== undefined && inner === SHARED;
      if (isElsewhere(SHARED) && ["", SHARED_PARENT].includes(path)) {
        const shared = await disk.lstat(at(SHARED)).catch(ignoreMissing);
        if (shared !== undefined) pending.push([SHARED, shared]);
      }
      let [quick, calls, begun] = [true, 0, performance.now()];
      while (pending.length > 0) {
        const looks = pending.splice(quick ? -1 : -MAX_OPEN_FILES).map(async ([here, kind]) => ({
          found: await scanEntry(here, at(here), kind, quick),
          again: () => scanEntry(here, at(here), kind, true),
        }));
        for (const { found: first, again } of await Promise.all(looks)) {
          // If too many files were open, reading one at a time may succeed.
          const { state, entries } = first.isOutOfHandles ? await again() : first;
          if (state.path !== "" || state.kind !== "folder") found.push(state);
          pending.push(...entries.filter(([inner]) => isIncluded(inner) && !isElsewhere(inner)));
        }
        calls += 1;
        if (performance.now() - begun > SLICE_MS) {
          quick &&= calls >= MIN_CALLS_PER_SLICE;
          await new Promise(setImmediate);
          [calls, begun] = [0, performance.now()];
        }
      }
      const has = (folder: string): boolean => found.some((state) => state.path === folder);
      // The parent need not exist in the folder of the worktree.
      if (isElsewhere(SHARED) && has(SHARED) && !has(SHARED_PARENT)) found.push({ kind: "folder", path: SHARED_PARENT });
      return found;
    },

    create: (path, bytes) => put(path, bytes, constants.O_EXCL, false),
    write: (path, bytes, flush) => put(path, bytes, constants.O_TRUNC, flush),

    read: (path) =>
      refuseLinks(path, async (place) => ({ kind: "bytes", bytes: await readFile(place, path) })),

    readFrom: (path, offset) =>
      refuseLinks(path, async (place) => ({ kind: "part", ...(await readEnd(place, offset)) })),

    append: (path, size, bytes, flush) =>
      refuseLinks(path, async (place) => {
        if (size === 0) await makeFolders(at(folderOf(path)));
        const flags = constants.O_WRONLY | constants.O_APPEND | (size === 0 ? constants.O_CREAT : 0);
        const file = await disk.open(place, flags | NO_LINKS_NO_WAITING, 0o666).catch(ignoreMissing);
        if (file === undefined) return DIFFERS;
        try {
          const found = await file.stat();
          if (!found.isFile()) throw new NotAFile();
          if (found.size !== size) return DIFFERS;
          await file.appendFile(bytes);
          if (flush) await file.sync();
        } finally {
          await file.close();
        }
        if (flush && size === 0) await flushAround(place);
        return OK;
      }),

    list: (path) => refuseLinks(path, async (place) => ({ kind: "names", names: (await disk.readdir(place)).toSorted() })),

    replace: (from, to, expected, flush) =>
      refuseLinks(from, () =>
        refuseLinks(to, async (target) => {
          const answer = await changeName(() => {
            // Both calls are synchronous, so no other code of this process runs in between.
            if (!sameBytes(readIfThere(target, to), expected)) return DIFFERS;
            if (expected === null) return renameNew(at(from), target);
            fs.renameSync(at(from), target);
            return OK;
          });
          if (flush) await flushAround(target);
          return answer;
        }),
      ),

    move: (from, to) =>
      refuseLinks(from, (source) =>
        refuseLinks(to, async (target) => {
          // On Windows, neighbours have the same number when it is rounded.
          const old = await disk.lstat(source, { bigint: true }).catch(ignoreMissing);
          if (old === undefined) return MISSING;
          const there = await disk.lstat(target, { bigint: true }).catch(ignoreMissing);
          // On a case-insensitive disk, a rename that only changes the case finds the file itself
          // at the target.
          if (there !== undefined && (there.ino !== old.ino || there.dev !== old.dev)) return EXISTS;
          await makeFolders(at(folderOf(to)));
          const answer = await changeName(() => {
            fs.renameSync(source, target);
            return OK;
          });
          await flushAround(source, target);
          return answer;
        }),
      ),

    remove: (path, flush) =>
      refuseLinks(path, async (place) => {
        const answer = await changeName(() => {
          fs.unlinkSync(place);
          return OK;
        });
        if (flush) await flushAround(place);
        return answer;
      }),

    makeFolder: (path) =>
      refuseLinks(path, async (place) => {
        await makeFolders(place);
        return OK;
      }),

    removeFolder: (path) =>
      refuseLinks(path, async (place) => {
        const answer = await changeName(async () => {
          await disk.rmdir(place);
          return OK;
        });
        await flushAround(place);
        return answer;
      }),

    checkProcess: (pid, started) => Promise.resolve(checkProcess(pid, started)),
  };
}

type Entry = readonly [path: string, kind: fs.Dirent | fs.Stats];

interface ScanResult {
  readonly state: FileState;
  /** The direct entries of a folder. */
  readonly entries: Entry[];
  /** True if reading failed because too many files were open. */
  readonly isOutOfHandles: boolean;
}

/** Returns the state of a path and its direct entries. */
async function scanEntry(path: string, place: string, kind: Entry[1], quick: boolean): Promise<ScanResult> {
  const alone = (state: FileState, isOutOfHandles = false): ScanResult => ({ state, entries: [], isOutOfHandles });
  if (kind.isSymbolicLink()) return alone({ kind: "link", path });
  try {
    if (kind.isDirectory()) {
      const names = { withFileTypes: true } as const;
      const inFolder = quick ? fs.readdirSync(place, names) : await disk.readdir(place, names);
      const entries = inFolder.map((entry): Entry => [path === "" ? entry.name : `${path}/${entry.name}`, entry]);
      return { state: { kind: "folder", path }, entries, isOutOfHandles: false };
    }
    if (!kind.isFile()) return alone({ kind: "unreadable", path, reason: NOT_A_FILE, isFolder: false });
    return alone({ kind: "file", path, bytes: quick ? readFileSync(place, path) : await readFile(place, path) });
  } catch (error) {
    return alone(stateOfFailure(path, error, kind.isDirectory()), ["EMFILE", "ENFILE"].includes(codeOf(error)));
  }
}

function stateOfFailure(path: string, error: unknown, isFolder: boolean): FileState {
  const gone = answerOf(error).kind === "missing";
  return gone ? { kind: "gone", path } : { kind: "unreadable", path, reason: reasonOf(error), isFolder };
}

class NotAFile extends Error {
  readonly code = "NOT_A_FILE";
}

/** Checks an open file, since its path may have been replaced after it was looked at. */
function checkOpen(found: fs.Stats, path: string): void {
  if (!found.isFile()) throw new NotAFile();
  if (isTooLarge(path, found.size)) throw new Error(TOO_LARGE);
}

async function readFile(place: string, path: string): Promise<Uint8Array> {
  const file = await disk.open(place, constants.O_RDONLY | NO_LINKS_NO_WAITING);
  try {
    checkOpen(await file.stat(), path);
    return new Uint8Array(await file.readFile());
  } finally {
    await file.close();
  }
}

/** Returns the size of a regular file and its content from an offset on. */
async function readEnd(place: string, offset: number): Promise<{ size: number; bytes: Uint8Array }> {
  const file = await disk.open(place, constants.O_RDONLY | NO_LINKS_NO_WAITING);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new NotAFile();
    const bytes = new Uint8Array(Math.max(0, found.size - offset));
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length, offset + length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return { size: Math.min(found.size, offset + length), bytes: bytes.subarray(0, length) };
  } finally {
    await file.close();
  }
}

function readFileSync(place: string, path: string): Uint8Array {
  const file = fs.openSync(place, constants.O_RDONLY | NO_LINKS_NO_WAITING);
  try {
    checkOpen(fs.fstatSync(file), path);
    return new Uint8Array(fs.readFileSync(file));
  } finally {
    fs.closeSync(file);
  }
}

function readIfThere(place: string, path: string): Uint8Array | null {
  try {
    return readFileSync(place, path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

/**
 * Renames a file to a name that must be free. If several programs want the same name, one gets it:
 * worktrees share their claims, but not the lock.
 */
function renameNew(from: string, to: string): Answer {
  try {
    fs.linkSync(from, to);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return DIFFERS;
    if (codeOf(error) === "ENOENT") throw error;
    // The file system has no hard links.
    fs.renameSync(from, to);
    return OK;
  }
  fs.unlinkSync(from);
  return OK;
}

/**
 * Changes a name. Windows denies that while another program, such as a virus scanner, holds the file or one below the
 * folder open.
 */
async function changeName(change: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await change();
  } catch (error) {
    const isHeld = process.platform === "win32" && ["EPERM", "EACCES"].includes(codeOf(error));
    return isHeld ? { kind: "failed", fault: "transient", reason: `another program may hold it open: ${errorText(error)}` } : answerOf(error);
  }
}

function ignoreMissing(error: unknown): undefined {
  if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return undefined;
  throw error;
}

const faults: Record<string, Fault> = {
  EBUSY: "transient",
  EAGAIN: "transient",
  EMFILE: "transient",
  ENFILE: "transient",
  EACCES: "denied",
  EPERM: "denied",
  EROFS: "denied",
  ELOOP: "denied",
  NOT_A_FILE: "notAFile",
  EISDIR: "notAFile",
  // A pipe without a reader, or a socket.
  ENXIO: "notAFile",
  ENOSPC: "full",
  EDQUOT: "full",
};

function answerOf(error: unknown): Answer {
  switch (codeOf(error)) {
    case "ENOENT":
    case "ENOTDIR":
      return MISSING;
    case "EEXIST":
    case "ENOTEMPTY":
      return EXISTS;
    default:
      return { kind: "failed", fault: faults[codeOf(error)] ?? "other", reason: reasonOf(error) };
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function reasonOf(error: unknown): string {
  if (faults[codeOf(error)] === "notAFile") return NOT_A_FILE;
  return errorText(error);
}
