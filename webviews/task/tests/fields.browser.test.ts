import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { TaskPatch } from "../../contract/generated/protocol.ts";
import { noticeAt, openTask } from "../testing/open.ts";
import { taskHost } from "../testing/taskHost.ts";
import { foundation, parseFeed } from "../testing/tideAtlas.ts";

const control = (label: string) => page.getByLabelText(label, { exact: true });

async function leave(): Promise<void> {
  await userEvent.keyboard("{Tab}");
}

const typed: [label: string, text: string, patch: TaskPatch, seen: TaskPatch][] = [
  ["Title", "Parse the feed", { title: "Parse the feed" }, { title: "Parse feed → normalised rows" }],
  ["Start date", "2026-11-19", { startDate: "2026-11-19" }, { startDate: "2026-11-18" }],
  ["Due date", "2026-12-01", { dueDate: "2026-12-01" }, { dueDate: "2026-11-23" }],
  ["Estimate", "7,5", { estimateHours: 7.5 }, { estimateHours: 8 }],
  ["Actual", "2.25", { actualHours: 2.25 }, { actualHours: 2.0005569444444444 }],
  ["Remaining", "", { remainingHours: null }, { remainingHours: 5.999443055555555 }],
  ["Assignee", "Maya Ito", { assignee: "maya" }, { assignee: "kenji" }],
  ["Assignee", "someone new", { assignee: "someone new" }, { assignee: "kenji" }],
];

test.each(typed)("%s is saved as %j with what was seen", async (label, text, patch, seen) => {
  const host = await openTask(taskHost(parseFeed));
  await control(label).fill(text);
  await leave();
  await expect
    .poll(() => host.asked)
    .toEqual([{ name: "execute", body: { kind: "updateTasks", ids: ["t1.2.2"], patch, seen } }]);
});

const chosen: [label: string, option: string, patch: TaskPatch][] = [
  ["Status", "Review", { status: "review" }],
  ["Priority", "High", { priority: "high" }],
  ["Milestone", "v1.0 公開 (Jan 5, 2027)", { milestone: "v1.0 公開" }],
  ["Milestone", "No milestone", { milestone: null }],
];

test.each(chosen)("%s is saved at once as it is chosen: %s", async (label, option, patch) => {
  const host = await openTask(taskHost(parseFeed));
  await control(label).selectOptions(option);
  await expect.poll(() => host.patches()).toEqual([patch]);
});

test("the list of statuses is drawn by the page, with the icon of each, and works with the keyboard", async () => {
  const host = await openTask(taskHost(parseFeed));
  const select = control("Status").element() as HTMLSelectElement;
  expect(getComputedStyle(select).appearance).toBe("base-select");
  expect([...select.options].map((option) => option.querySelector(".codicon")?.className.split(" ")[2])).toEqual(
    ["todo", "in_progress", "review", "blocked", "done", "skipped"].map((status) => `status-${status}`),
  );
  select.focus();
  await userEvent.keyboard(" {ArrowDown}{Enter}");
  await expect.poll(() => host.patches()).toEqual([{ status: "review" }]);
  await expect.element(control("Status")).toHaveFocus();
});

test("text is saved once after a pause", async () => {
  const host = await openTask(taskHost(parseFeed));
  await userEvent.type(control("Title"), "!");
  await expect.poll(() => host.patches()).toEqual([{ title: "Parse feed → normalised rows!" }]);
  await leave();
  await expect.element(page.getByText("Saved", { exact: true })).toBeVisible();
  expect(host.patches()).toHaveLength(1);
});

test("Ctrl+S saves the field without leaving it", async () => {
  const host = await openTask(taskHost(parseFeed));
  await userEvent.type(control("Estimate"), "0");
  await userEvent.keyboard("{Control>}s{/Control}");
  await expect.poll(() => host.patches()).toEqual([{ estimateHours: 80 }]);
  await expect.element(control("Estimate")).toHaveFocus();
});

test("Escape restores the field's first value, even after a save", async () => {
  const host = await openTask(taskHost(parseFeed));
  await userEvent.type(control("Title"), "x");
  await userEvent.keyboard("{Control>}s{/Control}");
  await expect.poll(() => host.patches()).toHaveLength(1);
  await userEvent.keyboard("y{Escape}");
  await expect.element(control("Title")).toHaveValue("Parse feed → normalised rows");
  await expect.poll(() => host.patches().at(-1)).toEqual({ title: "Parse feed → normalised rows" });
});

test("a refusal is shown at its field and the text stays", async () => {
  const host = await openTask(taskHost(parseFeed));
  host.answers.push({
    kind: "refused",
    code: "bad-value",
    message: "Hours cannot be negative.",
    field: "estimateHours",
    task: "t1.2.2",
  });
  await control("Estimate").fill("-1");
  await leave();
  await expect.element(control("Estimate")).toHaveAccessibleDescription("hours Hours cannot be negative.");
  await expect.element(control("Estimate")).toHaveValue("-1");
  await expect.element(control("Estimate")).toHaveAttribute("aria-invalid", "true");
  await control("Estimate").click();
  await leave();
  await control("Title").fill("The rest goes on");
  await leave();
  await expect.poll(() => host.patches()).toEqual([{ estimateHours: -1 }, { title: "The rest goes on" }]);
  await control("Estimate").fill("1");
  await leave();
  await expect.poll(() => noticeAt("estimateHours")).toBeNull();
});

test("a refused choice returns and shows the reason once, until it is dismissed or has changed", async () => {
  const host = await openTask(taskHost(parseFeed));
  const message = "The criterion “エラー行をスキップ” is open.";
  const refuse = async (): Promise<void> => {
    host.answers.push({ kind: "refused", code: "open-criterion", message, field: "criteria", task: "t1.2.2" });
    await control("Status").selectOptions("Done");
    await expect.element(control("Status")).toHaveAccessibleDescription(message);
    await expect.element(control("Status")).toHaveValue("in_progress");
    expect(document.querySelectorAll(".notice")).toHaveLength(1);
  };
  await refuse();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect.poll(() => noticeAt("status")).toBeNull();
  await refuse();
  host.change((task) => ({ ...task, notes: "Something else" }));
  await expect.element(control("Status")).toHaveAccessibleDescription(message);
  await page.getByRole("checkbox", { name: "エラー行をスキップ" }).click();
  await expect.poll(() => noticeAt("status")).toBeNull();
});

test("an empty title shows a frame and what belongs there", async () => {
  await openTask(taskHost(parseFeed));
  await control("Title").fill("");
  const title = control("Title").element() as HTMLTextAreaElement;
  expect(title.placeholder).toBe("Title");
  await userEvent.hover(control("Estimate"));
  title.blur();
  expect(getComputedStyle(title).borderTopColor).not.toBe("rgba(0, 0, 0, 0)");
});

test("a command waits for the answer to the previous one", async () => {
  const host = await openTask(taskHost(parseFeed));
  const release = host.hold();
  await control("Status").selectOptions("Review");
  await control("Priority").selectOptions("High");
  await expect.poll(() => host.patches()).toEqual([{ status: "review" }]);
  release();
  await expect.poll(() => host.patches()).toEqual([{ status: "review" }, { priority: "high" }]);
});

test("unreadable hours are not sent", async () => {
  const host = await openTask(taskHost(parseFeed));
  await control("Estimate").fill("two");
  await leave();
  await expect.element(control("Estimate")).toHaveAccessibleDescription("hours Enter hours as a number, such as 1.5.");
  expect(host.asked).toEqual([]);
});

test("a failed save can be tried again", async () => {
  const host = await openTask(taskHost(parseFeed));
  host.answers.push({ kind: "failed", message: "The disk is full." });
  await control("Title").fill("Once more");
  await leave();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.poll(() => noticeAt("title")).toBeNull();
  expect(host.patches()).toEqual([{ title: "Once more" }, { title: "Once more" }]);
});

test("people are suggested, configured ones first, and picked by keyboard", async () => {
  const host = await openTask(taskHost(foundation));
  await control("Assignee").click();
  await expect
    .poll(() =>
      page
        .getByRole("listbox", { name: "People" })
        .getByRole("option")
        .all()
        .map((option) => option.element().textContent),
    )
    .toEqual(["AI agentai", "MIMaya Itomaya", "健健二kenji", "Gguest"]);
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{Enter}");
  await expect.poll(() => host.patches()).toEqual([{ assignee: "kenji" }]);
});

test("undo is named and runs after unsaved changes are saved", async () => {
  const host = await openTask(taskHost(parseFeed));
  await control("Title").fill("Unsaved");
  await page.getByRole("button", { name: "Undo: Set “Parse feed” to In progress" }).click();
  await expect
    .poll(() => host.asked.map(({ body }) => (body as { kind: string }).kind))
    .toEqual(["updateTasks", "undo"]);
});
