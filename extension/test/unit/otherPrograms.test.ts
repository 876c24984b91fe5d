// Two windows and another program change one project in turns, with the real engine and both
// shells. A window must always show the same as a window that has just been opened.
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { Command, Layout, Status } from "../../../webviews/contract/generated/protocol.ts";
import { nodeShell } from "../../src/shells/nodeShell.ts";
import type { Shell } from "../../src/shells/shell.ts";
import { workspaceShell } from "../../src/shells/workspaceShell.ts";
import { Project } from "../../src/workspace/project.ts";
import { FakeFiles } from "./fakeFiles.ts";
import { testPorts } from "./memoryProject.ts";

const TURNS = 80;
const MAX_TASKS = 10;
const statuses: Status[] = ["todo", "in_progress", "review", "blocked"];

/** Files that another program changes behind the windows' backs. */
interface Files {
  readonly shell: () => Shell;
  names(folder: string): string[];
  rename(from: string, to: string): void | Promise<void>;
  remove(path: string): void | Promise<void>;
}

const made: string[] = [];
const opened: Project[] = [];
afterEach(() => {
  for (const project of opened.splice(0)) project.dispose();
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function onDisk(): Files {
  const folder = mkdtempSync(join(tmpdir(), "handoff-programs-"));
  made.push(folder);
  const root = join(folder, ".handoff");
  mkdirSync(root);
  return {
    shell: () => nodeShell(root),
    names: (path) => readdirSync(join(root, path)),
    rename: (from, to) => renameSync(join(root, from), join(root, to)),
    remove: (path) => rmSync(join(root, path), { recursive: true }),
  };
}

function inWorkspace(): Files {
  const files = new FakeFiles();
  const below = (folder: string): string[] => [...files.entries.keys()].filter((path) => path.startsWith(`${folder}/`));
  return {
    shell: () => workspaceShell(files, (path) => path),
    names: (folder) => below(folder).map((path) => path.slice(folder.length + 1)).filter((name) => !name.includes("/")),
    rename: (from, to) => files.rename(from, to, { overwrite: false }),
    remove: (path) => {
      for (const inside of [path, ...below(path)]) files.entries.delete(inside);
    },
  };
}

function openWindow(files: Files, writer: string): Project {
  const project = new Project("file:///p", "p", testPorts(files.shell(), writer));
  opened.push(project);
  return project;
}

/** Numbers that look random and are the same in every run (mulberry32). */
function random(start: number): (limit: number) => number {
  let state = start;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

function shown(project: Project): unknown {
  const { revision: _, ...board } = project.view({ kind: "board" });
  return { board, problems: project.view({ kind: "problems" }) };
}

async function freshWindow(files: Files): Promise<Project> {
  const project = openWindow(files, "fresh");
  await project.load();
  return project;
}

/**
 * Sets a status as other programs do: by a new name of the folder (TOML) or of the file in it
 * (JSON).
 */
async function setStatus(files: Files, folder: string, from: Status, to: Status): Promise<void> {
  const file = `_task.${from}.json`;
  if (files.names(folder).includes(file)) await files.rename(`${folder}/${file}`, `${folder}/_task.${to}.json`);
  else await files.rename(folder, folder.replace(`-${from}--`, `-${to}--`));
}

/** Runs a command in a window that has read the earlier changes of others. */
async function ok(project: Project, command: Command): Promise<void> {
  await project.refresh();
  expect(await project.execute(command), `after ${JSON.stringify(command)}`).toMatchObject({ kind: "done" });
}

/** Returns the views of both windows at the end, and those of a new one. */
async function play(files: Files, layout: Layout): Promise<{ shown: unknown[]; fresh: unknown }> {
  const dice = random(3);
  const windows = [openWindow(files, "one"), openWindow(files, "two")] as const;
  await ok(windows[0], { kind: "initProject", name: "Turns", layout });
  await ok(windows[0], { kind: "updateConfig", changes: [{ key: ["settings", "require_estimate_hours"], value: false }] });
  await ok(windows[0], { kind: "changeTasks", tasks: [{ fields: { title: "First" } }] });
  for (let turn = 0; turn < TURNS; turn += 1) {
    const names = files.names("tasks");
    const folder = names[dice(names.length)] ?? "";
    const id = folder.slice(0, folder.indexOf("-"));
    const window = windows[dice(2)] ?? windows[0];
    const fresh = await freshWindow(files);
    const status = fresh.view({ kind: "task", id })?.card.status ?? "todo";
    const others = statuses.filter((other) => other !== status);
    const other = others[dice(others.length)] ?? "todo";
    switch (dice(6)) {
      case 0:
        if (names.length < MAX_TASKS) await ok(window, { kind: "changeTasks", tasks: [{ fields: { title: `Task ${turn}` } }] });
        break;
      case 1:
        if (names.length > 1) await ok(window, { kind: "deleteTasks", ids: [id] });
        break;
      case 2:
        if (names.length > 1) await files.remove(`tasks/${folder}`);
        break;
      case 3:
        await setStatus(files, `tasks/${folder}`, status, other);
        break;
      default:
        await ok(window, { kind: "updateTasks", ids: [id], patch: { status: other } });
    }
    if (dice(3) > 0) continue;
    await window.refresh();
    expect(shown(window), `turn ${turn}`).toEqual(shown(await freshWindow(files)));
  }
  for (const window of windows) await window.refresh();
  return { shown: windows.map(shown), fresh: shown(await freshWindow(files)) };
}

describe.each([
  ["the shell over node:fs", onDisk],
  ["the shell over vscode.workspace.fs", inWorkspace],
])("windows with %s", (_, make) => {
  test.each(["json", "toml"] as const)("show changes of other programs (%s)", { timeout: 120_000 }, async (layout) => {
    const end = await play(make(), layout);
    expect(end.shown).toEqual([end.fresh, end.fresh]);
  });
});
