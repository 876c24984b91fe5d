// The files of the demo project where there is no disk. They are in memory: a window that is
// reloaded begins again.

import { EventEmitter, FileChangeType, FileSystemError, type FileChangeEvent, type FileStat, type FileSystemProvider, type FileType, type Uri } from "vscode";
import type { Disposable } from "../support/emitter.ts";
import { MemoryError, MemoryFiles } from "./memoryFiles.ts";

/** Returns the content of the files by path. */
export type CreateFiles = () => Promise<ReadonlyMap<string, Uint8Array>>;

export class DemoFileSystem implements FileSystemProvider, Disposable {
  readonly #create: CreateFiles;
  readonly #changed = new EventEmitter<FileChangeEvent[]>();
  #files: Promise<MemoryFiles> | undefined;

  readonly onDidChangeFile = this.#changed.event;

  /** The files are created when they are first needed. */
  constructor(create: CreateFiles) {
    this.#create = create;
  }

  /** Every change is reported, so nothing has to be watched. */
  watch(): Disposable {
    return { dispose: () => undefined };
  }

  async stat(uri: Uri): Promise<FileStat> {
    return await this.#use(uri, async (files, path) => {
      const { bytes, writtenAt } = files.entry(path);
      const { type } = await files.stat(path);
      return { type, ctime: writtenAt, mtime: writtenAt, size: bytes?.length ?? 0 };
    });
  }

  async readDirectory(uri: Uri): Promise<[string, FileType][]> {
    return await this.#use(uri, (files, path) => files.readDirectory(path));
  }

  async createDirectory(uri: Uri): Promise<void> {
    await this.#use(uri, (files, path) => files.createDirectory(path));
    this.#report(FileChangeType.Created, uri);
  }

  async readFile(uri: Uri): Promise<Uint8Array> {
    return await this.#use(uri, (files, path) => files.readFile(path));
  }

  async writeFile(uri: Uri, bytes: Uint8Array, { create, overwrite }: { create: boolean; overwrite: boolean }): Promise<void> {
    const isNew = await this.#use(uri, async (files, path) => {
      const exists = files.has(path);
      if (!exists && !create) throw new MemoryError("FileNotFound", path);
      if (exists && create && !overwrite) throw new MemoryError("FileExists", path);
      await files.writeFile(path, bytes);
      return !exists;
    });
    this.#report(isNew ? FileChangeType.Created : FileChangeType.Changed, uri);
  }

  async delete(uri: Uri, { recursive }: { recursive: boolean }): Promise<void> {
    await this.#use(uri, (files, path) => files.delete(path, { recursive }));
    this.#report(FileChangeType.Deleted, uri);
  }

  async rename(from: Uri, to: Uri, options: { overwrite: boolean }): Promise<void> {
    await this.#use(from, (files, path) => files.rename(path, pathOf(to), options));
    this.#report(FileChangeType.Deleted, from);
    this.#report(FileChangeType.Created, to);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #report(type: FileChangeType, uri: Uri): void {
    this.#changed.fire([{ type, uri }]);
  }

  async #use<T>(uri: Uri, use: (files: MemoryFiles, path: string) => Promise<T>): Promise<T> {
    this.#files ??= filled(this.#create).catch((error: unknown) => {
      this.#files = undefined;
      throw error;
    });
    const files = await this.#files;
    try {
      return await use(files, pathOf(uri));
    } catch (error) {
      throw error instanceof MemoryError ? FileSystemError[error.code](uri) : error;
    }
  }
}

async function filled(create: CreateFiles): Promise<MemoryFiles> {
  const files = new MemoryFiles();
  for (const [path, bytes] of await create()) {
    await files.createDirectory(path.slice(0, Math.max(0, path.lastIndexOf("/"))));
    await files.writeFile(path, bytes);
  }
  return files;
}

function pathOf(uri: Uri): string {
  return uri.path.replace(/^\//u, "").replace(/\/$/u, "");
}
