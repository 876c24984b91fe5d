// What needs the user is acted on in place: by mouse and by keyboard, each with Undo.
import { afterEach, expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { EntryAnswer } from "../../contract/dashboard.ts";
import type { PageCommand } from "../../contract/pageCommands.ts";
import { demoProject, demoView } from "../testing/demo.ts";
import { openDashboard } from "../testing/openDashboard.ts";
import type { DashboardTestPage } from "../testing/openDashboard.ts";

let dashboard: DashboardTestPage;
afterEach(() => dashboard.close());

const update = (id: string, patch: object): PageCommand => ({ kind: "updateTasks", ids: [id], patch });
const needs = () => page.getByRole("region", { name: /^Needs you/u });

async function open(options: Parameters<typeof openDashboard>[0] = {}): Promise<void> {
  dashboard = await openDashboard(options);
  await expect.element(page.getByText("981 h of 1,200 h used")).toBeVisible();
}

it.each<[button: RegExp, done: PageCommand | EntryAnswer]>([
  [/^Approve: Show the water level/u, update("t6", { check: { kind: "all" }, status: "done" })],
  [/^Approve: 日本語/u, update("t12", { status: "done" })],
  [/^Unblock/u, update("t7", { status: "todo" })],
  [/^Confirm: Store levels/u, { kind: "confirm", entry: "d-1" }],
])("a button acts at once: %s", async (name, done) => {
  await open();
  await needs().getByRole("button", { name }).click();
  await expect.poll(() => dashboard.done).toEqual([done]);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(() => dashboard.done.at(-1)).toEqual({ kind: "undo" });
});

it.each<[button: RegExp, field: string, done: PageCommand | EntryAnswer]>([
  [/^Send Back…: Show the water level/u, "What is missing?", update("t6", { status: "in_progress", comment: "Night too" })],
  [/^Answer…: Clarify the licence/u, "Your answer, as a comment", update("t7", { status: "todo", comment: "Night too" })],
  [/^Answer…: Ask the harbour/u, "Your answer, for the agents", { kind: "tick", entry: "c-1", text: "Night too" }],
  [/^Withdraw…: Store levels/u, "Reason (optional)", { kind: "withdraw", entry: "d-1", text: "Night too" }],
])("an act with a text asks for it in place, and Escape leads back: %s", async (name, field, done) => {
  await open();
  const button = needs().getByRole("button", { name });
  await button.click();
  await expect.element(page.getByLabelText(field)).toHaveFocus();
  await userEvent.keyboard("No{Escape}");
  await expect.element(button).toHaveFocus();
  expect(dashboard.done).toEqual([]);
  await userEvent.keyboard("{Enter}");
  await userEvent.keyboard(" Night too {Enter}");
  await expect.poll(() => dashboard.done).toEqual([done]);
  expect(page.getByLabelText(field).query()).toBeNull();
});

it("a comment is needed to send a task back", async () => {
  await open();
  await needs().getByRole("button", { name: /^Send Back…: Show/u }).click();
  await expect.element(page.getByRole("button", { name: "Send Back", exact: true })).toBeDisabled();
  await userEvent.keyboard("{Enter}");
  expect(dashboard.done).toEqual([]);
});

it("criteria and items are ticked", async () => {
  await open();
  await needs().getByRole("checkbox", { name: "Read by a sailor" }).click();
  await needs().getByRole("checkbox", { name: /Ask the harbour office/u }).click();
  await expect.poll(() => dashboard.done).toEqual([update("t6", { criterion: { kind: "check", index: 1, item: "Read by a sailor", checked: true } }), { kind: "tick", entry: "c-1", text: "" }]);
});

it("the keyboard keeps its place when a row disappears", async () => {
  await open();
  const approve = needs().getByRole("button", { name: /^Approve: Show/u }).element();
  if (approve instanceof HTMLElement) approve.focus();
  dashboard.change({ dashboard: { ...demoView, review: { total: 1, tasks: demoView.review.tasks.slice(1) } } });
  await expect.element(needs().getByRole("button", { name: /^Review 日本語/u })).toHaveFocus();
});

it("a text that is being written survives a reload", async () => {
  await open();
  await needs().getByRole("button", { name: /^Send Back…: Show/u }).click();
  await userEvent.keyboard("Half");
  const kept = dashboard.host.store.read();
  dashboard.close();
  await open({ kept });
  await expect.element(page.getByLabelText("What is missing?")).toHaveValue("Half");
});

it("a page that may change nothing offers nothing to do", async () => {
  for (const options of [{ readOnly: "untrusted" as const }, { project: { ...demoProject, paused: { scope: "project" as const, reason: "", text: { template: "Writing is paused.", args: {} } } } }]) {
    await open(options);
    expect(document.querySelectorAll(".act, .tick, .next-step").length).toBe(0);
    await expect.element(needs().getByRole("button", { name: /^Review Show the water level/u })).toBeVisible();
    dashboard.close();
  }
  await open();
});

it("agents that wait come first and lead to where they run, and errors lead to the problems", async () => {
  const actor = { kind: "agent", name: "codex" } as const;
  const waitingAgents = [{ key: "a1", actor, need: "permission" as const, text: "Bash: npm test", since: new Date().toISOString(), task: { id: "t6", title: "Show", status: "in_progress" as const } }];
  await open({ project: { ...demoProject, waitingAgents, needsYou: { ...demoProject.needsYou, agents: 1, problems: 2 }, errors: 2 } });
  const rows = needs().getByRole("listitem");
  await expect.element(rows.first()).toHaveTextContent(/^Bash: npm testcodex asks for permission · t6 Show · just now/u);
  await needs().getByRole("button", { name: "Go There: Bash: npm test" }).click();
  await needs().getByText("Show the problems and their repairs").click();
  await expect.poll(() => dashboard.opened.slice(-2)).toEqual([{ kind: "agent", key: "a1" }, { kind: "problems" }]);
});
