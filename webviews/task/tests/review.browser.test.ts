// A task in review is approved, or sent back with a comment; a blocked one goes on.
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openTask } from "../testing/open.ts";
import { taskHost } from "../testing/taskHost.ts";
import { parseFeed } from "../testing/tideAtlas.ts";

const criteria = [{ item: "Rows are parsed", checked: true }, { item: "Empty rows stay", checked: false }];
const inReview = { ...parseFeed, criteria, criterionDetails: [], card: { ...parseFeed.card, status: "review" as const, criteria: { done: 1, total: 2 } } };

test("approving ticks what is open and finishes the task", async () => {
  const host = await openTask(taskHost(inReview));
  await expect.element(page.getByText("In review: 1 of 2 criteria met, 2 without a proof")).toBeVisible();
  expect([...document.querySelectorAll(".button.primary")].map(({ textContent }) => textContent), "the decision comes first").toEqual(["Tick All and Approve"]);
  await page.getByRole("button", { name: "Tick All and Approve" }).click();
  await expect.poll(() => host.asked.map(({ body }) => body)).toEqual([{ kind: "updateTasks", ids: ["t1.2.2"], patch: { check: { kind: "all" }, status: "done" } }]);
});

test("sending back needs a comment, and Escape leads back to the button", async () => {
  const host = await openTask(taskHost(inReview));
  await page.getByRole("button", { name: "Send Back…" }).click();
  await expect.element(page.getByLabelText("What is missing?")).toHaveFocus();
  await expect.element(page.getByRole("button", { name: "Send Back", exact: true })).toBeDisabled();
  await userEvent.keyboard("{Enter}{Escape}");
  await expect.element(page.getByRole("button", { name: "Send Back…" })).toHaveFocus();
  expect(host.asked).toEqual([]);
  await userEvent.keyboard("{Enter}Empty rows are lost{Enter}");
  await expect.poll(() => host.asked.map(({ body }) => body)).toEqual([{ kind: "sendBack", ids: ["t1.2.2"], comment: "Empty rows are lost" }]);
});

const blocked = { ...parseFeed, card: { ...parseFeed.card, status: "blocked" as const } };
const toDo = (patch: object) => ({ kind: "updateTasks", ids: ["t1.2.2"], patch: { status: "todo", ...patch } });

test("a blocked task goes on", async () => {
  const host = await openTask(taskHost(blocked));
  await page.getByRole("button", { name: "Unblock", exact: true }).click();
  await expect.poll(() => host.asked.map(({ body }) => body)).toEqual([toDo({})]);
  expect(page.getByRole("group", { name: "Blocked" }).query()).toBeNull();
});

test("a blocked task goes on with an answer", async () => {
  const host = await openTask(taskHost(blocked));
  await page.getByRole("button", { name: "Answer…" }).click();
  await userEvent.keyboard("Use the test account{Enter}");
  await expect.poll(() => host.asked.map(({ body }) => body)).toEqual([toDo({ comment: "Use the test account" })]);
});

test("a task that is not in review has no such line", async () => {
  await openTask(taskHost(parseFeed));
  expect(page.getByRole("group", { name: "Review" }).query()).toBeNull();
});
