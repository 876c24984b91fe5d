// The window as the suites see it, in both hosts: no `node:` module, no page.
import { extensions, Uri, workspace } from "vscode";
import type { TestApi } from "../../src/activate.ts";
import type { Project } from "../../src/workspace/project.ts";
import { until } from "../harness/until.ts";

/** What the extension gives to tests; activates it. */
export async function handoff(): Promise<TestApi> {
  const extension = extensions.getExtension<TestApi | undefined>("handoff-tools.handoff");
  const api = await extension?.activate();
  if (api === undefined) throw new Error("The extension is not there, or gives no test API.");
  return api;
}

/** A project that is loaded, by its folder's last name. */
export async function loadedProject(folder: string): Promise<Project> {
  const { projects } = await handoff();
  await projects.load();
  return await until(`the project ${folder} is loaded`, () =>
    projects.all.find(({ id, state }) => id.endsWith(`/${folder}`) && state === "ready"),
  );
}

/** A place below a project's `.handoff/`. */
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

/** Throws unless both are the same data. */
export function same(actual: unknown, expected: unknown): void {
  const [left, right] = [actual, expected].map((value) => JSON.stringify(value, undefined, 1));
  if (left !== right) throw new Error(`Expected ${right}\nbut found ${left}`);
}
