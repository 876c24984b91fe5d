// The driver of operations in TypeScript and the one of the command give the same answers and leave the same files.
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { FileAnswer, GitState, OperationAnswer, OperationRequest, PathProbe } from "../../../webviews/contract/generated/protocol.ts";
import { nodeShell } from "../../src/shells/nodeShell.ts";
import { Project } from "../../src/workspace/project.ts";
import { AgentServer } from "../harness/agentServer.ts";
import { copyTestProject, removeAllScratch } from "../harness/scratch.ts";
import { testPorts } from "../unit/memoryProject.ts";

afterAll(removeAllScratch);

/** Calls of the extension's tools that read, commit once or more, ask for files, Git, the log and packages, or are refused. */
const CALLS: readonly [tool: string, input: Record<string, unknown>][] = [
  ["handoff_get_task", { task_id: "t1.2", include_dependents: true }],
  ["handoff_get_task", { task_id: "t9" }],
  ["handoff_next_task", {}],
  ["handoff_next_task", { claim: true }],
  ["handoff_load_context", { budget_tokens: 3000 }],
  ["handoff_load_context", { files: ["src/rows.rs"] }],
  ["handoff_load_context", { budget_tokens: "many" }],
  ["handoff_search", { query: "feed parser" }],
  ["handoff_search", { query: "解析" }],
  ["handoff_save_context", { summary: "Rows are parsed", session_status: "open", context_pointers: [{ path: "README.md", lines: "1-2", reason: "the start" }, { path: "src/missing.rs" }] }],
  ["handoff_save_context", { session_status: "open", decisions: [{ decision: "Keep rows of AKIA2E0A8F3B244C9986 apart", confidence: "confirmed" }], blockers: ["No access to the feed"] }],
  ["handoff_load_context", {}],
];

/** Replaces what differs from run to run: times, and the random parts of IDs. */
function masked(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/gu, "TIME")
    .replaceAll(/\bc-[0-9a-f]{16}\b/gu, "CONVERSATION")
    .replaceAll(/\b(s|m|ref|chk|e)-\d{8,}-[\w-]+/gu, "$1-ID")
    .replaceAll(/\b\d{8}-\d{6}-[0-9a-f]{8}\b/gu, "PACKAGE")
    .replaceAll(/\b[0-9a-f]{8}\b/gu, "HASH")
    .replaceAll(/\b\d{1,2}:\d\d\b/gu, "CLOCK");
}

/**
 * Returns the paths and contents of the files below a folder, in an order that does not depend on what was masked. The parts of the
 * product that keep their own notes are left out, and the locks of tasks, which only the command takes.
 */
function filesBelow(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => !/^(?:local|activity)\b|\.lock$/u.test(name));
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  // As texts: several files have one name once the random parts of their IDs are masked.
  return files.map((name) => `${masked(name)}\n${masked(readFileSync(join(folder, name), "utf8"))}`).toSorted();
}

const noGit: GitState = {
  branch: null,
  commit: null,
  distance: null,
  recent: [],
  dirty: [],
  dirtyCut: false,
  borrowedFrom: null,
  absence: "not a Git repository",
};

function probe(folder: string, path: string): PathProbe {
  try {
    return { kind: "file", bytes: readFileSync(join(folder, path)) };
  } catch {
    return { kind: "gone" };
  }
}

async function answer(folder: string, request: OperationRequest): Promise<OperationAnswer> {
  const found = ({ path }: { path: string }): FileAnswer => ({ renamed: null, found: probe(folder, path) });
  if (request.kind === "readFiles") return await Promise.resolve({ kind: "files", answers: request.requests.map(found) });
  if (request.kind === "readGit") return { kind: "git", state: noGit };
  return { kind: "unavailable", reason: "There is nothing around this project." };
}

test("operations answer the same and write the same as the command", async () => {
  const [here, there] = [copyTestProject("tide-atlas"), copyTestProject("tide-atlas")];
  // A window finds no projects inside of another one.
  for (const folder of [here, there]) rmSync(join(folder, "packages"), { recursive: true });
  const ports = testPorts(nodeShell(join(here, ".handoff")), "test");
  const context = () => ({ ...ports.context(), actor: { kind: "agent" as const, name: "journey", version: "1", conversation: `c-${"0".repeat(16)}` } });
  const project = new Project(here, "tide-atlas", { ...ports, context, answer: async (request) => await answer(here, request) });
  const server = await AgentServer.start(there);
  try {
    for (const [tool, input] of CALLS) {
      const reply = await project.operate((engine) => engine.beginTool(tool, input));
      const native = await server.reply(tool, input);
      const plain = { text: reply.text, structured: reply.structured ?? null, failed: reply.failed !== null };
      const [given, expected] = [plain, native].map((answered) => masked(JSON.stringify({ tool, ...answered }, null, 1)));
      expect(given).toBe(expected);
    }
  } finally {
    await server.stop();
    project.dispose();
  }
  expect(filesBelow(join(here, ".handoff"))).toEqual(filesBelow(join(there, ".handoff")));
});
