// Commits of a time span, from a fake of VSCode's Git extension.
import { beforeEach, expect, test, vi } from "vitest";
import type { Project } from "../../src/workspace/project.ts";
import { openCommit, readCommits, readHead } from "../../src/workspace/gitCommits.ts";

const editor = vi.hoisted(() => ({ git: undefined as unknown, executed: [] as unknown[][] }));

vi.mock("vscode", async () => ({
  ...(await import("./fakeVscode.ts")),
  extensions: { getExtension: (id: string) => (id === "vscode.git" ? editor.git : undefined) },
  commands: { executeCommand: (...call: unknown[]) => Promise.resolve(void editor.executed.push(call)) },
}));

const project = { id: "file:///p" } as Project;
const at = (time: string) => Date.parse(`2026-11-${time}:00Z`);
const commit = (hash: string, time: string, message: string) => ({ hash, message, authorName: "Maya", commitDate: new Date(at(time)) });
const log = [
  commit("c3", "03T10:00", "Later"),
  commit("c2", "02T10:00", "Inside\n\nWith a body"),
  { hash: "c0", message: "Without a date" },
  commit("c1", "01T10:00", "At the start"),
];

function useGit({ enabled = true, hasRepository = true } = {}): void {
  const repository = hasRepository ? { log: () => Promise.resolve(log), state: { HEAD: { name: "main", commit: "c3" } } } : null;
  editor.git = { activate: () => Promise.resolve({ enabled, getAPI: () => ({ getRepository: () => repository }) }) };
}

beforeEach(() => {
  editor.git = undefined;
  editor.executed.length = 0;
});

test("commits between two times are listed with the first line of their message", async () => {
  useGit();
  expect(await readCommits(project, at("01T10:00"), at("02T12:00"))).toEqual([
    { hash: "c2", subject: "Inside", author: "Maya", at: "2026-11-02T10:00:00.000Z" },
    { hash: "c1", subject: "At the start", author: "Maya", at: "2026-11-01T10:00:00.000Z" },
  ]);
});

test("a session without times has no commits", async () => {
  useGit();
  expect(await readCommits(project, Number.NaN, at("02T12:00"))).toEqual([]);
  expect(await readCommits(project, at("01T10:00"), Number.NaN)).toEqual([]);
});

test("without Git there are no commits", async () => {
  const read = () => readCommits(project, at("01T10:00"), at("02T12:00"));
  expect(await read()).toEqual([]);
  useGit({ enabled: false });
  expect(await read()).toEqual([]);
  useGit({ hasRepository: false });
  expect(await read()).toEqual([]);
});

test("a commit opens in the repository of the project", async () => {
  await openCommit(project, "c2");
  expect(editor.executed.map(([command, uri, hash]) => [command, String(uri), hash])).toEqual([["git.viewCommit", "file:///p", "c2"]]);
});

test("the branch and the commit that are checked out are read, where there is a repository", async () => {
  expect(await readHead(project)).toBeUndefined();
  useGit({ hasRepository: false });
  expect(await readHead(project)).toBeUndefined();
  useGit();
  expect(await readHead(project)).toEqual({ branch: "main", commit: "c3" });
});
