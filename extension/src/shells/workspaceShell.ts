// The shell over `vscode.workspace.fs`, for virtual workspaces and the web. It cannot create files
// exclusively, so the engine cannot lock; comparing before writing still applies. It uses only the
// calls that it is given.

import type { FileStat, FileType, Uri } from "vscode";
import type { Answer, Fault, FileState } from "../../../webviews/contract/generated/protocol.ts";
import { DIFFERS, EXISTS, folderOf, foldersAbove, isTooLarge, linkFailure, MISSING, NOT_A_FILE, OK, sameBytes, TOO_LARGE, type Shell } from "./shell.ts";
import { errorText } from "../../../webviews/contract/texts/texts.ts";

/** The calls of `vscode.workspace.fs` that this shell uses. */
export interface FileCalls<Place> {
  stat(place: Place): PromiseLike<Pick<FileStat, "type">>;
  readDirectory(place: Place): PromiseLike<[string, FileType][]>;
  createDirectory(place: Place): PromiseLike<void>;
  readFile(place: Place): PromiseLike<Uint8Array>;
  writeFile(place: Place, bytes: Uint8Array): PromiseLike<void>;
  rename(from: Place, to: Place, options: { overwrite: boolean }): PromiseLike<void>;
  delete(place: Place, options: { recursive: boolean; useTrash: boolean }): PromiseLike<void>;
}

/** Bits of `vscode.FileType`, which does not exist outside of VSCode. */
const FILE = 1;
const FOLDER = 2;
const LINK = 64;

/**
 * `at` returns the place of a relative path; the empty path is the folder `.handoff`, which need
 * not exist.
 */
export function workspaceShell<Place = Uri>(files: FileCalls<Place>, at: (path: string) => Place): Shell {
  const typeOf = async (path: string): Promise<number | undefined> => {
    try {
      return (await files.stat(at(path))).type;
    } catch (error) {
      if (answerOf(error).kind === "missing") return undefined;
      throw error;
    }
  };

  /** VSCode reads a file as a whole, so its size is checked afterwards. */
  const readFile = async (path: string): Promise<Uint8Array> => {
    const bytes = await files.readFile(at(path));
    if (isTooLarge(path, bytes.length)) throw new Error(TOO_LARGE);
    return bytes;
  };

  /**
   * Returns null if the file does not exist. Other than regular files are not opened: reading a
   * pipe would never end.
   */
  const readIfThere = async (path: string): Promise<Uint8Array | null> => {
    const type = await typeOf(path);
    if (type === undefined) return null;
    if ((type & FILE) === 0) throw new NotAFile();
    try {
      return await readFile(path);
    } catch (error) {
      if (answerOf(error).kind === "missing") return null;
      throw error;
    }
  };

  /** Refuses a path that contains a symbolic link below the root. */
  async function refuseLinks(paths: string[], use: () => Promise<Answer>): Promise<Answer> {
    try {
      for (const path of paths) {
        for (const step of [...foldersAbove(path), path]) {
          const type = await typeOf(step);
          if (type === undefined) break;
          if (step !== "" && (type & LINK) !== 0) return linkFailure(step);
          if (step !== path && (type & FOLDER) === 0) return MISSING;
        }
      }
      return await use();
    } catch (error) {
      return answerOf(error);
    }
  }

  /** Returns whether `to` is another form of the name that `from` has, on a file system that takes both for one. */
  const isOwnName = async (from: string, to: string): Promise<boolean> => {
    const folded = (path: string): string => path.normalize("NFC").toLowerCase();
    if (folded(from) !== folded(to)) return false;
    const folder = folderOf(to);
    const names = (await files.readDirectory(at(folder))).map(([name]) => (folder === "" ? name : `${folder}/${name}`));
    return !names.includes(to);
  };

  const put = async (path: string, bytes: Uint8Array): Promise<Answer> => {
    const type = await typeOf(path);
    if (type !== undefined && (type & FILE) === 0) throw new NotAFile();
    await files.createDirectory(at(folderOf(path)));
    await files.writeFile(at(path), bytes);
    return OK;
  };

  async function stateOf(path: string, type: number | undefined): Promise<FileState> {
    if (type === undefined) return { kind: "gone", path };
    if ((type & LINK) !== 0 && path !== "") return { kind: "link", path };
    if ((type & FOLDER) !== 0) return { kind: "folder", path };
    if ((type & FILE) === 0) return { kind: "unreadable", path, reason: NOT_A_FILE, isFolder: false };
    try {
      return { kind: "file", path, bytes: await readFile(path) };
    } catch (error) {
      const gone = answerOf(error).kind === "missing";
      return gone ? { kind: "gone", path } : { kind: "unreadable", path, reason: errorText(error), isFolder: false };
    }
  }

  return {
    capabilities: { exclusiveCreate: false, atomicReplace: false, append: false, fileLocks: false, process: null, place: null, editors: false },

    async scan(path, isIncluded) {
      const found: FileState[] = [];
      const look = async (here: string, type: number | undefined): Promise<void> => {
        const state = await stateOf(here, type);
        if (here !== "" || state.kind === "gone") found.push(state);
        if (state.kind !== "folder") return;
        try {
          const entries = (await files.readDirectory(at(here)))
            .map(([name, kind]) => [here === "" ? name : `${here}/${name}`, kind] as const)
            .filter(([below]) => isIncluded(below));
          await Promise.all(entries.map(([below, kind]) => look(below, kind)));
        } catch (error) {
          found.push({ kind: "unreadable", path: here, reason: errorText(error), isFolder: true });
        }
      };
      try {
        for (const step of foldersAbove(path)) {
          const type = await typeOf(step);
          if (type === undefined) break;
          if ((type & LINK) !== 0) return [{ kind: "link", path: step }];
          if ((type & FOLDER) === 0) return [{ kind: "gone", path }];
        }
        await look(path, await typeOf(path));
      } catch (error) {
        found.push({ kind: "unreadable", path, reason: errorText(error), isFolder: true });
      }
      return found;
    },

    create: (path, bytes) =>
      refuseLinks([path], async () => ((await typeOf(path)) === undefined ? await put(path, bytes) : EXISTS)),

    write: (path, bytes) => refuseLinks([path], () => put(path, bytes)),

    read: (path) =>
      refuseLinks([path], async () => {
        const bytes = await readIfThere(path);
        return bytes === null ? MISSING : { kind: "bytes", bytes };
      }),

    readFrom: (path, offset) =>
      refuseLinks([path], async () => {
        const bytes = await readIfThere(path);
        return bytes === null ? MISSING : { kind: "part", size: bytes.length, bytes: bytes.subarray(offset) };
      }),

    // Only for the journal of another shell: this one replaces logs, which have a maximum size.
    append: (path, size, bytes) =>
      refuseLinks([path], async () => {
        const before = (await readIfThere(path)) ?? new Uint8Array();
        if (before.length !== size) return DIFFERS;
        const after = new Uint8Array(size + bytes.length);
        after.set(before);
        after.set(bytes, size);
        return await put(path, after);
      }),

    list: (path) =>
      refuseLinks([path], async () => {
        if ((((await typeOf(path)) ?? 0) & FOLDER) === 0) return MISSING;
        const entries = await files.readDirectory(at(path));
        return { kind: "names", names: entries.map(([name]) => name).toSorted() };
      }),

    replace: (from, to, expected) =>
      refuseLinks([from, to], async () => {
        // VSCode deletes the target before it looks for the source, so check the source first.
        if ((await typeOf(from)) === undefined) return MISSING;
        if (!sameBytes(await readIfThere(to), expected)) return DIFFERS;
        await files.rename(at(from), at(to), { overwrite: true });
        return OK;
      }),

    move: (from, to) =>
      refuseLinks([from, to], async () => {
        if ((await typeOf(from)) === undefined) return MISSING;
        if ((await typeOf(to)) !== undefined && !(await isOwnName(from, to))) return EXISTS;
        await files.createDirectory(at(folderOf(to)));
        await files.rename(at(from), at(to), { overwrite: false });
        return OK;
      }),

    remove: (path) =>
      refuseLinks([path], async () => {
        await files.delete(at(path), { recursive: false, useTrash: false });
        return OK;
      }),

    makeFolder: (path) =>
      refuseLinks([path], async () => {
        await files.createDirectory(at(path));
        return OK;
      }),

    removeFolder: (path) =>
      refuseLinks([path], async () => {
        if ((await files.readDirectory(at(path))).length > 0) return EXISTS;
        await files.delete(at(path), { recursive: false, useTrash: false });
        return OK;
      }),

    checkProcess: () => Promise.resolve({ kind: "unknown" }),
  };
}

class NotAFile extends Error {
  constructor() {
    super(NOT_A_FILE);
  }
}

const faults: Record<string, Fault> = { Unavailable: "transient", NoPermissions: "denied" };

/** Every provider throws a `FileSystemError` with a code. */
function answerOf(error: unknown): Answer {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "FileNotFound") return MISSING;
  if (code === "FileExists") return EXISTS;
  if (error instanceof NotAFile) return { kind: "failed", fault: "notAFile", reason: NOT_A_FILE };
  return { kind: "failed", fault: faults[code] ?? "other", reason: errorText(error) };
}
