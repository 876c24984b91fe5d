// Commits of a time span, from a fake of VSCode's Git extension.
import { beforeEach, expect, test, vi } from "vitest";
import type { Project } from "../../src/workspace/project.ts";
import { openCommit, readCommits, readHead, readTaskCommits } from "../../src/workspace/gitCommits.ts";

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
  await openCommit(project, "c2c2c2c");
  await expect(openCommit(project, "--output=x")).rejects.toThrow("not the hash");
  expect(editor.executed.map(([command, uri, hash]) => [command, String(uri), hash])).toEqual([["git.viewCommit", "file:///p", "c2c2c2c"]]);
});

test("the branch and the commit that are checked out are read, where there is a repository", async () => {
  expect(await readHead(project)).toBeUndefined();
  useGit({ hasRepository: false });
  expect(await readHead(project)).toBeUndefined();
  useGit();
  expect(await readHead(project)).toEqual({ branch: "main", commit: "c3" });
});

test("the engine says which commits are those of a task", async () => {
  useGit();
  const asked: unknown[] = [];
  const view = (query: unknown): string[] => {
    asked.push(query);
    return ["c1", "c3"];
  };
  const known = { id: project.id, view } as unknown as Project;
  expect((await readTaskCommits(known, "t1")).map(({ hash, subject }) => [hash, subject])).toEqual([["c3", "Later"], ["c1", "At the start"]]);
  expect(asked).toEqual([
    {
      kind: "taskCommits",
      id: "t1",
      commits: [
        { id: "c3", at: at("03T10:00"), message: "Later" },
        { id: "c2", at: at("02T10:00"), message: "Inside\n\nWith a body" },
        { id: "c1", at: at("01T10:00"), message: "At the start" },
      ],
    },
  ]);
  editor.git = undefined;
  expect(await readTaskCommits(known, "t1")).toEqual([]);
  expect(asked, "without a repository nothing is asked").toHaveLength(1);
});
