// A project with the real engine whose files are in memory.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Command, TaskChange } from "../../../webviews/contract/generated/protocol.ts";
import { engineLoader } from "../../src/engine/engineLoader.ts";
import type { Shell } from "../../src/shells/shell.ts";
import { workspaceShell } from "../../src/shells/workspaceShell.ts";
import type { Ports } from "../../src/workspace/ports.ts";
import { Project } from "../../src/workspace/project.ts";
import { FakeFiles } from "./fakeFiles.ts";

const engineFile = new URL("../../../dist/engine/engine_bg.wasm", import.meta.url);

/** Loads the built engine. */
export const loadEngine = engineLoader(() => Promise.resolve(readFileSync(fileURLToPath(engineFile))));

let calls = 0;

/** Returns the ports of a window that shows the engine's templates without translating them. */
export function testPorts(shell: Shell, writer: string, now: () => number = Date.now): Ports {
  return {
    loadEngine,
    shell,
    messages: {
      translate: ({ template }) => template,
      result: (outcome) =>
        outcome.kind === "done"
          ? { ...outcome, summary: outcome.summary.template, warnings: [] }
          : { kind: "failed", message: JSON.stringify(outcome) },
      readOnly: (reason) => ({ kind: "refused", code: "read-only", message: reason }),
      failure: String,
    },
    context: () => ({ now: now(), timeZone: { offsetMinutes: 0, changes: [] }, actor: { kind: "human", name: "Ann" }, writer, seed: (calls += 1) }),
    readOnly: () => null,
    watch: () => ({ dispose: () => undefined }),
    settleEditors: () => Promise.resolve([]),
    answer: () => Promise.resolve({ kind: "unavailable", reason: "There is nothing around this project." }),
    reportTrap: (cause) => {
      throw cause;
    },
    log: () => undefined,
  };
}

/** Creates an initialized project, named like the last part of its URI. `files` are those below `.handoff/`, `around` replaces ports. */
export async function memoryProject(id: string, files = new FakeFiles(), around: Partial<Ports> = {}): Promise<Project> {
  const name = id.split("/").at(-1) ?? id;
  const shell = workspaceShell(files, (path) => path);
  const project = new Project(id, name, { ...testPorts(shell, "test", () => 1_764_000_000_000 + calls), ...around });
  await run(project, { kind: "initProject", name, layout: "json" });
  return project;
}

/** Runs a command that must succeed. Returns the IDs of the tasks that it created. */
export async function run(project: Project, command: Command): Promise<string[]> {
  const result = await project.execute(command);
  if (result.kind !== "done") throw new Error(`${command.kind}: ${result.message}`);
  return result.created;
}

/** Creates a task. Returns its ID. */
export async function createTask(project: Project, title: string, parent?: string): Promise<string> {
  const task: TaskChange = { fields: { title }, ...(parent !== undefined && { parent }) };
  const [id = ""] = await run(project, { kind: "changeTasks", tasks: [task] });
  return id;
}
