// Answers what operations ask of the world around a project: its files outside of `.handoff/`.

import { FileSystemError, FileType, Uri, workspace } from "vscode";
import type { FileAnswer, OperationAnswer, OperationRequest, PathProbe } from "../../../webviews/contract/generated/protocol.ts";

/** A larger file is not compared, in bytes. */
const MAX_SIZE = 2_000_000;

/** Answers a request about the project with this ID. A window finds no renames of files, no other projects and no state of Git. */
export async function answerAround(projectId: string, request: OperationRequest): Promise<OperationAnswer> {
  if (request.kind !== "readFiles") return { kind: "unavailable", reason: "This is not possible in a window of VSCode." };
  const read = async ({ path }: { path: string }): Promise<FileAnswer> => ({ renamed: null, found: await readFile(projectId, path) });
  return { kind: "files", answers: await Promise.all(request.requests.map(read)) };
}

/** Reads a file, unless it is too large, outside of the workspace, behind a link or unreadable. */
async function readFile(projectId: string, path: string): Promise<PathProbe> {
  const place = placeInWorkspace(projectId, path);
  if (place === undefined) return { kind: "closed" };
  try {
    const { type, size } = await workspace.fs.stat(place);
    if (type === FileType.Directory) return { kind: "folder" };
    if (type !== FileType.File || size > MAX_SIZE) return { kind: "closed" };
    return { kind: "file", bytes: await workspace.fs.readFile(place) };
  } catch (error) {
    return { kind: error instanceof FileSystemError && error.code === "FileNotFound" ? "gone" : "closed" };
  }
}

/** Returns the place of a path relative to the project, or undefined if it is outside of the workspace. */
export function placeInWorkspace(projectId: string, path: string): Uri | undefined {
  const place = Uri.joinPath(Uri.parse(projectId, true), ...path.split(/[\\/]/u));
  return workspace.getWorkspaceFolder(place) === undefined ? undefined : place;
}
