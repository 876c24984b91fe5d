import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { TaskView } from "../../contract/generated/protocol.ts";
import { noticeAt, openTask } from "../testing/open.ts";
import { taskHost } from "../testing/taskHost.ts";
import { parseFeed } from "../testing/tideAtlas.ts";

const title = () => page.getByLabelText("Title", { exact: true });
const estimate = () => page.getByLabelText("Estimate", { exact: true });
const retitled = (to: string) => (task: TaskView) => ({ ...task, card: { ...task.card, title: to } });

test("an unedited field follows the file without changing focus, selection or scroll", async () => {
  const host = await openTask(taskHost(parseFeed));
  await title().click();
  const element = title().element() as HTMLTextAreaElement;
  element.setSelectionRange(2, 5);
  host.change(retitled("Parsed elsewhere"));
  await expect.element(title()).toHaveValue("Parsed elsewhere");
  expect(document.activeElement).toBe(element);
  expect([element.selectionStart, element.selectionEnd]).toEqual([2, 5]);
});

test("a draft stays when the file changes, and can be saved over it", async () => {
  const host = await openTask(taskHost(parseFeed));
  await title().fill("Mine");
  host.change(retitled("Theirs"));
  await expect.element(page.getByText("The value in the file is now “Theirs”.")).toBeVisible();
  await expect.element(title()).toHaveValue("Mine");
  await expect.element(title()).toHaveAccessibleDescription(/The value in the file is now “Theirs”/);
  await userEvent.keyboard("{Tab}");
  expect(host.asked).toEqual([]);
  await page.getByRole("button", { name: "Keep mine" }).click();
  await expect
    .poll(() => host.asked.map(({ body }) => body))
    .toMatchObject([{ patch: { title: "Mine" }, seen: { title: "Theirs" } }]);
  await expect.element(page.getByRole("button", { name: "Keep mine" })).not.toBeInTheDocument();
});

test("the file's value can be taken", async () => {
  const host = await openTask(taskHost(parseFeed));
  await title().fill("Mine");
  host.change(retitled("Theirs"));
  await page.getByRole("button", { name: "Take theirs" }).click();
  await expect.element(title()).toHaveValue("Theirs");
  await userEvent.keyboard("{Control>}s{/Control}");
  expect(host.asked).toEqual([]);
});

test("a change to one field leaves a draft of another alone", async () => {
  const host = await openTask(taskHost(parseFeed));
  await title().fill("Mine");
  host.change((task) => ({ ...task, schedule: { ...task.schedule, estimateHours: 9 } }));
  await expect.element(estimate()).toHaveValue("9");
  await expect.element(title()).toHaveValue("Mine");
  await expect.element(page.getByRole("button", { name: "Keep mine" })).not.toBeInTheDocument();
});

test("a stale save shows both values as soon as the file is read", async () => {
  const host = await openTask(taskHost(parseFeed));
  host.answers.push({
    kind: "refused",
    code: "stale",
    message: "The title has changed meanwhile.",
    field: "title",
    task: "t1.2.2",
  });
  await title().fill("Mine");
  await userEvent.keyboard("{Tab}");
  await expect.poll(() => noticeAt("title")).toBe("The title has changed meanwhile.");
  host.change(retitled("Theirs"));
  await expect.element(page.getByText("The value in the file is now “Theirs”.")).toBeVisible();
});

test("text typed during a save is saved after it", async () => {
  const host = await openTask(taskHost(parseFeed));
  const release = host.hold();
  await title().fill("One");
  await userEvent.keyboard("{Control>}s{/Control}");
  await expect.poll(() => host.patches()).toEqual([{ title: "One" }]);
  await userEvent.type(title(), " two");
  release();
  await expect.poll(() => host.patches()).toEqual([{ title: "One" }, { title: "One two" }]);
  await expect.element(title()).toHaveValue("One two");
  await expect.element(page.getByText("Saved", { exact: true })).toBeVisible();
});

test("a save never flashes the old value", async () => {
  const host = await openTask(taskHost(parseFeed));
  const seen = new Set<string>();
  const element = estimate().element() as HTMLInputElement;
  await estimate().fill("9");
  const watch = (): void => {
    seen.add(element.value);
    frame = requestAnimationFrame(watch);
  };
  let frame = requestAnimationFrame(watch);
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByText("Saved", { exact: true })).toBeVisible();
  await expect.poll(() => host.patches()).toHaveLength(1);
  cancelAnimationFrame(frame);
  expect([...seen]).toEqual(["9"]);
});

test("drafts, entries and scroll survive a reload, and a draft over a changed file shows both values", async () => {
  const lines = Array.from({ length: 200 }, (_, line) => `line ${line}`).join("\n\n");
  const long = { ...parseFeed, notes: lines, description: lines };
  const first = await openTask(taskHost(long));
  first.hold();
  await title().fill("Mine");
  await page.getByLabelText("New comment").fill("half a note");
  const root = () => document.querySelector(".task-page") as HTMLElement;
  root().scrollTop = 1200;
  await expect.poll(() => (first.persisted() as { scroll: number }).scroll).toBe(1200);

  await openTask(taskHost({ ...long, card: { ...long.card, title: "Theirs" } }, {}, first.persisted()));
  expect(root().scrollTop).toBe(1200);
  await expect.element(title()).toHaveValue("Mine");
  await expect.element(page.getByLabelText("New comment")).toHaveValue("half a note");
  await expect.element(page.getByText("The value in the file is now “Theirs”.")).toBeInTheDocument();
});

test.each([
  null,
  7,
  { task: "t9", drafts: { title: { text: "Not ours", base: "" } } },
  { task: "t1.2.2", drafts: { title: 4, colour: { text: "x", base: "" } }, rows: [1] },
])("invalid persisted state is ignored: %j", async (kept) => {
  await openTask(taskHost(parseFeed, {}, kept));
  await expect.element(title()).toHaveValue("Parse feed → normalised rows");
});

test("a deleted task hands back its unsaved text", async () => {
  const host = await openTask(taskHost(parseFeed));
  await title().fill("Not yet saved");
  host.change(() => null);
  await expect.element(page.getByText(/This task was deleted/)).toBeVisible();
  await expect.element(page.getByLabelText("Unsaved text 1")).toHaveValue("Not yet saved");
});

test.each([
  ["a field", () => title()],
  ["a new note", () => page.getByLabelText("New comment")],
  ["a label that is not added yet", () => page.getByLabelText("Labels", { exact: true })],
])("the host is notified once about typing into %s", async (_what, field) => {
  const host = await openTask(taskHost(parseFeed));
  expect(host.keeps()).toBe(0);
  await userEvent.type(field(), "abc");
  await expect.poll(() => host.keeps()).toBe(1);
});

test("an unedited page switches to the task that the host requests", async () => {
  const host = await openTask(taskHost(parseFeed));
  host.follow({ ...parseFeed, card: { ...parseFeed.card, id: "t9", key: "t9", title: "Another" }, notes: "" });
  await expect.element(title()).toHaveValue("Another");
  host.change(retitled("Another, changed"));
  await expect.element(title()).toHaveValue("Another, changed");
  await userEvent.type(title(), "!");
  await expect.poll(() => host.keeps()).toBe(1);
  expect(document.querySelectorAll("#title")).toHaveLength(1);
});

test("an edited page stays on its task", async () => {
  const host = await openTask(taskHost(parseFeed));
  const release = host.hold();
  await title().fill("Mine");
  host.follow({ ...parseFeed, card: { ...parseFeed.card, id: "t9", key: "t9", title: "Another" } });
  await userEvent.keyboard("{Control>}s{/Control}");
  await expect.poll(() => host.patches()).toEqual([{ title: "Mine" }]);
  release();
  await expect.element(title()).toHaveValue("Mine");
});
