// Sending tasks to an agent, with a fake of VSCode.
import { beforeEach, expect, test, vi } from "vitest";
import type { CommandHost } from "../../../src/support/handoffProgram.ts";
import type { Target } from "../../../src/commands/targets.ts";
import { sendTasks } from "../../../src/start/sendToAgent.ts";

const editor = vi.hoisted(() => ({
  isTrusted: true,
  commands: ["workbench.action.chat.open"],
  executed: [] as unknown[][],
  terminals: [] as { name: string; shellPath: string; shellArgs: string[]; cwd: { fsPath: string } }[],
  warnings: [] as string[],
  copied: "",
  setting: [] as unknown,
  written: [] as unknown[][],
  pick: undefined as string | undefined,
}));

vi.mock("vscode", async () => ({
  ...(await import("../fakeVscode.ts")),
  ConfigurationTarget: { Global: 1 },
  env: { appName: "Code", clipboard: { writeText: (text: string) => Promise.resolve(void (editor.copied = text)) } },
  commands: {
    getCommands: () => Promise.resolve(editor.commands),
    executeCommand: (...call: unknown[]) => Promise.resolve(void editor.executed.push(call)),
  },
  workspace: {
    get isTrusted() {
      return editor.isTrusted;
    },
    getConfiguration: () => ({ get: () => editor.setting, update: (...call: unknown[]) => Promise.resolve(void editor.written.push(call)) }),
  },
  window: {
    setStatusBarMessage: () => undefined,
    showWarningMessage: (text: string) => Promise.resolve(void editor.warnings.push(text)),
    showQuickPick: (items: { label: string }[]) => Promise.resolve(items.find(({ label }) => label === editor.pick)),
    createTerminal: (options: (typeof editor.terminals)[number]) => {
      editor.terminals.push(options);
      return { show: () => undefined };
    },
  },
}));

const hosts = { folder: "file:///p", command: {} as CommandHost };
let prompt: string | undefined = "";
const target = { project: { ask: () => prompt }, ids: ["t1"] } as unknown as Target;

beforeEach(() => {
  prompt = "Do this; $(rm -rf ~) `x` \"y\"\n- line";
  Object.assign(editor, { isTrusted: true, commands: ["workbench.action.chat.open"], executed: [], terminals: [], warnings: [], copied: "", setting: [], written: [], pick: undefined });
});

test("the chat gets the prompt in its field, and nothing is sent without the user", async () => {
  expect(await sendTasks(target, "chat", hosts)).toBe(true);
  expect(editor.executed).toEqual([["workbench.action.chat.open", { query: prompt, isPartialQuery: true }]]);
  editor.commands = [];
  expect(await sendTasks(target, "chat", hosts)).toBe(false);
  expect(editor.warnings).toHaveLength(1);
});

test("the prompt is one argument of the program, and no shell is started", async () => {
  editor.setting = ["gemini", "-i", 7, ""];
  expect(await sendTasks(target, "terminal", hosts)).toBe(true);
  const [terminal] = editor.terminals;
  expect(terminal).toMatchObject({ name: "Gemini CLI: t1", shellPath: "gemini", shellArgs: ["-i", prompt] });
  expect(terminal?.cwd.fsPath).toBe("/p");
});

test("the program is asked once and kept; a dismissed question changes nothing", async () => {
  expect(await sendTasks(target, "terminal", hosts)).toBe(false);
  expect([editor.written, editor.terminals]).toEqual([[], []]);
  editor.pick = "Codex";
  expect(await sendTasks(target, "terminal", hosts)).toBe(true);
  expect(editor.written).toEqual([["agentCommand", ["codex"], 1]]);
  editor.setting = ["claude"];
  expect(await sendTasks(target, "otherTerminal", hosts)).toBe(true);
  expect(editor.terminals.map(({ shellPath }) => shellPath)).toEqual(["codex", "codex"]);
  editor.pick = "Another Program…";
  expect(await sendTasks(target, "otherTerminal", hosts)).toBe(false);
  expect(editor.executed).toEqual([["workbench.action.openSettings", "handoff.agentCommand"]]);
});

test("no program is run where it may not or cannot be", async () => {
  editor.setting = ["claude.CMD"];
  expect(await sendTasks(target, "terminal", hosts)).toBe(false);
  editor.setting = ["claude"];
  expect(await sendTasks(target, "terminal", { ...hosts, command: undefined })).toBe(false);
  editor.isTrusted = false;
  expect(await sendTasks(target, "terminal", hosts)).toBe(false);
  expect(editor.terminals).toEqual([]);
  expect(editor.warnings).toHaveLength(3);
  expect(await sendTasks(target, "copy", hosts), "copying runs nothing").toBe(true);
  expect(editor.copied).toBe(prompt);
});

test("a long prompt is cut at a character, and no system refuses it", async () => {
  editor.setting = ["claude"];
  prompt = `${"a".repeat(19_999)}\u{1F600}\0${"b".repeat(9000)}`;
  await sendTasks(target, "terminal", hosts);
  const text = editor.terminals[0]?.shellArgs[0] ?? "";
  expect(text.slice(19_990)).toBe(`${"a".repeat(9)}\n\nThe rest is in the file of the task.`);
  prompt = undefined;
  expect(await sendTasks(target, "copy", hosts), "the task was deleted").toBe(false);
});
