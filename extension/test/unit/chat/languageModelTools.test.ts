// The tools for agents in a window where no server can run, with a real engine.
import { readFileSync } from "node:fs";
import { beforeEach, expect, test, vi } from "vitest";
import type { LanguageModelTool } from "vscode";
import { registerLanguageModelTools } from "../../../src/chat/languageModelTools.ts";
import { agentActor } from "../../../src/support/identity.ts";
import type { Project } from "../../../src/workspace/project.ts";
import { FakeFiles } from "../fakeFiles.ts";
import { createTask, memoryProject, run } from "../memoryProject.ts";

type Tool = LanguageModelTool<Record<string, unknown>>;
const registered = vi.hoisted(() => new Map<string, Tool>());

vi.mock("vscode", async () => ({
  ...(await import("../fakeVscode.ts")),
  workspace: { getWorkspaceFolder: () => undefined },
  lm: {
    registerTool: (name: string, tool: Tool) => {
      registered.set(name, tool);
      return { dispose: () => undefined };
    },
  },
}));

const files = new FakeFiles();
const atlas = await memoryProject("file:///plans/atlas", files);
const widget = await memoryProject("file:///plans/widget");
const tide = await createTask(atlas, "Read the tide tables");
await createTask(atlas, "Draw the coast line");
await createTask(widget, "Turn the knob");
await run(atlas, { kind: "updateTasks", ids: [tide], patch: { notes: "The gauge at Dover is an hour late." } });

let all: Project[] = [];
registerLanguageModelTools({ load: () => Promise.resolve(), get all() { return all; } }, agentActor());
beforeEach(() => void (all = [atlas]));

async function call(name: string, input: Record<string, unknown> = {}): Promise<string> {
  const result = await registered.get(name)?.invoke({ input, toolInvocationToken: undefined }, {} as never);
  return (result?.content ?? []).map((part) => (part as { value: string }).value).join("\n");
}

test("the tools of the manifest are registered", () => {
  const { contributes } = JSON.parse(readFileSync(new URL("../../../../package.json", import.meta.url), "utf8")) as { contributes: { languageModelTools: { name: string }[] } };
  expect(contributes.languageModelTools.map(({ name }) => name)).toEqual([...registered.keys()].toSorted());
});

test.each([
  ["handoff_next_task", {}, ["Read the tide tables"]],
  ["handoff_load_context", {}, ["atlas", "Draw the coast line"]],
  ["handoff_search", { query: "DOVER late" }, [`- task ${tide} [todo]: Read the tide tables — The gauge at Dover is an hour late.`]],
  ["handoff_search", { query: "lighthouse" }, ["Nothing matches."]],
])("%s with %j answers from the project", async (name, input, parts) => {
  const text = await call(name, input);
  for (const part of parts) expect(text).toContain(part);
});

test("a saved session is by the agent of the window, and the search finds it", async () => {
  await call("handoff_save_context", { summary: "The tables are read", decisions: ["Use chart datum"] });
  expect(await call("handoff_search", { query: "chart datum" })).toMatch(/^- decision d-[0-9a-f]+: Use chart datum \(s-\d+/u);
  const written = [...files.entries.values()].flatMap((entry) => (entry.type === 1 ? [new TextDecoder().decode(entry.bytes)] : []));
  expect(written.filter((text) => text.includes('"kind":"agent","name":"Visual Studio Code","version":"1.101.0","conversation":"c-'))).not.toEqual([]);
});

test("the person confirms what is written, and nothing else", async () => {
  const asked = await Promise.all([...registered].map(async ([name, tool]) => [name, (await tool.prepareInvocation?.({ input: { summary: "All *done*" } }, {} as never))?.confirmationMessages]));
  expect(asked.filter(([, messages]) => messages !== undefined)).toEqual([["handoff_save_context", { title: "Save the session in Handoff?", message: { value: "All *done*" } }]]);
});

test.each([
  ["handoff_load_context", { budget_tokens: 1 }, "budget_tokens"],
  ["handoff_save_context", {}, "summary"],
  ["handoff_search", { query: " " }, "query"],
])("%s refuses %j and names %s", async (name, input, named) => {
  await expect(call(name, input)).rejects.toThrow(named);
});

test.each([
  [["atlas", "widget"], {}, "This window has several projects. Pass project_dir with one of these names or folders:\natlas: file:///plans/atlas\nwidget: file:///plans/widget"],
  [["atlas"], { project_dir: "/plans/other" }, "No project of this window has that name or folder."],
  [[], {}, "There is no Handoff project in this window."],
])("with the projects %j, a call with %j is refused", async (names, input, message) => {
  all = [atlas, widget].filter(({ name }) => names.includes(name));
  await expect(call("handoff_next_task", input)).rejects.toThrow(message);
});

test.each(["widget", "/plans/widget", "file:///plans/widget"])("of several projects, project_dir %s selects one", async (folder) => {
  all = [atlas, widget];
  expect(await call("handoff_next_task", { project_dir: folder })).toContain("Turn the knob");
});
