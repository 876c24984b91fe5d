// Kills the extension host and the window during a write of hundreds of files. Afterwards the
// change is complete or absent.
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scratchFolder } from "../harness/scratch.ts";
import { until } from "../harness/until.ts";
import { Vscode } from "../harness/vscode.ts";
import { BoardPage } from "./pages/boardPage.ts";
import { leftovers, taskFiles } from "./pages/taskFiles.ts";

const count = 800;

/** A project in the server's format with many tasks. */
function manyTasks(): string {
  const folder = scratchFolder("many");
  mkdirSync(join(folder, ".handoff", "tasks"), { recursive: true });
  writeFileSync(join(folder, ".handoff", "config.toml"), '[project]\nname = "Many"\n');
  for (let number = 1; number <= count; number += 1) {
    const place = join(folder, ".handoff", "tasks", `t${number}-task-${number}`);
    const stamp = "2026-11-21T02:57:17.729751229+00:00";
    const task = { id: `t${number}`, title: `Task ${number}`, created_at: stamp, updated_at: stamp, schedule: { estimate_hours: 1 } };
    mkdirSync(place);
    writeFileSync(join(place, "_task.todo.json"), JSON.stringify(task, null, 2));
  }
  return folder;
}

test("a bulk change that is killed half-way is complete or absent after the next start", async () => {
  const vscode = await Vscode.open({ folder: manyTasks() });
  const names = () => readdirSync(vscode.path(".handoff/tasks"), { recursive: true, encoding: "utf8" });
  const changed = () => names().filter((name) => name.endsWith("_task.review.json")).length;
  const old = taskFiles(vscode);
  const board = await BoardPage.open(vscode);
  await board.card("t1").click();
  await vscode.page.keyboard.press("Control+a");
  // A long column draws only visible cards, so the cards cannot be counted.
  const told = await board.frame.locator(".selection-bar > span").innerText();
  const chosen = Number.parseInt(told, 10);
  expect(chosen).toBe(count);
  await board.frame.getByRole("button", { name: "Set Status" }).click();
  await vscode.choose("Review");
  await soon("the first file to be changed", () => changed() > 0);
  await vscode.kill();
  expect(changed()).toBeGreaterThan(0);
  expect(changed()).toBeLessThan(chosen);

  await vscode.reopen();
  await vscode.openTree();
  await until("nothing to be left of the interrupted change", () => leftovers(vscode).length === 0, 60_000);
  // After undo, every byte is as before.
  expect(changed() === 0 ? taskFiles(vscode) : old).toEqual(old);
  expect([0, chosen]).toContain(changed());
  expect(names().filter((name) => name.endsWith(".json")).length).toBe(count);
  const texts = Object.values(taskFiles(vscode)).map((text) => JSON.parse(text) as { id: string });
  expect(texts.map(({ id }) => id).toSorted()).toEqual(Array.from({ length: count }, (_, at) => `t${at + 1}`).toSorted());
  await vscode.close();
});

/** Polls without a pause because the awaited state is short. */
async function soon(what: string, question: () => boolean): Promise<void> {
  const end = Date.now() + 30_000;
  while (!question()) {
    if (Date.now() > end) throw new Error(`Waited in vain for: ${what}`);
    await new Promise(setImmediate);
  }
}
