// The shell over `node:fs`, for folders on a disk. It can create a file exclusively, so the engine can lock.

import { constants } from "node:fs";
import * as fs from "node:fs";
import * as disk from "node:fs/promises";
import { join } from "node:path";
import type { Answer, Fault, FileState } from "../../../webviews/contract/generated/protocol.ts";
import { foldersAbove, folderOf } from "./pathRule.ts";
import { sameBytes, type Shell } from "./shell.ts";

const OK: Answer = { kind: "ok" };
const MISSING: Answer = { kind: "missing" };
const EXISTS: Answer = { kind: "exists" };
/** Where Windows has no such flag, the check of the path has to do. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
/** So many files are open at a time while a folder is read. */
const OPEN_FILES = 32;

/** `root` is the folder `.handoff` itself, which need not exist. */
export function nodeShell(root: string): Shell {
  const at = (path: string): string => (path === "" ? root : join(root, ...path.split("/")));

  /** Refuses a path with a symbolic link anywhere below the root, the last part included. */
  async function guarded(path: string, use: (place: string) => Promise<Answer>): Promise<Answer> {
    try {
      for (const step of [...foldersAbove(path), path]) {
        const found = await disk.lstat(at(step)).catch(ignoreMissing);
        if (found?.isSymbolicLink()) return linkRefused(step);
        if (found === undefined) break;
      }
      return await use(at(path));
    } catch (error) {
      return answerTo(error);
    }
  }

  const put = async (path: string, bytes: Uint8Array, flags: number): Promise<Answer> =>
    await guarded(path, async (place) => {
      await disk.mkdir(at(folderOf(path)), { recursive: true });
      const file = await disk.open(place, flags | constants.O_WRONLY | constants.O_CREAT | NO_FOLLOW, 0o666);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      return OK;
    });

  return {
    capabilities: { exclusiveCreate: true },

    async scan(path, wanted) {
      const found: FileState[] = [];
      const limit = limiter(OPEN_FILES);
      const look = async (here: string, entry: fs.Dirent | fs.Stats): Promise<void> => {
        if (!entry.isDirectory()) {
          found.push(await limit(() => stateOf(here, at(here), entry)));
          return;
        }
        if (here !== "") found.push({ kind: "folder", path: here });
        const entries = await limit(() => disk.readdir(at(here), { withFileTypes: true })).catch((error: unknown) => {
          found.push(unreadOrGone(here, error));
          return [];
        });
        const below = entries.map((inner) => [here === "" ? inner.name : `${here}/${inner.name}`, inner] as const);
        await Promise.all(below.filter(([inner]) => wanted(inner)).map(([inner, kind]) => look(inner, kind)));
      };
      for (const step of foldersAbove(path)) {
        const above = await disk.lstat(at(step)).catch(ignoreMissing);
        if (above?.isSymbolicLink()) return [{ kind: "link", path: step }];
      }
      const top = await disk.lstat(at(path)).catch((error: unknown) => void found.push(unreadOrGone(path, error)));
      if (top !== undefined) await look(path, top);
      return found;
    },

    create: (path, bytes) => put(path, bytes, constants.O_EXCL),
    write: (path, bytes) => put(path, bytes, constants.O_TRUNC),

    read: (path) =>
      guarded(path, async (place) => ({ kind: "bytes", bytes: new Uint8Array(await disk.readFile(place)) })),

    list: (path) => guarded(path, async (place) => ({ kind: "names", names: (await disk.readdir(place)).toSorted() })),

    replace: (from, to, expected) =>
      guarded(from, () =>
        guarded(to, (goal) =>
          patiently(() => {
            // Both steps are synchronous and follow one another, so that nothing of this process comes between them.
            if (!sameBytes(readIfThere(goal), expected)) return { kind: "differs" };
            fs.renameSync(at(from), goal);
            return OK;
          }),
        ),
      ),

    move: (from, to) =>
      guarded(from, (source) =>
        guarded(to, async (goal) => {
          const old = await disk.lstat(source).catch(ignoreMissing);
          if (old === undefined) return MISSING;
          const there = await disk.lstat(goal).catch(ignoreMissing);
          // On a disk that ignores case, a name that changes only in case finds itself at the goal.
          if (there !== undefined && (there.ino !== old.ino || there.dev !== old.dev)) return EXISTS;
          await disk.mkdir(at(folderOf(to)), { recursive: true });
          return await patiently(() => {
            fs.renameSync(source, goal);
            return OK;
          });
        }),
      ),

    remove: (path) =>
      guarded(path, (place) =>
        patiently(() => {
          fs.unlinkSync(place);
          return OK;
        }),
      ),

    makeFolder: (path) =>
      guarded(path, async (place) => {
        await disk.mkdir(place, { recursive: true });
        return OK;
      }),

    removeFolder: (path) =>
      guarded(path, async (place) => {
        await disk.rmdir(place);
        return OK;
      }),
  };
}

async function stateOf(path: string, place: string, entry: fs.Dirent | fs.Stats): Promise<FileState> {
  if (entry.isSymbolicLink()) return { kind: "link", path };
  if (!entry.isFile()) return { kind: "unreadable", path, reason: "This is not a regular file." };
  try {
    const bytes = await disk.readFile(place, { flag: constants.O_RDONLY | NO_FOLLOW });
    return { kind: "file", path, bytes: new Uint8Array(bytes) };
  } catch (error) {
    return unreadOrGone(path, error);
  }
}

function unreadOrGone(path: string, error: unknown): FileState {
  const gone = answerTo(error).kind === "missing";
  return gone ? { kind: "gone", path } : { kind: "unreadable", path, reason: reasonOf(error) };
}

function readIfThere(place: string): Uint8Array | null {
  try {
    return fs.readFileSync(place);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  }
}

/** Windows refuses for a moment while a virus scanner or an indexer holds a file. */
async function patiently(attempt: () => Answer): Promise<Answer> {
  const pauses = process.platform === "win32" ? [10, 20, 40, 80, 160] : [];
  for (const pause of pauses) {
    try {
      return attempt();
    } catch (error) {
      if (!["EPERM", "EACCES", "EBUSY"].includes(codeOf(error))) return answerTo(error);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return attempt();
}

function ignoreMissing(error: unknown): undefined {
  if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return undefined;
  throw error;
}

function linkRefused(path: string): Answer {
  return { kind: "failed", fault: "denied", reason: `${path} is a symbolic link, which is not followed.` };
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
  ENOSPC: "full",
  EDQUOT: "full",
};

function answerTo(error: unknown): Answer {
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
  return error instanceof Error ? error.message : String(error);
}

/** Lets only so many of the given pieces of work run at a time. */
function limiter(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running === most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
