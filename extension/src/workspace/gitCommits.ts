// Commits of a time span or a task, the commit that is checked out, and new worktrees, from VSCode's own Git extension. There are none
// where that extension is missing or disabled, as in a browser, and outside of repositories.

import { commands, extensions, Uri } from "vscode";
import type { PackageGit } from "../../../webviews/contract/generated/protocol.ts";
import type { GitCommit } from "../../../webviews/contract/common.ts";
import type { Project } from "./project.ts";

/** Maximum number of commits that are searched, from the newest back. */
const MAX_SEARCHED = 1000;

/** The part of the Git extension's API, version 1, that is used here. */
interface GitExtension {
  readonly enabled: boolean;
  getAPI(version: 1): { getRepository(uri: Uri): Repository | null };
}

interface Repository {
  readonly state: { readonly HEAD: { readonly name?: string; readonly commit?: string } | undefined };
  log(options: { maxEntries: number }): Promise<readonly LoggedCommit[]>;
  /** Returns what `git blame` prints for a file: one line for each line of it. */
  blame(path: string): Promise<string>;
  getCommit(hash: string): Promise<LoggedCommit>;
  /** Makes a worktree and returns its path. Absent before VSCode 1.105. */
  createWorktree?(options: { branch: string }): Promise<string>;
}

interface LoggedCommit {
  readonly hash: string;
  readonly message: string;
  readonly authorName?: string;
  readonly commitDate?: Date;
}

/** A commit with its time in milliseconds and its whole message. */
interface TimedCommit extends GitCommit {
  readonly time: number;
  readonly message: string;
}

/** Returns the commits of the current branch between two times in milliseconds, newest first. */
export async function readCommits(project: Project, from: number, to: number): Promise<GitCommit[]> {
  return (await readLog(project)).filter(({ time }) => time >= from && time <= to).map(rowOf);
}

/** Returns the commits of the current branch that belong to a task, newest first. */
export async function readTaskCommits(project: Project, id: string): Promise<GitCommit[]> {
  const commits = await readLog(project);
  const facts = commits.map(({ hash, time, message }) => ({ id: hash, at: time, message }));
  const own = new Set(facts.length === 0 ? [] : project.view({ kind: "taskCommits", id, commits: facts }));
  return commits.filter(({ hash }) => own.has(hash)).map(rowOf);
}

/** Returns the last commits of the current branch whose time is known, newest first. */
async function readLog(project: Project): Promise<TimedCommit[]> {
  const commits = await (await findRepository(project))?.log({ maxEntries: MAX_SEARCHED });
  return (commits ?? []).flatMap(({ hash, message, authorName, commitDate }) => {
    const time = commitDate?.getTime() ?? Number.NaN;
    if (Number.isNaN(time)) return [];
    return [{ hash, message, time, subject: message.split("\n", 1)[0] ?? "", author: authorName ?? "", at: new Date(time).toISOString() }];
  });
}

/** The commit that last changed a line. */
export interface LineCommit {
  readonly hash: string;
  readonly message: string;
  readonly author: string;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/**
 * Returns the commit that last changed a line of the saved file, counted from 0: "uncommitted" if it is in none, "unknown"
 * without Git and for files that Git does not have.
 */
export async function commitOfLine(project: Project, file: Uri, line: number): Promise<LineCommit | "uncommitted" | "unknown"> {
  const repository = await findRepository(project);
  if (repository === null) return "unknown";
  try {
    const blamed = (await repository.blame(file.fsPath)).split("\n")[line] ?? "";
    // A caret marks the first commit.
    const hash = /^\^?([0-9a-f]{7,64}) /u.exec(blamed)?.[1];
    if (hash === undefined) return "unknown";
    if (/^0+$/u.test(hash)) return "uncommitted";
    const { hash: whole, message, authorName = "", commitDate } = await repository.getCommit(hash);
    return { hash: whole, message, author: authorName, at: commitDate?.getTime() ?? 0 };
  } catch {
    // Git fails for a file that it does not know.
    return "unknown";
  }
}

function rowOf({ hash, subject, author, at }: TimedCommit): GitCommit {
  return { hash, subject, author, at };
}

/** Returns the branch and the commit that are checked out, or undefined if there is no repository. */
export async function readHead(project: Project): Promise<PackageGit | undefined> {
  const head = (await findRepository(project))?.state.HEAD;
  return head && { ...(head.name !== undefined && { branch: head.name }), ...(head.commit !== undefined && { commit: head.commit }) };
}

/**
 * Makes a worktree of the repository with a new branch, beside it or where VSCode made the last one. Returns undefined
 * without a repository, and where VSCode cannot.
 */
export async function createWorktree(project: Project, branch: string): Promise<Uri | undefined> {
  const repository = await findRepository(project);
  return repository?.createWorktree && Uri.file(await repository.createWorktree({ branch }));
}

/** Shows the changes of a commit. The hash comes from a page. */
export async function openCommit(project: Project, hash: string): Promise<void> {
  if (!/^[0-9a-f]{7,64}$/u.test(hash)) throw new TypeError("This is not the hash of a commit.");
  await commands.executeCommand("git.viewCommit", Uri.parse(project.id, true), hash);
}

async function findRepository(project: Project): Promise<Repository | null> {
  const git = extensions.getExtension<GitExtension>("vscode.git");
  if (git === undefined) return null;
  const api = await git.activate();
  return api.enabled ? api.getAPI(1).getRepository(Uri.parse(project.id, true)) : null;
}
