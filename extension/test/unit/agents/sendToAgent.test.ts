// Sending tasks to an agent, with a fake of VSCode.
import { beforeEach, expect, test, vi } from "vitest";
import type { CommandHost } from "../../../src/support/handoffProgram.ts";
import type { Target } from "../../../src/commands/targets.ts";
import { sendTasks, type SendHosts } from "../../../src/agents/sendToAgent.ts";

const editor = vi.hoisted(() => ({
  isTrusted: true,
  commands: ["workbench.action.chat.open"],
  executed: [] as unknown[][],
  terminals: [] as { name: string; shellPath: string; shellArgs: string[]; env: Record<string, string>; cwd: { fsPath: string } }[],
  warnings: [] as string[],
  copied: "",
  table: {} as unknown,
  last: undefined as unknown,
  /** The label and the group of the item that is picked. */
  pick: undefined as [label: string, group: string] | undefined,
  offered: [] as string[],
  worktree: undefined as string | Error | undefined,
}));

vi.mock("vscode", async () => ({
  ...(await import("../fakeVscode.ts")),
  env: { appName: "Code", clipboard: { writeText: (text: string) => Promise.resolve(void (editor.copied = text)) } },
  commands: {
    getCommands: () => Promise.resolve(editor.commands),
    executeCommand: (...call: unknown[]) => Promise.resolve(void editor.executed.push(call)),
  },
  workspace: {
    get isTrusted() {
      return editor.isTrusted;
    },
    getConfiguration: () => ({ get: () => editor.table }),
  },
  window: {
    setStatusBarMessage: () => undefined,
    showWarningMessage: (text: string) => Promise.resolve(void editor.warnings.push(text)),
    showErrorMessage: (text: string) => Promise.resolve(void editor.warnings.push(text)),
    showQuickPick: (items: { label: string; kind?: number }[]) => {
      editor.offered = items.map(({ label }) => label);
      const [wanted, group] = editor.pick ?? [];
      let current = "";
      const found = items.find(({ label, kind }) => {
        if (kind === -1) current = label;
        return label === wanted && current === group;
      });
      return Promise.resolve(found);
    },
    createTerminal: (options: (typeof editor.terminals)[number]) => {
      editor.terminals.push(options);
      return { show: () => undefined };
    },
  },
}));

vi.mock("../../../src/workspace/gitCommits.ts", () => ({
  createWorktree: (_: unknown, branch: string) => {
    if (editor.worktree instanceof Error) return Promise.reject(editor.worktree);
    return Promise.resolve(editor.worktree === undefined ? undefined : { scheme: "file", fsPath: `${editor.worktree}/${branch}` });
  },
}));

const memory: SendHosts["memory"] = { get: () => editor.last as never, update: (_, value) => Promise.resolve(void (editor.last = value)) };
const hosts: SendHosts = { folder: "file:///p", command: {} as CommandHost, memory };
let prompt: string | undefined = "";
const target = { project: { ask: () => prompt }, ids: ["t1", "a/b"] } as unknown as Target;
const here = "in this folder";

beforeEach(() => {
  prompt = "Do this; $(rm -rf ~) `x` \"y\" ${task}\n- line";
  const table = { Gemini: ["gemini", "-i", "${prompt}", "--name=${task}"], Codex: ["codex"], Broken: "codex", Empty: [], Wrong: ["x", 7] };
  Object.assign(editor, { isTrusted: true, commands: ["workbench.action.chat.open"], executed: [], terminals: [], warnings: [], copied: "", table, last: undefined, pick: ["$(terminal) Gemini", here], offered: [], worktree: undefined });
});

test("the chat gets the prompt in its field, and nothing is sent without the user", async () => {
  expect(await sendTasks(target, "chat", hosts)).toBe(true);
  expect(editor.executed).toEqual([["workbench.action.chat.open", { query: prompt, isPartialQuery: true }]]);
  editor.commands = [];
  expect(await sendTasks(target, "chat", hosts)).toBe(false);
  expect(editor.warnings).toHaveLength(1);
});

test("placeholders are replaced within single arguments, and no shell is started", async () => {
  expect(await sendTasks(target, "terminal", hosts)).toBe(true);
  expect(editor.terminals[0]).toMatchObject({ name: "Gemini: t1, a/b", shellPath: "gemini", shellArgs: ["-i", prompt, "--name=t1,a/b"], cwd: { fsPath: "/p" } });
  editor.pick = ["$(terminal) Codex", here];
  expect(await sendTasks(target, "terminal", hosts)).toBe(true);
  expect(editor.terminals[1]?.shellArgs, "without a place the prompt is the last argument").toEqual([prompt]);
  const conversations = editor.terminals.map(({ env }) => env["HANDOFF_CONVERSATION"]);
  expect(new Set(conversations).size, "each terminal has a conversation of its own").toBe(2);
});

test("the last program comes first, entries that are no commands are left out, and a dismissed question changes nothing", async () => {
  editor.pick = undefined;
  expect(await sendTasks(target, "terminal", hosts)).toBe(false);
  expect([editor.last, editor.terminals]).toEqual([undefined, []]);
  editor.pick = ["$(terminal) Codex", here];
  expect(await sendTasks(target, "terminal", hosts)).toBe(true);
  expect(await sendTasks(target, "terminal", hosts)).toBe(true);
  expect(editor.offered).toEqual([here, "$(terminal) Codex", "$(terminal) Gemini", "in a new worktree of Git", "$(git-branch) Codex", "$(git-branch) Gemini", "", "$(gear) Edit the Table of Agents…"]);
  editor.pick = ["$(gear) Edit the Table of Agents…", ""];
  expect(await sendTasks(target, "terminal", hosts)).toBe(false);
  expect(editor.executed).toEqual([["workbench.action.openSettings", "handoff.agents"]]);
});

test("a worktree gets a branch that is named for the tasks, and without one nothing is started", async () => {
  editor.pick = ["$(git-branch) Codex", "in a new worktree of Git"];
  expect(await sendTasks(target, "terminal", hosts)).toBe(false);
  editor.worktree = new Error("The branch exists.");
  expect(await sendTasks(target, "terminal", hosts)).toBe(false);
  expect([editor.terminals.length, editor.warnings.length, editor.warnings.at(-1)]).toEqual([0, 2, "No worktree was made. The branch exists."]);
  editor.worktree = "/trees";
  expect(await sendTasks(target, "terminal", hosts)).toBe(true);
  expect(editor.terminals[0]?.cwd.fsPath).toBe("/trees/handoff/t1-a-b");
});

test("no program is run where it may not or cannot be", async () => {
  editor.table = { Gemini: ["claude.CMD"] };
  expect(await sendTasks(target, "terminal", hosts)).toBe(false);
  expect(await sendTasks(target, "terminal", { ...hosts, command: undefined })).toBe(false);
  editor.isTrusted = false;
  expect(await sendTasks(target, "terminal", hosts)).toBe(false);
  expect(editor.terminals).toEqual([]);
  expect(editor.warnings).toHaveLength(3);
  expect(await sendTasks(target, "copy", hosts), "copying runs nothing").toBe(true);
  expect(editor.copied).toBe(prompt);
});

test("a long prompt is cut at a character, and no system refuses it", async () => {
  prompt = `${"a".repeat(19_999)}\u{1F600}\0${"b".repeat(9000)}`;
  await sendTasks(target, "terminal", hosts);
  const text = editor.terminals[0]?.shellArgs[1] ?? "";
  expect(text.slice(19_990)).toBe(`${"a".repeat(9)}\n\nThe rest is in the file of the task.`);
  prompt = undefined;
  expect(await sendTasks(target, "copy", hosts), "the task was deleted").toBe(false);
});
