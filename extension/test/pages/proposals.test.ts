// Proposals with the engine: ghosts on the chart and the board, other values, and what is written.
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { mountBoard } from "../../../webviews/board/page.tsx";
import { mountGantt } from "../../../webviews/gantt/page.tsx";
import { hasBar, rowOf } from "../../../webviews/gantt/testing/ganttPage.ts";
import { showEverything } from "../e2e/pages/ganttFiles.ts";
import { filesBecome, settledFiles, touched, taskFiles } from "../e2e/pages/taskFiles.ts";
import type { ProjectFiles } from "../harness/projectFiles.ts";
import { until } from "../harness/until.ts";
import { Extension, gone, shown } from "./enginePage.ts";

const id = "p-20261129-4821";
const file = `.handoff/proposals/${id}.json`;
const budget = ".handoff/tasks/t5-performance-budget/_task.todo.json";

const change = (fields: object, task: object, seen?: object) => ({ command: { kind: "changeTasks", tasks: [{ ...task, fields }] }, ...(seen !== undefined && { seen }) });
const proposal = {
  id,
  reason: "The licence arrives two weeks late.",
  state: "open",
  author: { kind: "agent", name: "codex" },
  created_at: "2026-11-29T08:00:00Z",
  elements: [
    change({ dueDate: "2026-12-11" }, { id: "t5" }, { dueDate: "2026-12-06" }),
    // The priority is high by now.
    change({ priority: "low" }, { id: "t3.2" }, { priority: "medium" }),
    change({ title: "Ask the port", priority: "high" }, {}),
  ],
};

function prepare(files: ProjectFiles): void {
  showEverything(files);
  files.write(file, JSON.stringify(proposal, null, 2));
}

let extension: Extension;
afterEach(() => extension.close());

const stored = () => JSON.parse(extension.read(file)) as { state: string; accepted?: number; elements: { edited?: object }[] };
const button = (name: string) => page.getByRole("button", { name, exact: true });
const ghosts = () => document.querySelectorAll(".ghost").length;

test("a proposal is shown on the chart, accepted with another date, and opened again by one undo", async () => {
  extension = await Extension.start({ prepare, size: { width: 1400, height: 1250 } });
  await extension.show("handoff.openGantt", mountGantt);
  await until("the chart to be drawn", () => hasBar("t5"));
  await until("the proposed date to be a ghost", () => ghosts() === 1);
  const before = await settledFiles(extension);
  await button("1 proposal: The licence arrives two weeks late.").click();
  await shown(page.getByText("Changed since: it was Medium"));
  await button("Edit due date of Performance budget").click();
  await page.getByRole("textbox", { name: "Edit due date of Performance budget" }).fill("9.12.2026");
  await userEvent.keyboard("{Enter}");
  await button("Accept 2 of 3 changes").click();
  await gone(page.getByRole("region", { name: "Proposal" }));
  expect(JSON.parse(extension.read(budget))).toMatchObject({ schedule: { due_date: "2026-12-09" } });
  const after = await settledFiles(extension);
  expect(touched(before, after).length).toBe(2);
  expect(Object.values(after).filter((text) => text.includes("Ask the port")).length).toBe(1);
  const { state, accepted, elements } = stored();
  expect([state, accepted, elements.map(({ edited }) => edited)]).toEqual(["accepted", 2, [{ dueDate: "2026-12-09" }, undefined, undefined]]);
  await userEvent.click(rowOf("t5"), { position: { x: 60, y: 8 } });
  await userEvent.keyboard("{Control>}z{/Control}");
  await filesBecome(extension, before);
  expect(stored().state).toBe("open");
  await until("the ghost to be back", () => ghosts() === 1);
});

test("cards say what is proposed, and a new task is a ghost until the proposal is answered", async () => {
  extension = await Extension.start({ prepare });
  await extension.show("handoff.openBoard", mountBoard);
  const ghost = page.getByRole("button", { name: /^Proposed task Ask the port/u });
  await shown(ghost);
  const mark = () => document.querySelector<HTMLElement>('[data-card="t3.2"] .proposed')?.title;
  await until("the values to be shown", () => mark() === "Proposed by codex: priority: High → Low. Click to show it.");
  const before = taskFiles(extension);
  await extension.project.execute({ kind: "rejectProposal", id, answer: "Release first." });
  await gone(ghost);
  expect(document.querySelector(".fact.proposed")).toBeNull();
  expect(touched(before, taskFiles(extension))).toEqual([]);
});
