// The calls of `vscode.workspace.fs`, in memory, as strict as the real ones: no write without a
// parent, no rename onto an existing file.
import type { FileCalls } from "../../src/shells/workspaceShell.ts";

type Entry = { type: 0 } | { type: 1; bytes: Uint8Array } | { type: 2 } | { type: 65 };

export class FileError extends Error {
  readonly code: string;

  constructor(code: string, place: string) {
    super(`${code}: ${place}`);
    this.code = code;
  }
}

export class FakeFiles implements FileCalls<string> {
  readonly entries = new Map<string, Entry>([["", { type: 2 }]]);

  async stat(place: string): Promise<{ type: number }> {
    return { type: this.#entry(place).type };
  }

  async readDirectory(place: string): Promise<[string, number][]> {
    if (this.#entry(place).type !== 2) throw new FileError("FileNotADirectory", place);
    return this.#children(place).map((path) => [path.slice(path.lastIndexOf("/") + 1), this.#entry(path).type]);
  }

  async createDirectory(place: string): Promise<void> {
    const parts = place.split("/");
    for (let length = 1; length <= parts.length; length += 1) {
      const path = parts.slice(0, length).join("/");
      const there = this.entries.get(path);
      if (there === undefined) this.entries.set(path, { type: 2 });
      else if (there.type !== 2) throw new FileError("FileExists", path);
    }
  }

  async readFile(place: string): Promise<Uint8Array> {
    const entry = this.#entry(place);
    if (entry.type === 0) throw new Error("Reading a pipe does not end.");
    if (entry.type !== 1) throw new FileError("FileIsADirectory", place);
    return entry.bytes;
  }

  async writeFile(place: string, bytes: Uint8Array): Promise<void> {
    if (this.entries.get(parentOf(place))?.type !== 2) throw new FileError("FileNotFound", parentOf(place));
    if (this.entries.get(place)?.type === 0) throw new Error("Writing to a pipe does not end.");
    if (this.entries.get(place)?.type === 2) throw new FileError("FileIsADirectory", place);
    this.entries.set(place, { type: 1, bytes });
  }

  async rename(from: string, to: string, { overwrite }: { overwrite: boolean }): Promise<void> {
    if (this.entries.has(to) && !overwrite) throw new FileError("FileExists", to);
    // The real one does so, too, before it looks for the source.
    this.entries.delete(to);
    this.#entry(from);
    if (this.entries.get(parentOf(to))?.type !== 2) throw new FileError("FileNotFound", parentOf(to));
    const moved = [...this.entries].filter(([path]) => path === from || path.startsWith(`${from}/`));
    for (const [path, entry] of moved) {
      this.entries.delete(path);
      this.entries.set(to + path.slice(from.length), entry);
    }
  }

  async delete(place: string, { recursive }: { recursive: boolean }): Promise<void> {
    this.#entry(place);
    if (!recursive && this.#children(place).length > 0) throw new FileError("Unknown", place);
    this.entries.delete(place);
  }

  link(place: string): void {
    this.entries.set(place, { type: 65 });
  }

  pipe(place: string): void {
    this.entries.set(place, { type: 0 });
  }

  #entry(place: string): Entry {
    const entry = this.entries.get(place);
    if (entry === undefined) throw new FileError("FileNotFound", place);
    return entry;
  }

  #children(place: string): string[] {
    return [...this.entries.keys()].filter((path) => path !== place && parentOf(path) === place);
  }
}

function parentOf(place: string): string {
  return place.slice(0, Math.max(0, place.lastIndexOf("/")));
}
