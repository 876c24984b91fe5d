// Projects outside of the window, in the folders that the configuration of its projects names. They
// are only read: the window writes nothing outside of its own folders.

import { FileType, Uri, workspace } from "vscode";
import type { ProjectSearch } from "../../../webviews/contract/generated/protocol.ts";
import { maxSearchFolders } from "../../../webviews/contract/generated/values.ts";
import type { Disposable } from "../support/emitter.ts";
import { Project } from "./project.ts";
import { hasRecords, projectPorts, type Services } from "./projectPorts.ts";

/** Maximum number of projects that are read. */
const MAX_PROJECTS = 24;

export class OtherProjects implements Disposable {
  readonly #services: Services;
  readonly #userHome: string;
  readonly #projects = new Map<string, Project>();

  /** `userHome` is the home folder of the user. */
  constructor(services: Services, userHome: string) {
    this.#services = services;
    this.#userHome = userHome;
  }

  /** Searches the folders of the configurations. The projects of the window are left out. */
  async find(window: readonly Project[]): Promise<readonly Project[]> {
    // An untrusted workspace may name any folder.
    if (!workspace.isTrusted) return [];
    const found = new Map<string, Uri>();
    const own = new Set(window.map(({ id }) => id));
    for (const project of window) {
      const place = Uri.parse(project.id, true);
      if (place.scheme !== "file" || project.state !== "ready" || !project.summary.initialized) continue;
      const search = project.view({ kind: "projectSearch" });
      const folders = search.folders.map((folder) => resolveFolder(folder, place, this.#userHome));
      for (const folder of await findProjects(folders, search)) if (!own.has(folder.toString())) found.set(folder.toString(), folder);
    }
    const wanted = [...found].slice(0, MAX_PROJECTS);
    const ids = new Set(wanted.map(([id]) => id));
    for (const [id, project] of this.#projects) {
      if (ids.has(id)) continue;
      this.#projects.delete(id);
      project.dispose();
    }
    for (const [id, folder] of wanted) if (!this.#projects.has(id)) this.#projects.set(id, this.#open(folder));
    return [...this.#projects.values()];
  }

  /** Closes the projects. The next search reads them again. */
  dispose(): void {
    for (const project of this.#projects.values()) project.dispose();
    this.#projects.clear();
  }

  #open(folder: Uri): Project {
    const id = folder.toString();
    const nothing: Disposable = { dispose: () => undefined };
    return new Project(id, folder.path.split("/").at(-1) ?? id, { ...projectPorts(id, this.#services), readOnly: () => "readOnlyFileSystem", watch: () => nothing });
  }
}

/** Resolves a folder as people write it: `~/` is the home folder, and a relative path is below the project. */
export function resolveFolder(folder: string, project: Uri, userHome: string): Uri {
  if (/^~[/\\]/u.test(folder)) return Uri.joinPath(Uri.file(userHome), folder.slice(2));
  return /^(?:[/\\]|[A-Za-z]:[/\\])/u.test(folder) ? Uri.file(folder) : Uri.joinPath(project, folder);
}

/**
 * Returns the folders of projects below some folders. Follows no symbolic links. Searches the nearest
 * folders first, so that a search that is cut has found the nearest projects.
 */
export async function findProjects(folders: readonly Uri[], { depth, without }: Pick<ProjectSearch, "depth" | "without">): Promise<Uri[]> {
  const skipped = new Set([...without, ".handoff"]);
  const found: Uri[] = [];
  let remaining: number = maxSearchFolders;
  let level = [...folders];
  for (let step = 0; step < depth && level.length > 0; step += 1) {
    const next: Uri[] = [];
    for (const folder of level.slice(0, remaining)) {
      const names = await foldersIn(folder);
      next.push(...names.filter((name) => !skipped.has(name)).map((name) => Uri.joinPath(folder, name)));
    }
    remaining = Math.max(0, remaining - level.length);
    for (const folder of next) if (await isProject(folder)) found.push(folder);
    level = next;
  }
  return found;
}

/** Returns the names of the folders in a folder, sorted; none if it cannot be read. */
async function foldersIn(folder: Uri): Promise<string[]> {
  try {
    const entries = await workspace.fs.readDirectory(folder);
    return entries.flatMap(([name, type]) => (type === FileType.Directory ? [name] : [])).toSorted();
  } catch {
    return [];
  }
}

async function isProject(folder: Uri): Promise<boolean> {
  if (!(await hasRecords(folder))) return false;
  try {
    return (await workspace.fs.stat(Uri.joinPath(folder, ".handoff", "config.toml"))).type === FileType.File;
  } catch {
    return false;
  }
}
