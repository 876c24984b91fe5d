// Access to the window for the suites in both hosts: without `node:` modules and DOM.
import { extensions, Uri, workspace } from "vscode";
import type { Exports, TestApi } from "../../src/activate.ts";
import type { Project } from "../../src/workspace/project.ts";
import { extensionId } from "../harness/extensionId.ts";
import { until } from "../harness/until.ts";

/** Activates the extension. Returns what it exports. */
export async function exported(): Promise<Exports> {
  const extension = extensions.getExtension<Exports>(extensionId);
  if (extension === undefined) throw new Error("The extension is not there.");
  return await extension.activate();
}

/** Activates the extension. Returns its API for tests. */
export async function handoff(): Promise<TestApi> {
  const { testing } = await exported();
  if (testing === undefined) throw new Error("The extension gives no test API.");
  return testing;
}

/** Returns a loaded project by its folder's last name. */
export async function loadedProject(folder: string): Promise<Project> {
  const { projects } = await handoff();
  await projects.load();
  return await until(`the project ${folder} is loaded`, () =>
    projects.all.find(({ id, state }) => id.endsWith(`/${folder}`) && state === "ready"),
  );
}

/** Returns the URI of a path in a project's `.handoff/`. */
export function record(project: Project, path: string): Uri {
  return Uri.joinPath(Uri.parse(project.id, true), ".handoff", ...path.split("/"));
}

export async function readText(place: Uri): Promise<string> {
  return new TextDecoder().decode(await workspace.fs.readFile(place));
}

export async function exists(place: Uri): Promise<boolean> {
  try {
    await workspace.fs.stat(place);
    return true;
  } catch {
    return false;
  }
}

/** Throws unless both values are deeply equal. */
export function same(actual: unknown, expected: unknown): void {
  const [left, right] = [actual, expected].map((value) => JSON.stringify(value, undefined, 1));
  if (left !== right) throw new Error(`Expected ${right}\nbut found ${left}`);
}
