// The extension with its engine on a copy of the example tide-atlas in memory, and a page of it in this document.
import { example } from "virtual:tide-atlas";
import { page, type Locator } from "vitest/browser";
import type { ExtensionContext } from "vscode";
import "@vscode/codicons/dist/codicon.css";
import type { Host } from "../../../webviews/shared/host.ts";
import { applyTheme } from "../../../webviews/shared/testing/theme.ts";
import "../../../webviews/shared/theme/base.css";
import { start } from "../../src/activate.ts";
import { workspaceShell } from "../../src/shells/workspaceShell.ts";
import type { Project } from "../../src/workspace/project.ts";
import { fileBecomes, type ProjectFiles } from "../harness/projectFiles.ts";
import { until } from "../harness/until.ts";
import { FakeMemento, Uri } from "../unit/fakeVscode.ts";
import { folder, openEditor } from "./fakeEditor.ts";

/** Shows a page in an element. Returns a function that removes it. */
type Mount = (root: HTMLElement, host: Host) => (() => void) | Promise<() => void>;

export interface Options {
  /** Changes the files before the project is opened. */
  readonly prepare?: (files: ProjectFiles) => void;
  readonly size?: { readonly width: number; readonly height: number };
}

/** Waits until an element is visible, and returns it. */
export const shown = (locator: Locator): Promise<Element> => until(`${locator.selector} to be shown`, () => locator.elements().find((element) => element.checkVisibility()));

/** Waits until an element is removed. */
export const gone = (locator: Locator): Promise<true> => until(`${locator.selector} to be gone`, () => locator.elements().length === 0);

export class Extension implements ProjectFiles {
  readonly #editor = openEditor();
  readonly #endings: (() => unknown)[] = [];
  #findProject: () => Project | undefined = () => undefined;

  /** Starts the extension in a window on the project, and waits until the project is loaded. */
  static async start({ prepare, size = { width: 1440, height: 800 } }: Options = {}): Promise<Extension> {
    const extension = new Extension();
    for (const [path, text] of example) extension.write(path, text);
    prepare?.(extension);
    await page.viewport(size.width, size.height);
    applyTheme("dark");
    await extension.#activate();
    return extension;
  }

  async #activate(): Promise<void> {
    const { files } = this.#editor;
    const subscriptions: { dispose(): unknown }[] = [];
    const context = {
      extensionUri: Uri.file("/"),
      subscriptions,
      globalState: new FakeMemento(),
      workspaceState: new FakeMemento(),
      extension: { packageJSON: { repository: { url: "https://example.org" } } },
    } as unknown as ExtensionContext;
    const product = start(context, {
      diskShell: (records) => workspaceShell(files, (path) => (path === "" ? records : `${records}/${path}`)),
      findPlace: undefined,
      userHome: undefined,
      isUserHome: () => false,
      userNames: { system: "Maya Ito", git: () => Promise.resolve("") },
      outerPauses: undefined,
      command: undefined,
      temporaryFolder: () => "/tmp",
    });
    this.#endings.push(() => subscriptions.toReversed().forEach((part) => part.dispose()), product.close);
    this.#findProject = () => product.exports.testing?.projects.all[0];
    await product.exports.testing?.projects.load();
  }

  /** Runs a command that opens a page, and shows the page. */
  async show(command: string, mount: Mount, ...args: unknown[]): Promise<void> {
    await this.run(command, ...args);
    const panel = this.#editor.panels.at(-1);
    if (panel === undefined) throw new Error(`${command} has opened no page.`);
    const root = document.createElement("main");
    root.id = "root";
    document.body.append(root);
    let kept: unknown;
    const store = { read: () => kept, write: (state: unknown) => void (kept = state) };
    const unmount = await mount(root, { channel: panel.page, store });
    this.#endings.push(() => document.body.replaceChildren(), unmount);
  }

  async run(command: string, ...args: unknown[]): Promise<void> {
    const run = this.#editor.commands.get(command);
    if (run === undefined) throw new Error(`There is no command ${command}.`);
    await run(...args);
  }

  /** Removes the page and ends the extension. */
  async close(): Promise<void> {
    for (const end of this.#endings.splice(0).toReversed()) await end();
  }

  get project(): Project {
    const project = this.#findProject();
    if (project === undefined) throw new Error("No project was found.");
    return project;
  }

  /** The answers to the coming questions of VSCode, and the questions so far. */
  get questions(): { readonly answers: unknown[]; readonly asked: readonly string[] } {
    return this.#editor;
  }

  read(name: string): string {
    const entry = this.#editor.files.entries.get(placeOf(name));
    if (entry?.type !== 1) throw new Error(`There is no file ${name}.`);
    return new TextDecoder().decode(entry.bytes);
  }

  write(name: string, text: string): void {
    const { entries, changed } = this.#editor.files;
    const place = placeOf(name);
    for (const { index } of place.matchAll(/\//gu)) entries.set(place.slice(0, index), { type: 2 });
    entries.set(place, { type: 1, bytes: new TextEncoder().encode(text) });
    changed.fire(place);
  }

  exists(name: string): boolean {
    return this.#editor.files.entries.has(placeOf(name));
  }

  remove(name: string): void {
    const { entries, changed } = this.#editor.files;
    for (const path of [name, ...this.namesBelow(name)]) entries.delete(placeOf(path));
    changed.fire(placeOf(name));
  }

  filesBelow(name: string): string[] {
    return this.namesBelow(name).filter((path) => this.#editor.files.entries.get(placeOf(path))?.type === 1);
  }

  namesBelow(name: string): string[] {
    const places = [...this.#editor.files.entries.keys()].filter((place) => place.startsWith(`${placeOf(name)}/`));
    return places.map((place) => place.slice(placeOf("").length));
  }

  /** Waits until a file exists with the expected text. */
  fileBecomes(name: string, wanted: (text: string) => boolean): Promise<string> {
    return fileBecomes(this, name, wanted);
  }
}

function placeOf(name: string): string {
  return `${folder.path}/${name}`;
}
