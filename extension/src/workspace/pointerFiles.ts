// Reads the files to which a session's context pointers refer, for its prompt and for what has
// changed since it was saved.

import { FileSystemError, FileType, Uri, workspace } from "vscode";
import type { FileState, SessionDetails } from "../../../webviews/contract/generated/protocol.ts";
import type { Project } from "./project.ts";

/** A larger file is not compared, in bytes. */
const MAX_SIZE = 2_000_000;

/** Returns the prompt of a session and how the files of its pointers have changed, or null if there is no such session. */
export async function readSessionDetails(project: Project, id: string): Promise<SessionDetails | null> {
  const files = await readPointerFiles(project, id);
  return project.ask((engine, context) => engine.sessionPage(id, files, context));
}

async function readPointerFiles(project: Project, id: string): Promise<FileState[]> {
  const paths = project.ask((engine) => engine.pointerFiles(id));
  return (await Promise.all(paths.map((path) => readFile(project, path)))).flat();
}

/** Reads a file; nothing for one that is too large, outside of the workspace, behind a link or unreadable. */
async function readFile(project: Project, path: string): Promise<FileState[]> {
  const place = placeInWorkspace(project, path);
  if (place === undefined) return [];
  try {
    const { type, size } = await workspace.fs.stat(place);
    if (type === FileType.Directory) return [{ kind: "folder", path }];
    if (type !== FileType.File || size > MAX_SIZE) return [];
    return [{ kind: "file", path, bytes: await workspace.fs.readFile(place) }];
  } catch (error) {
    return error instanceof FileSystemError && error.code === "FileNotFound" ? [{ kind: "gone", path }] : [];
  }
}

/** Returns the place of a path relative to the project, or undefined if it is outside of the workspace. */
export function placeInWorkspace(project: Project, path: string): Uri | undefined {
  const place = Uri.joinPath(Uri.parse(project.id, true), ...path.split(/[\\/]/u));
  return workspace.getWorkspaceFolder(place) === undefined ? undefined : place;
}
