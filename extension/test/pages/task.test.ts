// The task editor with the engine: refusals, a change by another program, a comment, and keys that change nothing.
import { afterEach, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mountTask } from "../../../webviews/task/page.tsx";
import "../../../webviews/task/task.css";
import { settledFiles, touched } from "../e2e/pages/taskFiles.ts";
import { until } from "../harness/until.ts";
import { Extension, shown } from "./enginePage.ts";

const file = ".handoff/tasks/t1-platform-foundation/_task.in_progress.json";
const budget = ".handoff/tasks/t5-performance-budget/_task.todo.json";

let extension: Extension;
beforeEach(async () => {
  extension = await Extension.start();
});
afterEach(() => extension.close());

const open = (id: string) => extension.show("handoff.openTask", mountTask, { project: extension.project.id, taskIds: [id] });
const value = (label: string) => (page.getByLabelText(label, { exact: true }).element() as HTMLInputElement).value;
const written = (text: string) => extension.fileBecomes(file, (content) => content.includes(text));

test("a refused status returns, and the open subtask is named", async () => {
  await open("t1");
  await page.getByLabelText("Status", { exact: true }).selectOptions("done");
  await until("the subtask to be named", () => document.querySelector("#status-notice")?.textContent.includes("t1.2"));
  expect(value("Status")).toBe("in_progress");
});

test("a number that is typed is not overwritten by another program's", async () => {
  await open("t1");
  // Invalid numbers are never saved, so the other program's write certainly comes first.
  const estimate = page.getByLabelText("Estimate", { exact: true });
  await estimate.fill("two");
  const schedule = '"schedule": {';
  extension.write(file, extension.read(file).replace(schedule, `${schedule}\n    "estimate_hours": 5.0,`));
  await shown(page.getByText("The value in the file is now “5”."));
  expect(value("Estimate")).toBe("two");
  await estimate.fill("2");
  await page.getByRole("button", { name: "Keep mine" }).click();
  await written('"estimate_hours": 2.0');
});

test("a comment is written, and leads to the tasks that it names", async () => {
  await open("t1");
  await page.getByLabelText("New comment").fill("Founded, see t1.2.");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await written("\\nFounded, see t1.2.");
  const links = await until("the comment to be shown", () => document.querySelector(".comment")?.querySelectorAll("[role=link]"));
  expect([...links].map(({ textContent }) => textContent)).toEqual(["t1.2"]);
});

test("a key after opening a task changes nothing; F2 edits the title, and Escape restores it", async () => {
  await open("t5");
  const before = await settledFiles(extension);
  await until("the heading to have the focus", () => document.activeElement?.localName === "h1");
  await userEvent.keyboard("bd{Delete} ");
  expect(value("Title")).toBe("Performance budget");
  await userEvent.keyboard("{F2}!");
  await extension.fileBecomes(budget, (text) => text.includes('"Performance budget!"'));
  await userEvent.keyboard("{Escape}");
  await extension.fileBecomes(budget, (text) => text.includes('"Performance budget"'));
  expect(touched(before, await settledFiles(extension))).toEqual([budget]);
});
