// The activity log as the extension writes it: on a disk, lines are appended to the file; elsewhere, the file is replaced.
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { Event } from "../../../../webviews/contract/generated/protocol.ts";
import { nodeShell } from "../../../src/shells/nodeShell.ts";
import { workspaceShell } from "../../../src/shells/workspaceShell.ts";
import type { Shell } from "../../../src/shells/shell.ts";
import { Project } from "../../../src/workspace/project.ts";
import { FakeFiles } from "../fakeFiles.ts";
import { createTask, run, testPorts } from "../memoryProject.ts";

vi.mock("vscode", () => import("../fakeVscode.ts"));

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

async function open(shell: Shell): Promise<Project> {
  const project = new Project("harbour", "harbour", testPorts(shell, "ann"));
  await run(project, { kind: "initProject", name: "Harbour", layout: "json" });
  return project;
}

function titles(text: string): unknown[] {
  const [header, ...lines] = text.trimEnd().split("\n");
  expect(header).toBe('{"log":1}');
  const events = lines.filter((line) => line.endsWith("}")).map((line) => JSON.parse(line) as Event);
  return events.flatMap(({ change }) => (change.kind === "created" ? [change.title] : []));
}

test("a window appends to the log on its disk, on a new line after a torn one", async () => {
  const folder = mkdtempSync(join(tmpdir(), "handoff-log-"));
  folders.push(folder);
  const project = await open(nodeShell(folder));
  const [month = ""] = readdirSync(join(folder, "activity"));
  const file = join(folder, "activity", month, "ann.jsonl");
  const { ino } = statSync(file);
  await createTask(project, "Piles");
  appendFileSync(file, '{"id":"torn');
  await createTask(project, "Crane");
  expect(statSync(file).ino, "the file was not replaced").toBe(ino);
  expect(titles(readFileSync(file, "utf8"))).toEqual(["Piles", "Crane"]);
  project.dispose();
});

test("a window without a disk replaces the log", async () => {
  const files = new FakeFiles();
  const shell = workspaceShell(files, (path) => path);
  const project = await open(shell);
  await createTask(project, "Piles");
  const found = await shell.scan("activity", () => true);
  const logs = found.flatMap((state) => (state.kind === "file" ? [new TextDecoder().decode(state.bytes)] : []));
  expect(logs.map(titles)).toEqual([["Piles"]]);
  project.dispose();
});

test.each(["disk", "no disk"])("the log is read when it is first needed, and a change before keeps its lines: %s", async (kind) => {
  const folder = mkdtempSync(join(tmpdir(), "handoff-log-"));
  folders.push(folder);
  const files = new FakeFiles();
  const shell = kind === "disk" ? nodeShell(folder) : workspaceShell(files, (path) => path);
  const first = await open(shell);
  const id = await createTask(first, "Piles");
  first.dispose();
  const project = new Project("harbour", "harbour", testPorts(shell, "ann"));
  await project.load();
  const history = () => project.view({ kind: "task", id })?.history.length;
  expect(history()).toBe(0);
  await createTask(project, "Crane");
  await project.refresh();
  await project.log.readEverything();
  expect(history()).toBe(1);
  const found = await shell.scan("activity", () => true);
  const logs = found.flatMap((state) => (state.kind === "file" ? [new TextDecoder().decode(state.bytes)] : []));
  expect(logs.map(titles)).toEqual([["Piles", "Crane"]]);
  await project.refresh();
  expect(history()).toBe(1);
  project.dispose();
});
