// Connecting agents with a project: the command is found or installed first, then programs are offered.
import { beforeEach, expect, test, vi } from "vitest";
import { CommandContext, type WindowServices } from "../../../src/commands/commandContext.ts";
import { startCommands } from "../../../src/start/connectAgent.ts";
import { memoryProject } from "../memoryProject.ts";

interface Run {
  readonly call: unknown[];
}

const editor = vi.hoisted(() => ({
  isTrusted: true,
  /** Whether the workspace folder is a clone of the repository. */
  isClone: false,
  picked: undefined as string | undefined,
  offered: undefined as { client: string; description: string }[] | undefined,
  chosen: [] as string[],
  ran: [] as unknown[][],
  exitCode: 0,
  /** Called when a program runs. */
  onRun: () => {},
  said: [] as { text: string; isModal: boolean; detail: string; actions: string[] }[],
  answer: undefined as string | undefined,
  copied: [] as string[],
  opened: [] as string[],
}));

const executions = vi.hoisted(() => [] as unknown[]);

vi.mock("vscode", async () => {
  const fake = await import("../fakeVscode.ts");
  const say = (text: string, ...more: (string | { modal?: boolean; detail?: string })[]) => {
    const [options] = more;
    const { modal = false, detail = "" } = typeof options === "object" ? options : {};
    const actions = more.filter((item) => typeof item === "string");
    editor.said.push({ text, isModal: modal, detail, actions });
    return Promise.resolve(actions.find((action) => action === editor.answer));
  };
  return {
    ...fake,
    Uri: {
      joinPath: () => fake.Uri.file("/clone/crates/cli/Cargo.toml"),
      parse: (text: string) => (text.startsWith("file://") ? fake.Uri.parse(text) : { toString: () => text }),
    },
    env: {
      language: "en-US",
      clipboard: { writeText: (text: string) => Promise.resolve(editor.copied.push(text)) },
      openExternal: (address: { toString: () => string }) => Promise.resolve(editor.opened.push(address.toString())),
    },
    commands: { executeCommand: () => Promise.resolve() },
    ProcessExecution: class implements Run {
      readonly call: unknown[];
      constructor(...call: unknown[]) {
        this.call = call;
      }
    },
    Task: class {
      readonly execution: Run;
      constructor(...[, , , , execution]: [unknown, unknown, unknown, unknown, Run]) {
        this.execution = execution;
      }
    },
    TaskScope: {},
    TaskRevealKind: {},
    tasks: {
      executeTask: ({ execution }: { execution: Run }) => {
        editor.ran.push(execution.call);
        executions.push(execution);
        editor.onRun();
        return Promise.resolve(execution);
      },
      onDidEndTaskProcess: (listener: (event: { execution: unknown; exitCode: number }) => void) => {
        queueMicrotask(() => listener({ execution: undefined, exitCode: 1 }));
        queueMicrotask(() => listener({ execution: executions.at(-1), exitCode: editor.exitCode }));
        return { dispose: () => undefined };
      },
    },
    workspace: {
      get isTrusted() {
        return editor.isTrusted;
      },
      workspaceFolders: [{ uri: fake.Uri.file("/clone") }],
      fs: { readFile: () => (editor.isClone ? Promise.resolve(new TextEncoder().encode('name = "handoff-cli"')) : Promise.reject(new Error("no such file"))) },
    },
    window: {
      showQuickPick: (items: { client: string; description: string }[]) => {
        editor.offered = items;
        return Promise.resolve(items.filter(({ client }) => editor.chosen.includes(client)));
      },
      showOpenDialog: () => Promise.resolve(editor.picked === undefined ? undefined : [fake.Uri.file(editor.picked)]),
      showWarningMessage: say,
      showInformationMessage: say,
      showErrorMessage: say,
    },
  };
});

const project = await memoryProject("file:///plans/atlas");
/** The folder in which the window works on the project. */
let workFolder: string;
const projects = { all: [project], get: () => project, load: () => Promise.resolve(), workFolder: () => workFolder };
const context = new CommandContext({ projects, selection: () => [], activeProject: () => project } as unknown as WindowServices);
/** The programs that are installed; undefined in a browser. */
const connect = async (installed: Set<string> | undefined): Promise<void> => {
  const findProgram = installed && ((name: string) => (installed.has(name) ? `/bin/${name}` : undefined));
  await startCommands(context, { findProgram, repository: "https://example.org/handoff" })["handoff.connectAgent"]?.();
};
const install = ["/bin/cargo", ["install", "--path", "crates/cli", "--profile", "command"], { cwd: "/clone" }];

beforeEach(() => {
  workFolder = project.id;
  Object.assign(editor, { isTrusted: true, isClone: false, picked: undefined, offered: undefined, chosen: ["claude", "codex"], ran: [], exitCode: 0, onRun: () => {}, said: [], answer: undefined, copied: [], opened: [] });
});

test("the set-up of the selected programs runs in the project, without a shell, and the next step is said", async () => {
  editor.answer = "Copy Question";
  await connect(new Set(["handoff"]));
  expect(editor.offered?.[0]?.description).toBe("changes .mcp.json, CLAUDE.md, AGENTS.md, .claude/");
  expect(editor.ran).toEqual([["/bin/handoff", ["setup", "claude", "codex"], { cwd: "/plans/atlas" }]]);
  expect(editor.said.map(({ text }) => text)).toEqual(["Connected: Claude Code, Codex. Restart the agent in the folder of the project, and ask: “What is next?”"]);
  expect(editor.copied).toEqual(["What is next?"]);
});

test("in a worktree that uses the project of the main checkout, the set-up runs in the worktree", async () => {
  workFolder = "file:///plans/side";
  await connect(new Set(["handoff"]));
  expect(editor.ran).toEqual([["/bin/handoff", ["setup", "claude", "codex"], { cwd: "/plans/side" }]]);
});

test("a set-up that fails is followed by no next step", async () => {
  editor.exitCode = 2;
  await connect(new Set(["handoff"]));
  expect([editor.ran.length, editor.said]).toEqual([1, []]);
});

test("nothing runs without a selection, and in a workspace that is not trusted", async () => {
  editor.chosen = [];
  await connect(new Set(["handoff"]));
  Object.assign(editor, { chosen: ["claude"], isTrusted: false, offered: undefined });
  await connect(new Set(["handoff"]));
  expect([editor.ran, editor.offered]).toEqual([[], undefined]);
  expect(editor.said.map(({ text }) => text)).toEqual(["This workspace is not trusted, so Handoff runs no program in it."]);
});

test.each([
  ["without Rust", [], ["Open Instructions"]],
  ["with Rust", ["cargo"], ["Install from a Clone…", "Open Instructions"]],
])("without the command, %s: a message that stays says how to get it, before any program is offered", async (_, installed, actions) => {
  editor.answer = "Open Instructions";
  await connect(new Set(installed));
  expect(editor.offered).toBeUndefined();
  expect(editor.said).toMatchObject([{ text: "The handoff command is not installed.", isModal: true, actions }]);
  expect(editor.said[0]?.detail).toContain("cargo install --path crates/cli --profile command");
  expect([editor.opened, editor.copied, editor.ran]).toEqual([["https://example.org/handoff#connect-an-agent"], [], []]);
});

test("the command is installed from the clone that is open, and the programs are connected then", async () => {
  const installed = new Set(["cargo"]);
  Object.assign(editor, { isClone: true, answer: "Install", onRun: () => installed.add("handoff") });
  await connect(installed);
  expect(editor.ran).toEqual([install, ["/bin/handoff", ["setup", "claude", "codex"], { cwd: "/plans/atlas" }]]);
});

test.each([
  ["a folder that is no clone is refused", { picked: "/other" }, [], "/other is not a clone of the Handoff repository: it has no crates/cli."],
  ["nothing is installed if no folder is picked", {}, [], undefined],
  ["a failed installation ends it", { isClone: true, exitCode: 101, answer: "Install" }, [install], undefined],
  ["a command that is not found after its installation is explained", { isClone: true, answer: "Install" }, [install], expect.stringContaining("not on the PATH")],
])("%s", async (_, state, ran, said) => {
  Object.assign(editor, { answer: "Install from a Clone…", ...state });
  await connect(new Set(["cargo"]));
  expect([editor.ran, editor.said[1]?.text, editor.offered]).toEqual([ran, said, undefined]);
});

test("in a browser, the line to run elsewhere is copied", async () => {
  editor.answer = "Copy Command";
  await connect(undefined);
  expect(editor.said).toMatchObject([{ isModal: true, detail: "Run “handoff setup claude codex” where the handoff command is installed, in the folder /plans/atlas." }]);
  expect([editor.ran, editor.copied]).toEqual([[], ["handoff setup claude codex"]]);
});
