// The MCP servers that the extension offers to the agents in VSCode.
import { beforeEach, expect, test, vi } from "vitest";
import type { CancellationToken, McpServerDefinitionProvider, McpStdioServerDefinition } from "vscode";
import { registerAgentServer } from "../../../src/start/agentServer.ts";
import { Emitter } from "../../../src/support/emitter.ts";
import type { HandoffCommand } from "../../../src/support/handoffProgram.ts";
import type { Projects } from "../../../src/workspace/projects.ts";
import { FakeMemento } from "../fakeVscode.ts";

const editor = vi.hoisted(() => ({
  isTrusted: true,
  files: {} as Record<string, string>,
  /** The content of `.vscode/mcp.json`. */
  settings: {} as Record<string, unknown>,
  answer: undefined as string | undefined,
  questions: 0,
  provider: undefined as McpServerDefinitionProvider<McpStdioServerDefinition> | undefined,
  /** Reports a change of `.mcp.json`. */
  changeFile: () => {},
}));

vi.mock("vscode", async () => {
  const fake = await import("../fakeVscode.ts");
  const nothing = { dispose: () => undefined };
  const watch = (listener: () => void) => {
    editor.changeFile = listener;
    return nothing;
  };
  return {
    ...fake,
    Uri: {
      parse: (text: string) => ({ scheme: text.split(":")[0], path: text.replace(/^\w+:\/\//u, ""), fsPath: text.replace(/^\w+:\/\//u, "") }),
      joinPath: ({ path }: { path: string }, name: string) => ({ path: `${path}/${name}` }),
    },
    McpStdioServerDefinition: class {
      readonly [part: string]: unknown;
      constructor(label: string, command: string, args: string[], env: object, version: string) {
        Object.assign(this, { label, command, args, env, version });
      }
    },
    lm: {
      registerMcpServerDefinitionProvider: (_: string, provider: McpServerDefinitionProvider<McpStdioServerDefinition>) => {
        editor.provider = provider;
        return nothing;
      },
    },
    window: {
      showInformationMessage: () => {
        editor.questions += 1;
        return Promise.resolve(editor.answer);
      },
    },
    workspace: {
      get isTrusted() {
        return editor.isTrusted;
      },
      getConfiguration: () => ({ get: (key: string) => editor.settings[key] }),
      createFileSystemWatcher: () => ({ ...nothing, onDidCreate: watch, onDidChange: watch, onDidDelete: watch }),
      onDidChangeConfiguration: () => nothing,
      onDidGrantWorkspaceTrust: () => nothing,
      fs: {
        readFile: ({ path }: { path: string }) => {
          const text = editor.files[path];
          return text === undefined ? Promise.reject(new Error("no such file")) : Promise.resolve(new TextEncoder().encode(text));
        },
      },
    },
  };
});

const token = {} as CancellationToken;
const packaged: HandoffCommand = {
  find: () => Promise.resolve({ program: "/vscode/node", args: ["/ext/handoff.js"], env: { ELECTRON_RUN_AS_NODE: "1" }, isPackaged: true }),
  run: () => Promise.reject(new Error("Nothing runs here.")),
};

let changes: number;
let projects: { id: string; name: string; state: string; summary: { initialized: boolean } }[];
let projectChanges: Emitter<undefined>;

const project = (id: string, initialized = true) => ({ id, name: id.split("/").at(-1) ?? "", state: "ready", summary: { initialized } });

function register(command: HandoffCommand | undefined, state = new FakeMemento()): McpServerDefinitionProvider<McpStdioServerDefinition> {
  const found = { get all() { return projects; }, load: () => Promise.resolve(), workFolder: ({ id }: { id: string }) => id, onDidChange: projectChanges.event };
  registerAgentServer({ projects: found as unknown as Projects, command, version: "0.9.0", state });
  const { provider } = editor;
  if (provider === undefined) throw new Error("There is no provider.");
  provider.onDidChangeMcpServerDefinitions?.(() => (changes += 1));
  return provider;
}

const offered = async (command: HandoffCommand | undefined = packaged) => (await register(command).provideMcpServerDefinitions(token)) ?? [];

beforeEach(() => {
  changes = 0;
  projectChanges = new Emitter();
  projects = [project("file:///plans/atlas")];
  Object.assign(editor, { isTrusted: true, files: {}, settings: {}, answer: undefined, questions: 0, provider: undefined });
});

test("the server of a project runs the command in its folder, with the version of the extension", async () => {
  expect(await offered()).toMatchObject([
    { label: "Handoff", command: "/vscode/node", args: ["/ext/handoff.js", "mcp", "--project", "/plans/atlas"], env: { ELECTRON_RUN_AS_NODE: "1" }, version: "0.9.0", cwd: { fsPath: "/plans/atlas" } },
  ]);
});

test("each of several projects has a server with its name", async () => {
  projects.push(project("file:///plans/chart"), project("file:///plans/empty", false), project("vscode-vfs://remote/plans/far"));
  expect((await offered()).map(({ label }) => label)).toEqual(["Handoff: atlas", "Handoff: chart"]);
});

test.each([
  ["no project", () => (projects = []), packaged],
  ["no trust", () => (editor.isTrusted = false), packaged],
  ["no command in the package", () => undefined, { ...packaged, find: () => Promise.resolve(undefined) }],
  [".mcp.json names the server", () => (editor.files["/plans/atlas/.mcp.json"] = '{"mcpServers": {"handoff": {"command": "handoff"}}}'), packaged],
  [".vscode/mcp.json names the server", () => (editor.settings["servers"] = { handoff: {} }), packaged],
])("with %s, no server is offered", async (_, prepare, command) => {
  prepare();
  expect(await offered(command)).toEqual([]);
});

test("in a browser no server is offered", async () => {
  expect(await register(undefined).provideMcpServerDefinitions(token)).toEqual([]);
});

test.each(["{", "[]", '{"mcpServers": null}', '{"mcpServers": {"other": {}}}'])("the .mcp.json %s names no server of ours", async (text) => {
  editor.files["/plans/atlas/.mcp.json"] = text;
  expect((await offered()).length).toBe(1);
});

test("projects that come and go and a changed .mcp.json change the offer; a change in a project does not", () => {
  register(packaged);
  projectChanges.fire(undefined);
  changes = 0;
  projectChanges.fire(undefined);
  expect(changes).toBe(0);
  projects.push(project("file:///plans/chart"));
  projectChanges.fire(undefined);
  editor.changeFile();
  expect(changes).toBe(2);
});

test("the user is asked until the server may start, and then no more in this workspace", async () => {
  const state = new FakeMemento();
  const provider = register(packaged, state);
  const [server] = (await provider.provideMcpServerDefinitions(token)) ?? [];
  if (server === undefined) throw new Error("There is no server.");
  const resolve = () => provider.resolveMcpServerDefinition?.(server, token);
  expect(await resolve()).toBeUndefined();
  editor.answer = "Allow";
  expect(await resolve()).toBe(server);
  editor.answer = undefined;
  expect(await resolve()).toBe(server);
  expect(editor.questions).toBe(2);
});

test("servers that start at once ask once", async () => {
  projects.push(project("file:///plans/chart"));
  editor.answer = "Allow";
  const provider = register(packaged);
  const found = (await provider.provideMcpServerDefinitions(token)) ?? [];
  expect(await Promise.all(found.map(async (server) => await provider.resolveMcpServerDefinition?.(server, token)))).toEqual(found);
  expect(editor.questions).toBe(1);
});
