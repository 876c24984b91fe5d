// The projects of this window: those that the workspace folders belong to, and those below them.

import { RelativePattern, Uri, workspace, type Disposable, type WorkspaceFolder } from "vscode";
import { setContext } from "../support/contextKeys.ts";
import { Emitter, combineDisposables } from "../support/emitter.ts";
import { untilTomorrow } from "../support/dateFormat.ts";
import { Project, type Commit } from "./project.ts";
import { hasRecords, locateProject, projectPorts, type Location, type Services } from "./projectPorts.ts";

const MARKERS = "**/.handoff/config.toml";
/** The contents of a project are not searched: that would take as long as reading it. */
const EXCLUDED = "**/{node_modules,.git,.handoff/*}/**";

/** The scheme of the demo project in a browser. */
export const DEMO_SCHEME = "handoff-demo";

export class Projects implements Disposable {
  readonly #services: Services;
  readonly #projects = new Map<string, Project>();
  readonly #changed = new Emitter<Project | undefined>();
  readonly #committed = new Emitter<Commit & { project: Project }>();
  readonly #parts: Disposable[] = [];
  readonly #watchers = new Map<string, Disposable>();
  #finding: Promise<void> | undefined;
  /** The number of searches that have begun. */
  #searches = 0;
  #isSearched = false;
  /** Where the projects of the workspace folders are, by the folder; as of the last search. */
  #located: ReadonlyMap<string, Location> = new Map();
  /** IDs of the projects with a `.handoff/` folder, as of the last search. */
  #withRecords: ReadonlySet<string> = new Set();
  #midnight: ReturnType<typeof setTimeout> | undefined;

  /** Fires with a project that changed, or with undefined when projects were added or removed. */
  readonly onDidChange = this.#changed.event;
  readonly onDidCommit = this.#committed.event;

  constructor(services: Services) {
    this.#services = services;
    this.#parts.push(
      workspace.onDidChangeWorkspaceFolders(() => void this.find(true)),
      workspace.onDidGrantWorkspaceTrust(() => this.#onTrust()),
    );
  }

  /** In the order of the workspace folders, outer projects before nested ones. */
  get all(): readonly Project[] {
    return [...this.#projects.values()].toSorted((left, right) => rank(left) - rank(right) || (left.id < right.id ? -1 : 1));
  }

  /** True once the projects are known. */
  get isSearched(): boolean {
    return this.#isSearched;
  }

  get(id: string): Project | undefined {
    return this.#projects.get(id);
  }

  /** Returns the folder of the project that a workspace folder belongs to, if there is one. */
  async locate(folder: Uri): Promise<Uri | undefined> {
    return (await locateProject(folder, this.#services))?.project;
  }

  /** Returns the URI of the folder in which this window works on a project: its own, or a worktree of Git that uses it. */
  workFolder({ id }: Project): string {
    const folders = [...this.#located.values()].filter(({ project }) => project.toString() === id).map(({ folder }) => folder.toString());
    return folders.find((folder) => folder === id) ?? folders[0] ?? id;
  }

  /** Searches for projects, once or again. */
  find(again = false): Promise<void> {
    if (again) this.#finding = undefined;
    this.#finding ??= this.#find();
    return this.#finding;
  }

  /** Finds and loads all projects. A project that fails to load has the state `failed`. */
  async load(): Promise<void> {
    await this.find();
    this.#awaitMidnight();
    await Promise.all(this.all.map((project) => project.load().catch(() => undefined)));
  }

  /** Returns the project of a folder, even if it has no records yet. */
  open(folder: Uri): Project {
    const id = folder.toString();
    const known = this.#projects.get(id);
    if (known !== undefined) return known;
    const name = workspace.workspaceFolders?.find(({ uri }) => uri.toString() === id)?.name;
    const project = new Project(id, name ?? folder.path.split("/").at(-1) ?? id, projectPorts(id, this.#services));
    project.onDidChange(() => {
      this.#setContext();
      this.#changed.fire(project);
    });
    project.onDidCommit((commit) => {
      if (commit.command.kind === "updateTasks" && commit.command.patch.status !== undefined) setContext("handoff.taskMoved", true);
      this.#committed.fire({ ...commit, project });
    });
    project.onNews(({ actors }) => {
      if (actors.some(({ actor }) => actor.kind === "agent")) setContext("handoff.agentHasCalled", true);
    });
    this.#projects.set(id, project);
    return project;
  }

  async refresh(): Promise<void> {
    await this.find(true);
    await Promise.all(this.all.map((project) => project.refresh().catch(() => undefined)));
  }

  dispose(): void {
    clearTimeout(this.#midnight);
    combineDisposables([...this.#parts, ...this.#watchers.values(), ...this.#projects.values()]).dispose();
    this.#changed.dispose();
    this.#committed.dispose();
  }

  async #find(): Promise<void> {
    const search = ++this.#searches;
    const folders = workspace.workspaceFolders ?? [];
    this.#watchFor(folders);
    const found = new Map<string, Uri>();
    const add = async (folder: Uri): Promise<void> => {
      if (await hasRecords(folder)) found.set(folder.toString(), folder);
    };
    const located = new Map<string, Location>();
    await Promise.all(
      folders.map(async ({ uri }) => {
        const place = await locateProject(uri, this.#services);
        if (place === undefined) return;
        // Several folders may belong to one project.
        found.set(place.project.toString(), place.project);
        located.set(uri.toString(), place);
      }),
    );
    // The result of a search is dropped once another one has begun.
    if (search !== this.#searches) return await this.find();
    this.#located = located;
    // Nested projects are searched for while these are loading.
    for (const folder of found.values()) void this.open(folder).load().catch(() => undefined);
    // The demo project has no nested ones, and VSCode would wait for a search provider that its scheme does not have.
    const isDemo = folders.some(({ uri }) => uri.scheme === DEMO_SCHEME);
    const nested = isDemo ? [] : await workspace.findFiles(MARKERS, EXCLUDED);
    await Promise.all(nested.map((file) => add(Uri.joinPath(file, "..", ".."))));
    if (search !== this.#searches) return await this.find();
    for (const [id, project] of this.#projects) {
      if (found.has(id)) continue;
      this.#projects.delete(id);
      project.dispose();
    }
    for (const folder of found.values()) this.open(folder);
    this.#withRecords = new Set(found.keys());
    this.#isSearched = true;
    this.#setContext();
    this.#changed.fire(undefined);
  }

  /** Watches for projects that are created or deleted. */
  #watchFor(folders: readonly WorkspaceFolder[]): void {
    const ids = new Set(folders.map(({ uri }) => uri.toString()));
    for (const [id, watcher] of this.#watchers) {
      if (ids.has(id)) continue;
      watcher.dispose();
      this.#watchers.delete(id);
    }
    for (const folder of folders) {
      const id = folder.uri.toString();
      if (this.#watchers.has(id)) continue;
      const watcher = workspace.createFileSystemWatcher(new RelativePattern(folder, "**/.handoff{,/config.toml}"), false, true);
      const again = (): void => void this.find(true).then(() => this.load());
      this.#watchers.set(id, combineDisposables([watcher, watcher.onDidCreate(again), watcher.onDidDelete(again)]));
    }
  }

  /** A `.handoff/` folder counts as a project until loading shows that it contains none. */
  #setContext(): void {
    const isProject = (project: Project): boolean =>
      project.state === "ready" ? project.summary.initialized : this.#withRecords.has(project.id);
    const ids = new Set(this.all.filter(isProject).map(({ id }) => id));
    setContext("handoff.hasProject", ids.size > 0);
    setContext("handoff.everyFolderHasProject", (workspace.workspaceFolders ?? []).every(({ uri }) => ids.has((this.#located.get(uri.toString())?.project ?? uri).toString())));
  }

  #onTrust(): void {
    for (const project of this.all) void project.recover();
    this.#changed.fire(undefined);
  }

  /** Overdue tasks change with the day. */
  #awaitMidnight(): void {
    clearTimeout(this.#midnight);
    const { now, timeZone } = this.#services.context();
    this.#midnight = setTimeout(() => {
      for (const project of this.all) project.invalidate();
      this.#awaitMidnight();
    }, untilTomorrow(now, timeZone) + 1000);
  }
}

/** Returns the projects that have records, and those that could not be read. */
export function projectsWithRecords(all: readonly Project[]): Project[] {
  return all.filter((project) => project.state !== "ready" || project.summary.initialized);
}

/** Returns the projects that a text names: the one of a folder, by its path or URI, or else those of a name. */
export function projectsNamed(all: readonly Project[], text: string): Project[] {
  const ofFolder = all.filter(({ id }) => id === text || Uri.parse(id, true).fsPath === text);
  return ofFolder.length > 0 ? ofFolder : all.filter(({ name, folderName }) => name === text || folderName === text);
}

/** Returns the index of the project's workspace folder. */
function rank(project: Project): number {
  return workspace.getWorkspaceFolder(Uri.parse(project.id, true))?.index ?? Number.MAX_SAFE_INTEGER;
}
