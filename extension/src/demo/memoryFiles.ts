// A file system in memory, with the calls of `vscode.workspace.fs` that the shell uses. Paths are
// relative and have `/` between their parts; the empty path is the root.

import type { FileCalls } from "../shells/workspaceShell.ts";

/** Bits of `vscode.FileType`, which does not exist outside of VSCode. */
const FILE = 1;
const FOLDER = 2;

/** Reason of a refused call, with the name that `vscode.FileSystemError` has for it. */
type MemoryErrorCode = "FileExists" | "FileIsADirectory" | "FileNotADirectory" | "FileNotFound" | "NoPermissions";

export class MemoryError extends Error {
  readonly code: MemoryErrorCode;

  constructor(code: MemoryErrorCode, path: string) {
    super(`${code}: ${path}`);
    this.code = code;
  }
}

/** A file, or a folder if it has no bytes. */
export interface MemoryEntry {
  readonly bytes: Uint8Array | null;
  /** When it was written, in milliseconds since 1970-01-01 UTC. */
  readonly writtenAt: number;
}

export class MemoryFiles implements FileCalls<string> {
  readonly #now: () => number;
  readonly #entries: Map<string, MemoryEntry>;
  /** Names in each folder, so that listing one folder does not walk over all paths. */
  readonly #names = new Map<string, Set<string>>([["", new Set()]]);

  constructor(now: () => number = Date.now) {
    this.#now = now;
    this.#entries = new Map([["", { bytes: null, writtenAt: now() }]]);
  }

  /** Returns the path and the content of every file. */
  *files(): Generator<[path: string, bytes: Uint8Array]> {
    for (const [path, { bytes }] of this.#entries) if (bytes !== null) yield [path, bytes];
  }

  /** Returns the entry at a path. Throws if there is none. */
  entry(path: string): MemoryEntry {
    const entry = this.#entries.get(path);
    if (entry === undefined) throw new MemoryError("FileNotFound", path);
    return entry;
  }

  has(path: string): boolean {
    return this.#entries.has(path);
  }

  async stat(path: string): Promise<{ type: number }> {
    return { type: typeOf(this.entry(path)) };
  }

  async readDirectory(path: string): Promise<[string, number][]> {
    if (this.entry(path).bytes !== null) throw new MemoryError("FileNotADirectory", path);
    const names = [...(this.#names.get(path) ?? [])];
    return names.map((name) => [name, typeOf(this.entry(joined(path, name)))]);
  }

  async createDirectory(path: string): Promise<void> {
    const parts = path === "" ? [] : path.split("/");
    for (let length = 1; length <= parts.length; length += 1) {
      const folder = parts.slice(0, length).join("/");
      const existing = this.#entries.get(folder);
      if (existing === undefined) this.#add(folder, null);
      else if (existing.bytes !== null) throw new MemoryError("FileExists", folder);
    }
  }

  async readFile(path: string): Promise<Uint8Array> {
    const { bytes } = this.entry(path);
    if (bytes === null) throw new MemoryError("FileIsADirectory", path);
    return bytes;
  }

  async writeFile(path: string, bytes: Uint8Array): Promise<void> {
    this.#checkParent(path);
    if (this.#entries.get(path)?.bytes === null) throw new MemoryError("FileIsADirectory", path);
    this.#add(path, bytes);
  }

  async rename(from: string, to: string, { overwrite }: { overwrite: boolean }): Promise<void> {
    this.entry(from);
    if (from === to) return;
    if (to.startsWith(`${from}/`)) throw new MemoryError("NoPermissions", to);
    this.#checkParent(to);
    if (this.#entries.has(to)) {
      if (!overwrite) throw new MemoryError("FileExists", to);
      this.#remove(to);
    }
    for (const path of this.#pathsBelow(from)) {
      const { bytes } = this.entry(path);
      this.#add(to + path.slice(from.length), bytes);
    }
    this.#remove(from);
  }

  async delete(path: string, { recursive }: { recursive: boolean }): Promise<void> {
    this.entry(path);
    if (!recursive && (this.#names.get(path)?.size ?? 0) > 0) throw new MemoryError("NoPermissions", path);
    this.#remove(path);
  }

  /** Returns the path and everything below it, outermost first. */
  #pathsBelow(path: string): string[] {
    const names = [...(this.#names.get(path) ?? [])];
    return [path, ...names.flatMap((name) => this.#pathsBelow(joined(path, name)))];
  }

  #checkParent(path: string): void {
    const parent = parentOf(path);
    if (this.entry(parent).bytes !== null) throw new MemoryError("FileNotADirectory", parent);
  }

  #add(path: string, bytes: Uint8Array | null): void {
    this.#entries.set(path, { bytes, writtenAt: this.#now() });
    if (bytes === null) this.#names.set(path, new Set());
    this.#names.get(parentOf(path))?.add(nameOf(path));
  }

  #remove(path: string): void {
    for (const below of this.#pathsBelow(path)) {
      this.#entries.delete(below);
      this.#names.delete(below);
    }
    this.#names.get(parentOf(path))?.delete(nameOf(path));
  }
}

function typeOf({ bytes }: MemoryEntry): number {
  return bytes === null ? FOLDER : FILE;
}

function joined(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
