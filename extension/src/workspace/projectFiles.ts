// Finds the project that a file of the window belongs to.

import { Uri } from "vscode";
import type { Project } from "./project.ts";
import type { Projects } from "./projects.ts";

/** A file outside of `.handoff/`. */
export interface ProjectFile {
  readonly project: Project;
  /** Relative to the project, with slashes. */
  readonly path: string;
}

/**
 * Returns the innermost project around a file with the path of the file in it, or undefined if there is none or if the
 * file is one of the project's own. A worktree of Git counts as the folder of the project that it uses.
 */
export function projectFile(projects: Pick<Projects, "all" | "workFolder">, file: Uri): ProjectFile | undefined {
  const around = projects.all.flatMap((project) =>
    [...new Set([projects.workFolder(project), project.id])].flatMap((folder) => {
      const path = pathBelow(Uri.parse(folder, true), file);
      return path === undefined ? [] : [{ project, path }];
    }),
  );
  const [innermost] = around.toSorted((left, right) => left.path.length - right.path.length);
  return innermost === undefined || innermost.path.startsWith(".handoff/") ? undefined : innermost;
}

function pathBelow(folder: Uri, file: Uri): string | undefined {
  if (file.scheme !== folder.scheme || file.authority !== folder.authority) return undefined;
  const start = folder.path.endsWith("/") ? folder.path : `${folder.path}/`;
  return file.path.startsWith(start) ? file.path.slice(start.length) : undefined;
}
