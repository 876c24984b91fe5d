// Reading the activity log with an index of it, on a disk.
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Report } from "../../../../webviews/contract/generated/protocol.ts";
import { nodeShell } from "../../../src/shells/nodeShell.ts";
import { Project } from "../../../src/workspace/project.ts";
import { createTask, run, testPorts } from "../memoryProject.ts";

vi.mock("vscode", () => import("../fakeVscode.ts"));

const LOG = "activity/2026-11/bea.jsonl";
const INDEX = "local/activity/2026-11/bea.json";
const PAUSE = "PAUSE";

let folder = "";
const opened: Project[] = [];
const place = (path: string): string => join(folder, path);

/** Returns a line about the estimate of the task. */
function line(number: number): string {
  const at = `2026-11-0${1 + (number % 9)}T08:00:00+00:00`;
  const change = { kind: "field", field: "estimateHours", from: number - 1, to: number };
  return `${JSON.stringify({ id: `e-${number}`, at, actor: { kind: "human", name: "Bea" }, task: "t1", change })}\n`;
}

/** Returns lines about a task that was there for two days. */
function otherTask(): string {
  const event = (day: number, change: object): object => ({ id: `o-${day}`, at: `2026-11-${day}T08:00:00+00:00`, actor: { kind: "human", name: "Bea" }, task: "t9", change });
  const state = { status: "todo", estimateHours: 4 };
  const events = [event(10, { kind: "created", title: "Crane", state }), event(12, { kind: "deleted", title: "Crane", state })];
  return events.map((one) => `${JSON.stringify(one)}\n`).join("");
}

/** Opens the project. Notes the parts of the log that are read. */
async function open(readOnly = false): Promise<{ project: Project; reads: string[] }> {
  const shell = nodeShell(folder);
  const reads: string[] = [];
  const project = new Project("harbour", "harbour", {
    ...testPorts({
      ...shell,
      scan: (path, isIncluded) => {
        if (path === LOG) reads.push("whole");
        return shell.scan(path, isIncluded);
      },
      readFrom: async (path, offset) => {
        const answer = await shell.readFrom(path, offset);
        if (path === LOG && answer.kind === "part") reads.push(`${answer.bytes.length} bytes`);
        return answer;
      },
    }, "ann"),
    readOnly: () => (readOnly ? "untrusted" : null),
  });
  opened.push(project);
  await project.load();
  return { project, reads };
}

function report(project: Project): Partial<Report> {
  const { revision: _, ...rest } = project.view({ kind: "report", report: "burndown" });
  return rest;
}

async function readHistory(readOnly = false): Promise<{ reads: string[]; figures: Partial<Report> }> {
  const { project, reads } = await open(readOnly);
  await project.log.readHistory();
  return { reads, figures: report(project) };
}

/** Returns the figures of the whole log. */
async function readEverything(): Promise<Partial<Report>> {
  const { project } = await open(true);
  await project.log.readEverything();
  return report(project);
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "handoff-index-"));
  const project = new Project("harbour", "harbour", testPorts(nodeShell(folder), "ann"));
  opened.push(project);
  await run(project, { kind: "initProject", name: "Harbour", layout: "json" });
  await createTask(project, "Piles");
  mkdirSync(dirname(place(LOG)), { recursive: true });
  writeFileSync(place(LOG), Array.from({ length: 400 }, (_, number) => line(number)).join(""));
});

afterEach(() => {
  for (const project of opened.splice(0)) project.dispose();
  rmSync(folder, { recursive: true });
});

test("the second window reads the end of the log only, and shows the same", async () => {
  const first = await readHistory();
  expect(first.reads).toEqual(["whole"]);
  const second = await readHistory();
  expect(second.reads).toEqual(["4096 bytes"]);
  expect(second.figures).toEqual(first.figures);
  appendFileSync(place(LOG), otherTask());
  const third = await readHistory();
  expect(third.reads).toEqual([`${4096 + otherTask().length} bytes`]);
  expect(third.figures).toEqual(await readEverything());
  expect(third.figures).not.toEqual(first.figures);
});

test.each([
  ["a damaged index", () => appendFileSync(place(INDEX), "x")],
  ["an empty index", () => writeFileSync(place(INDEX), "")],
  ["a log that was cut off", () => writeFileSync(place(LOG), Array.from({ length: 300 }, (_, number) => line(number)).join(""))],
  ["a log with a line before", () => writeFileSync(place(LOG), line(500) + readFileSync(place(LOG), "utf8"))],
])("%s: the whole log is read, and indexed again", async (_, change) => {
  await readHistory();
  change();
  const second = await readHistory();
  expect(second.reads.at(-1)).toBe("whole");
  expect(second.figures).toEqual(await readEverything());
  expect((await readHistory()).reads).toEqual(["4096 bytes"]);
});

test("the log is read once, and in full when events are needed", async () => {
  await readHistory();
  const { project, reads } = await open();
  await Promise.all([project.log.readHistory(), project.log.readHistory()]);
  expect(reads).toEqual(["4096 bytes"]);
  const history = () => project.view({ kind: "task", id: "t1" })?.history.length;
  expect(history(), "only what is in the log that is too short for an index").toBe(1);
  await project.log.readEverything();
  expect(reads).toEqual(["4096 bytes", "whole"]);
  expect(history()).toBeGreaterThan(1);
});

test("of a span of time only its months are read, and each once", async () => {
  await readHistory();
  const { project, reads } = await open();
  await project.log.readHistory();
  const [before, within, after] = ["2026-10-31", "2026-11-15", "2026-12-01"].map((day) => Date.parse(day)) as [number, number, number];
  for (const day of [before, after]) await project.log.readSpan(day, day);
  expect(reads, "the month of the log is not in these spans").toEqual(["4096 bytes"]);
  let changes = 0;
  project.onDidChange(() => (changes += 1));
  await Promise.all([project.log.readSpan(before, after), project.log.readSpan(within, within)]);
  expect([reads, changes]).toEqual([["4096 bytes", "whole"], 1]);
});

test("for the history of a task only the logs that name it are read in full", async () => {
  await readHistory();
  const { project, reads } = await open();
  await project.log.readTask("t9");
  expect(reads).toEqual(["4096 bytes"]);
  await project.log.readTask("t1");
  await project.log.readTask("t1");
  expect(reads).toEqual(["4096 bytes", "whole"]);
  expect(project.view({ kind: "task", id: "t1" })?.history.length).toBeGreaterThan(1);
});

test("the trash says who deleted by the index", async () => {
  const moved = { kind: "renamed", from: "tasks/t9-crane", to: "trash/20261112-080000-00000001-t9-crane" };
  mkdirSync(place(moved.to), { recursive: true });
  writeFileSync(place(`${moved.to}/_task.todo.json`), JSON.stringify({ id: "t9", title: "Crane" }));
  const event = { id: "d-1", at: "2026-11-12T08:00:00+00:00", actor: { kind: "human", name: "Bea" }, change: moved };
  writeFileSync(place(LOG), `${JSON.stringify(event)}\n${readFileSync(place(LOG), "utf8")}`);
  await readHistory();
  const { project, reads } = await open();
  expect(await project.onDemand.readTrash()).toMatchObject([{ title: "Crane", deletedBy: { name: "Bea" }, deletedAt: event.at }]);
  expect(reads).toEqual(["4096 bytes"]);
});

test("nothing is written without permission, during a pause, or if Git does not ignore it", async () => {
  await readHistory(true);
  expect(existsSync(place(INDEX))).toBe(false);
  writeFileSync(place(PAUSE), "release");
  await readHistory();
  expect(existsSync(place(INDEX))).toBe(false);
  rmSync(place(PAUSE));
  const ignored = readFileSync(place(".gitignore"), "utf8");
  writeFileSync(place(".gitignore"), ignored.replace("/local/\n", ""));
  await readHistory();
  expect(existsSync(place(INDEX))).toBe(false);
  writeFileSync(place(".gitignore"), ignored);
  await readHistory();
  expect(existsSync(place(INDEX))).toBe(true);
});

test("indexes of logs that are gone and half-written ones are removed", async () => {
  await readHistory();
  const old = place("local/activity/2026-11/gone.json");
  const half = place(`${INDEX}.tmp.7`);
  for (const file of [old, half]) writeFileSync(file, "x");
  await readHistory();
  expect([old, half, place(INDEX)].map((file) => existsSync(file))).toEqual([false, false, true]);
});

test("the progress ends with null, and the views are published once", async () => {
  const { project } = await open();
  const percents: (number | null)[] = [];
  let changes = 0;
  project.log.onProgress((percent) => percents.push(percent));
  project.onDidChange(() => (changes += 1));
  await project.log.readHistory();
  expect(percents[0]).toBe(0);
  expect(percents.at(-1)).toBeNull();
  expect(changes).toBe(1);
});
