// VSCode without its workbench: files in memory, panels for pages, and questions that a test has answered in advance. In the
// tests of this folder it takes the place of the module `vscode`.
import { Emitter } from "../../src/support/emitter.ts";
import { FakeFiles } from "../unit/fakeFiles.ts";
import { Uri } from "../unit/fakeVscode.ts";

export * from "../unit/fakeVscode.ts";
export { FileError as FileSystemError } from "../unit/fakeFiles.ts";

/** Reports each change, as the watchers of VSCode do. */
class WatchedFiles extends FakeFiles {
  readonly changed = new Emitter<string>();

  override async writeFile(path: string, bytes: Uint8Array): Promise<void> {
    await super.writeFile(path, bytes);
    this.changed.fire(path);
  }

  override async rename(from: string, to: string, options: { overwrite: boolean }): Promise<void> {
    await super.rename(from, to, options);
    for (const path of [from, to]) this.changed.fire(path);
  }

  override async delete(path: string, options: { recursive: boolean }): Promise<void> {
    await super.delete(path, options);
    this.changed.fire(path);
  }
}

const nothing = (): { dispose(): void } => ({ dispose: () => undefined });

/** One end of a line on which messages travel as text, as between the processes of VSCode. */
class LineEnd {
  readonly #port: MessagePort;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  post(message: unknown): void {
    this.#port.postMessage(JSON.stringify(message));
  }

  listen(receive: (message: unknown) => void): { dispose(): void } {
    this.#port.addEventListener("message", ({ data }: MessageEvent<string>) => receive(JSON.parse(data)));
    this.#port.start();
    return { dispose: () => this.#port.close() };
  }
}

export class FakePanel {
  readonly #line = new MessageChannel();
  readonly #host = new LineEnd(this.#line.port1);
  /** The page's end of the line. */
  readonly page = new LineEnd(this.#line.port2);
  readonly active = true;
  readonly visible = true;
  readonly viewColumn = 1;
  readonly onDidDispose = nothing;
  readonly onDidChangeViewState = nothing;
  readonly webview = {
    html: "",
    cspSource: "",
    asWebviewUri: (place: Uri) => place,
    onDidReceiveMessage: (receive: (message: unknown) => void) => this.#host.listen(receive),
    postMessage: (message: unknown) => Promise.resolve(this.#host.post(message)),
  };
}

/** The folder of the window. */
export const folder = Uri.file("/project");

/** What a window has and has done. */
class Editor {
  readonly files = new WatchedFiles();
  readonly panels: FakePanel[] = [];
  readonly commands = new Map<string, (...args: unknown[]) => unknown>();
  /** The answers to the next questions. A question without one is dismissed. */
  readonly answers: unknown[] = [];
  /** The texts of messages and questions. */
  readonly asked: string[] = [];

  ask(...texts: (string | undefined)[]): Promise<unknown> {
    this.asked.push(texts.filter((text) => text !== undefined).join(": "));
    return Promise.resolve(this.answers.shift());
  }
}

let editor = new Editor();

/** Opens a new window, which the exports of this module are about from now on. */
export function openEditor(): Editor {
  editor = new Editor();
  return editor;
}

/** Returns something that may be called, created, read and set without effect, except for its own properties. */
function quiet(own: object = {}): Record<PropertyKey, unknown> {
  const known = { [Symbol.toPrimitive]: () => "", ...own };
  return new Proxy(function () {}, {
    get: (_, name): unknown => (name === "then" || name in known ? Reflect.get(known, name) : quiet()),
    apply: () => quiet(),
    construct: () => ({}),
    set: () => true,
  }) as unknown as Record<PropertyKey, unknown>;
}

const say = async (text: string, ...choices: unknown[]): Promise<unknown> => (choices.length > 0 ? await editor.ask(text) : void editor.asked.push(text));

export const window = quiet({
  state: { focused: true, active: true },
  createTreeView: () => quiet({ visible: false, selection: [] }),
  createWebviewPanel: () => {
    const panel = new FakePanel();
    editor.panels.push(panel);
    return panel;
  },
  showInputBox: ({ title, prompt }: { title?: string; prompt?: string }) => editor.ask(title, prompt),
  showInformationMessage: say,
  showWarningMessage: say,
  showErrorMessage: say,
});

export const commands = {
  registerCommand: (id: string, run: (...args: unknown[]) => unknown) => {
    editor.commands.set(id, run);
    return nothing();
  },
  executeCommand: async (id: string, ...args: unknown[]): Promise<unknown> => await editor.commands.get(id)?.(...args),
};

export class RelativePattern {
  readonly folder: Uri;

  constructor(place: Uri | { uri: Uri }) {
    this.folder = place instanceof Uri ? place : place.uri;
  }
}

export const workspace = quiet({
  isTrusted: true,
  textDocuments: [],
  workspaceFolders: [{ uri: folder, name: "project", index: 0 }],
  getWorkspaceFolder: () => ({ index: 0 }),
  getConfiguration: () => ({ get: (_: string, fallback: unknown) => fallback }),
  findFiles: () => Promise.resolve([]),
  createFileSystemWatcher: (pattern: RelativePattern | string) => ({
    onDidChange: (changed: (place: Uri) => void) =>
      editor.files.changed.event((path) => {
        // A pattern alone is for configuration files, which no project of the tests has.
        if (typeof pattern !== "string" && path.startsWith(`${pattern.folder.path}/`)) changed(Uri.file(path));
      }),
    onDidCreate: nothing,
    onDidDelete: nothing,
    dispose: () => undefined,
  }),
  fs: {
    isWritableFileSystem: () => true,
    stat: ({ path }: Uri) => editor.files.stat(path),
    // The server of the tests has the files of the extension.
    readFile: async ({ path }: Uri) => (editor.files.entries.has(path) ? await editor.files.readFile(path) : new Uint8Array(await (await fetch(path)).arrayBuffer())),
  },
});

export const extensions = { getExtension: () => undefined };

export const FileType = { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 };

/** Exists because the extension imports it. */
export const { CodeAction, CodeActionKind, CodeLens, ConfigurationTarget, debug, Diagnostic, DiagnosticSeverity, DocumentLink, ExtensionMode, FileChangeType, Hover, languages, lm, McpStdioServerDefinition, ProcessExecution, ProgressLocation, Range, Selection, StatusBarAlignment, Task, TaskRevealKind, tasks, TaskScope, ViewColumn } = quiet();
