// Connecting agents with a project: which program runs, and what is said where it cannot run.
import { beforeEach, expect, test, vi } from "vitest";
import { CommandContext, type WindowServices } from "../../../src/commands/commandContext.ts";
import { startCommands } from "../../../src/start/connectAgent.ts";
import { memoryProject } from "../memoryProject.ts";

const editor = vi.hoisted(() => ({ isTrusted: true, offered: [] as { client: string; description: string }[], chosen: [] as string[], ran: [] as unknown[][], said: [] as string[], copied: [] as string[] }));

vi.mock("vscode", async () => ({
  ...(await import("../fakeVscode.ts")),
  env: { language: "en-US", clipboard: { writeText: (text: string) => Promise.resolve(editor.copied.push(text)) } },
  commands: { executeCommand: () => Promise.resolve() },
  ProcessExecution: class {
    readonly call: unknown[];
    constructor(...call: unknown[]) {
      this.call = call;
    }
  },
  Task: class {
    readonly execution: { call: unknown[] };
    constructor(...[, , , , execution]: [unknown, unknown, unknown, unknown, { call: unknown[] }]) {
      this.execution = execution;
    }
  },
  TaskScope: {},
  TaskRevealKind: {},
  tasks: { executeTask: ({ execution }: { execution: { call: unknown[] } }) => Promise.resolve(editor.ran.push(execution.call)) },
  workspace: {
    get isTrusted() {
      return editor.isTrusted;
    },
  },
  window: {
    showQuickPick: (items: { client: string; description: string }[]) => {
      editor.offered = items;
      return Promise.resolve(items.filter(({ client }) => editor.chosen.includes(client)));
    },
    showWarningMessage: (text: string, action: string) => {
      editor.said.push(text);
      return Promise.resolve(action);
    },
  },
}));

const project = await memoryProject("file:///plans/atlas");
const projects = { all: [project], get: () => project, load: () => Promise.resolve() };
const context = new CommandContext({ projects, selection: () => [], activeProject: () => project } as unknown as WindowServices);
const connect = async (find: (() => string | undefined) | undefined): Promise<void> => {
  await startCommands(context, find)["handoff.connectAgent"]?.();
};

beforeEach(() => {
  Object.assign(editor, { isTrusted: true, chosen: ["claude", "codex"], ran: [], said: [], copied: [] });
});

test("the set-up of the selected programs runs in the project, without a shell", async () => {
  await connect(() => "/bin/handoff");
  expect(editor.offered[0]?.description).toBe("changes .mcp.json, CLAUDE.md, .claude/");
  expect(editor.ran).toEqual([["/bin/handoff", ["setup", "claude", "codex"], { cwd: "/plans/atlas" }]]);
});

test("nothing runs without a selection, and in a workspace that is not trusted", async () => {
  editor.chosen = [];
  await connect(() => "/bin/handoff");
  editor.chosen = ["claude"];
  editor.isTrusted = false;
  await connect(() => "/bin/handoff");
  expect([editor.ran, editor.said]).toEqual([[], ["This workspace is not trusted, so Handoff runs no program in it."]]);
});

test.each([["in a browser", undefined], ["without the command", () => undefined]])("%s, the line to run is copied", async (_, find) => {
  await connect(find);
  expect(editor.said[0]).toContain("handoff setup claude codex");
  expect([editor.ran, editor.copied]).toEqual([[], ["handoff setup claude codex"]]);
});
