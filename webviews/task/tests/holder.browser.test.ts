// The line that says who works on the task right now.
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { fakeHolder } from "../../shared/testing/fakeHolder.ts";
import { openTask } from "../testing/open.ts";
import { taskHost } from "../testing/taskHost.ts";
import { parseFeed, snapshotOf } from "../testing/tideAtlas.ts";

const held = { ...parseFeed, card: { ...parseFeed.card, holder: fakeHolder(3) } };
const { project } = snapshotOf(held);

test("a task that an agent holds can be taken over", async () => {
  const host = await openTask(taskHost(held));
  await expect.element(page.getByText("Held by agent codex, heard 3 min. ago")).toBeVisible();
  await page.getByRole("button", { name: "Take Over" }).click();
  await expect.poll(() => host.asked.map(({ body }) => body)).toEqual([{ kind: "claimTask", id: "t1.2.2", takeOver: true }]);
});

test("a task that the user holds can be released", async () => {
  const host = await openTask(taskHost(held, { project: { ...project, claims: { own: ["t1.2.2"], others: [], nextEnd: 0 } } }));
  await expect.element(page.getByText("You hold this task, heard 3 min. ago")).toBeVisible();
  await page.getByRole("button", { name: "Release" }).click();
  await expect.poll(() => host.asked.map(({ body }) => body)).toEqual([{ kind: "releaseTasks", ids: ["t1.2.2"] }]);
});

test("nothing is offered on a read-only page, and nothing shown when nobody holds the task", async () => {
  const host = await openTask(taskHost(held, { readOnly: "untrusted" }));
  await expect.element(page.getByText(/^Held by agent codex/u)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Take Over" })).not.toBeInTheDocument();
  host.change(() => parseFeed);
  await expect.element(page.getByText(/^Held by/u)).not.toBeInTheDocument();
});

test("what an agent needs is said, with a way to the agent", async () => {
  const host = await openTask(taskHost({ ...held, card: { ...held.card, holder: { ...fakeHolder(3), needs: "permission" } } }));
  await expect.element(page.getByText("Held by agent codex, asks for permission")).toBeVisible();
  await page.getByRole("button", { name: "Go There" }).click();
  await expect.poll(() => host.asked.at(-1)?.name).toBe("goToHolder");
});

test("an agent that has ended is named, and another one can be started", async () => {
  const host = await openTask(taskHost({ ...parseFeed, card: { ...parseFeed.card, ended: fakeHolder(3) } }));
  await expect.element(page.getByText("codex has ended without finishing, heard 3 min. ago")).toBeVisible();
  await page.getByRole("button", { name: "Start an Agent…" }).click();
  await expect.poll(() => host.asked.at(-1)).toEqual({ name: "send", body: "terminal" });
});
