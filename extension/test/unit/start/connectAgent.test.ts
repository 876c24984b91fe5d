// Connecting agents with a project: what setup would change is shown, written if the user agrees, and can be undone.
import { beforeEach, expect, test, vi } from "vitest";
import { CommandContext, type WindowServices } from "../../../src/commands/commandContext.ts";
import { AgentConnections } from "../../../src/start/agentConnections.ts";
import { startCommands } from "../../../src/start/connectAgent.ts";
import type { HandoffCommand } from "../../../src/support/handoffProgram.ts";
import { FakeMemento } from "../fakeVscode.ts";
import { memoryProject } from "../memoryProject.ts";

const editor = vi.hoisted(() => ({
  isTrusted: true,
  /** The labels of the items that are selected in quick picks, if they are there. */
  chosen: [] as string[],
  asked: [] as string[],
  said: [] as { text: string; isModal: boolean; detail: string }[],
  answers: [] as string[],
  copied: [] as string[],
  /** The files of the diff that was shown. */
  shown: [] as string[],
  closed: [] as string[],
}));

vi.mock("vscode", async () => {
  const fake = await import("../fakeVscode.ts");
  const say = (text: string, ...more: (string | { modal?: boolean; detail?: string })[]) => {
    const [options] = more;
    const { modal = false, detail = "" } = typeof options === "object" ? options : {};
    editor.said.push({ text, isModal: modal, detail });
    return Promise.resolve(more.find((action) => typeof action === "string" && editor.answers.includes(action)));
  };
  const file = (path: string) => ({ path, fsPath: path, with: () => path, toString: () => path });
  return {
    ...fake,
    Uri: {
      file,
      joinPath: ({ path }: { path: string }, name: string) => file(`${path}/${name}`),
      parse: (text: string) => ({ scheme: text.split(":")[0], ...file(text.replace("file://", "")) }),
    },
    env: { language: "en-US", clipboard: { writeText: (text: string) => Promise.resolve(editor.copied.push(text)) } },
    commands: {
      executeCommand: (name: string, _title: string, rows: [{ path: string }][]) => {
        if (name === "vscode.changes") editor.shown = rows.map(([{ path }]) => path);
        return Promise.resolve();
      },
    },
    ProgressLocation: {},
    workspace: {
      get isTrusted() {
        return editor.isTrusted;
      },
    },
    window: {
      showQuickPick: async (offered: { label: string; picked?: boolean }[] | Promise<{ label: string; picked?: boolean }[]>, { canPickMany = false }: { canPickMany?: boolean }) => {
        const items = await offered;
        editor.asked.push(items.map(({ label, picked = false }) => (picked ? `${label}*` : label)).join(", "));
        const selected = items.filter(({ label }) => editor.chosen.includes(label));
        return canPickMany ? selected : selected[0];
      },
      withProgress: (_: unknown, work: () => unknown) => work(),
      tabGroups: {
        all: [{ tabs: [{ label: "Connect Claude Code, Codex (2 files)" }, { label: "other" }] }],
        close: (tabs: { label: string }[]) => Promise.resolve(editor.closed.push(...tabs.map(({ label }) => label))),
      },
      showWarningMessage: say,
      showInformationMessage: say,
      showErrorMessage: say,
    },
  };
});

const project = await memoryProject("file:///plans/atlas");
const other = await memoryProject("file:///plans/other");
/** The folder in which the window works on the project. */
let workFolder: string;
const projects = { all: [project], get: () => project, load: () => Promise.resolve(), workFolder: () => workFolder };
const context = new CommandContext({ projects, selection: () => [], activeProject: () => project } as unknown as WindowServices);

/** The runs of the command: its arguments, and its folder. */
let ran: string[];
/** What it prints when it searches the clients that are in use. */
const inUse = { setup: [{ clients: ["git"] }, { clients: ["codex", "cursor"] }], files: [] };
/** What it prints by its last argument. */
let printed: Record<string, unknown>;
let connections: AgentConnections;

function fakeCommand(isPackaged: boolean): HandoffCommand {
  return {
    find: () => Promise.resolve({ program: "/bin/handoff", args: [], env: {}, isPackaged }),
    run: (_, args, folder) => {
      ran.push(`${args.join(" ")} in ${folder}`);
      const output = args.length === 3 ? inUse : printed[args.at(-1) ?? ""];
      return Promise.resolve(output === undefined ? { code: 2, output: "", errors: "It is broken." } : { code: 0, output: JSON.stringify(output), errors: "" });
    },
  };
}

async function connect(command: HandoffCommand | undefined): Promise<void> {
  await startCommands(context, command, connections)["handoff.connectAgent"]?.();
}

const answered = { setup: [{ path: ".mcp.json", state: "written", note: null, server: { answers: true, tools: 14, version: "0.9.0", problem: null } }] };
const setup = "setup claude codex --user --json";
const search = "setup --dry-run --json in /plans/atlas";

beforeEach(() => {
  connections = new AgentConnections(new FakeMemento(), new FakeMemento());
  workFolder = project.id;
  ran = [];
  printed = {
    "--dry-run": {
      setup: [],
      files: [
        { path: "/users/a/.claude.json", before: "{}", after: "{…}" },
        { path: ".mcp.json", before: null, after: "{}" },
      ],
    },
    "--json": answered,
    "--check": answered,
    "--uninstall": { setup: [] },
  };
  Object.assign(editor, { isTrusted: true, chosen: ["Claude Code", "Codex"], asked: [], said: [], answers: ["Write"], copied: [], shown: [], closed: [] });
});

test("the command of the package connects for all projects: the changes are shown, written and checked", async () => {
  editor.answers.push("Copy Question");
  await connect(fakeCommand(true));
  expect(editor.shown).toEqual(["/users/a/.claude.json", "/plans/atlas/.mcp.json"]);
  expect(ran).toEqual([search, `${setup} --dry-run in /plans/atlas`, `${setup} in /plans/atlas`]);
  expect(editor.said.map(({ text }) => text)).toEqual([
    "Write these changes to connect Claude Code, Codex? Files: 2",
    "Connected: Claude Code, Codex. The server answers with 14 tools. Restart the agent in the folder of the project, and ask: “What is next?”",
  ]);
  expect(editor.copied).toEqual(["What is next?"]);
  expect(editor.closed).toEqual(["Connect Claude Code, Codex (2 files)"]);
  expect([project, other].map((one) => connections.areConnected(one))).toEqual([true, true]);
});

test("agents count as connected with the project that they were connected with, until that is undone", async () => {
  editor.chosen.push("This Project");
  await connect(fakeCommand(false));
  expect([project, other].map((one) => connections.areConnected(one))).toEqual([true, false]);
  editor.answers.push("Write", "Undo");
  await connect(fakeCommand(false));
  expect(connections.areConnected(project)).toBe(false);
});

test("nothing is written if the user does not agree, and the diff is closed", async () => {
  editor.answers = [];
  await connect(fakeCommand(true));
  expect([ran.length, editor.closed.length]).toEqual([2, 1]);
});

test("what is connected already is not shown or written again, but checked", async () => {
  printed["--dry-run"] = { setup: [], files: [] };
  await connect(fakeCommand(true));
  expect([editor.shown, ran]).toEqual([[], [search, `${setup} --dry-run in /plans/atlas`, `${setup} --check in /plans/atlas`]]);
});

test("Undo removes what was written", async () => {
  editor.answers.push("Undo");
  await connect(fakeCommand(true));
  expect(ran.at(-1)).toBe(`${setup} --uninstall in /plans/atlas`);
});

test.each([
  ["This Project", "setup claude codex --json --dry-run in /plans/side"],
  ["All My Projects", `${setup} --dry-run in /plans/side`],
])("an installed command can connect %s, in the folder of the window", async (scope, run) => {
  workFolder = "file:///plans/side";
  editor.chosen.push(scope);
  await connect(fakeCommand(false));
  expect(ran[1]).toBe(run);
});

test("a server that does not answer is named with its reason, and what was written can be undone", async () => {
  editor.answers.push("Undo");
  printed["--json"] = { setup: [{ path: ".mcp.json", state: "written", note: null, server: { answers: false, tools: null, version: null, problem: "it did not answer within 10 seconds" } }] };
  await connect(fakeCommand(true));
  expect(editor.said.at(-1)?.text).toBe("Claude Code, Codex may not reach the tasks: it did not answer within 10 seconds");
  expect(ran.at(-1)).toBe(`${setup} --uninstall in /plans/atlas`);
});

test("files that were left alone are named", async () => {
  printed["--dry-run"] = { setup: [{ path: "CLAUDE.md", state: "left alone", note: "it is not text" }], files: [] };
  await connect(fakeCommand(true));
  expect(editor.said[0]?.text).toBe("CLAUDE.md: it is not text");
});

test("a command that fails is an error with its words, and nothing is written", async () => {
  delete printed["--dry-run"];
  await expect(connect(fakeCommand(true))).rejects.toThrow("It is broken.");
  expect(ran.length).toBe(2);
});

test("the programs that are in use are selected", async () => {
  await connect(fakeCommand(true));
  expect(editor.asked[0]).toBe("Claude Code, Codex*, Copilot CLI, Cursor*, Gemini CLI, Antigravity, opencode, Cline");
});

test("nothing is written without a selection, and nothing runs without trust and without a command", async () => {
  editor.chosen = [];
  await connect(fakeCommand(true));
  expect(ran).toEqual([search]);
  ran = [];
  Object.assign(editor, { isTrusted: false, asked: [] });
  await connect(fakeCommand(true));
  editor.isTrusted = true;
  await connect({ ...fakeCommand(true), find: () => Promise.resolve(undefined) });
  expect([ran, editor.asked]).toEqual([[], []]);
  expect(editor.said.map(({ text }) => text)).toEqual([
    "This workspace is not trusted, so Handoff runs no program in it.",
    "This build of the extension has no handoff command. Run “cargo install --path crates/cli --profile command” in a clone of the repository.",
  ]);
});

test("in a browser, the line to run elsewhere is copied", async () => {
  editor.answers = ["Copy Command"];
  await connect(undefined);
  expect(editor.said).toMatchObject([{ isModal: true, detail: "Run “handoff setup claude codex” where the handoff command is installed, in the folder /plans/atlas." }]);
  expect(editor.copied).toEqual(["handoff setup claude codex"]);
});
