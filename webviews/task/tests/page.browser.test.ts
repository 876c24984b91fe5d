import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import japanese from "../../../extension/l10n/bundle.l10n.ja.json" with { type: "json" };
import { findings } from "../../shared/testing/accessibility.ts";
import { leftInEnglish, textsOf } from "../../shared/testing/texts.ts";
import { noticeAt, openTask } from "../testing/open.ts";
import { taskHost } from "../testing/taskHost.ts";
import { foundation, parseFeed } from "../testing/tideAtlas.ts";

const tasks = { "t1.2.2": parseFeed, t1: foundation };

test.each(Object.keys(tasks) as (keyof typeof tasks)[])("nothing stands in the way of anybody: %s", async (id) => {
  document.documentElement.lang = "en";
  document.title = "Task";
  const host = await openTask(taskHost(tasks[id]));
  expect(await findings()).toEqual([]);

  host.answers.push({ kind: "refused", code: "open-child", message: "A subtask is open.", task: id });
  await page.getByLabelText("Status", { exact: true }).selectOptions("Done");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("textbox", { name: "Notes", exact: true }).fill("mine");
  host.change((task) => ({ ...task, notes: "theirs\nand more" }));
  await page.getByRole("button", { name: "Add a link" }).click();
  await page.getByLabelText("Assignee", { exact: true }).click();
  await expect.poll(() => noticeAt("notes")).toContain("theirs");
  expect(await findings()).toEqual([]);
});

test("nothing stands in the way of anybody who may only look", async () => {
  await openTask(taskHost({ ...parseFeed, dependencies: [], criteria: [] }, { readOnly: "untrusted" }));
  expect(await findings()).toEqual([]);
});

test("the Japanese page has no English text", async () => {
  await openTask(taskHost(parseFeed, { strings: japanese, locale: "ja" }));
  const say = (english: keyof typeof japanese): string => japanese[english];
  await page.getByRole("button", { name: say("Edit"), exact: true }).click();
  await page.getByLabelText(say("Add a link")).click();
  await page.getByLabelText(say("Estimate"), { exact: true }).fill("二");
  await userEvent.keyboard("{Tab}");
  await expect.poll(() => noticeAt("estimateHours")).toBe(say("Enter hours as a number, such as 1.5."));
  const texts = textsOf(document.body);
  expect(leftInEnglish(texts, japanese)).toEqual([]);
  expect(texts).toContain("2026年11月24日火曜日");
  expect(document.documentElement.lang).toBe("ja");
});

test("a read-only task offers no change", async () => {
  const host = await openTask(taskHost(parseFeed, { readOnly: "untrusted" }));
  await expect.element(page.getByText(/This workspace is not trusted/)).toBeVisible();
  await expect.element(page.getByLabelText("Status", { exact: true })).toBeDisabled();
  await expect.element(page.getByLabelText("Title", { exact: true })).toHaveAttribute("readonly");
  const names = page
    .getByRole("button")
    .all()
    .map((button) => button.element().textContent?.trim() || button.element().ariaLabel);
  expect(new Set(names)).toEqual(
    new Set([
      "Task Tree",
      "Dashboard",
      "Board",
      "Gantt Chart",
      "Time",
      "Library",
      "Sessions",
      "Metrics",
      "Settings",
      "t1Platform foundation",
      "t1.2潮位データ取得",
      "Send to agent",
      "Notes",
      "Source",
      "Preview",
      "Done criteria",
      "Comments",
      "History",
      "t1.2.1観測所リスト取得 (station list)",
      "t1.2.3Retry & back-off",
      "Feed parser spec",
      "Requirements",
      "REQ-1 A row for each hour",
      "src/feed/rows.rs",
      "Keys and gestures",
    ]),
  );
  expect(host.asked).toEqual([]);
});

test("a broken task shows the reason and runs a repair", async () => {
  const host = await openTask(taskHost(foundation));
  await expect.element(page.getByText("The task waits for t777, which does not exist.")).toBeVisible();
  await page.getByRole("button", { name: "Remove the dependency on t777" }).click();
  const removal = { kind: "updateTasks", ids: ["t1"], patch: { dependencies: { remove: ["t777"] } } };
  // Via undo, as with a repair: no other command could do this.
  await expect.poll(() => host.asked).toEqual([{ name: "execute", body: { kind: "repair", repairs: [removal] } }]);
  host.change((task) => ({ ...task, editable: false }));
  await expect.element(page.getByText(/until its problems are fixed/)).toBeVisible();
  await expect.element(page.getByLabelText("Status", { exact: true })).toBeDisabled();
});

test("a task that is missing on opening shows a message", async () => {
  await openTask(taskHost(null));
  await expect.element(page.getByText(/This task was deleted/)).toBeVisible();
});

test("a failed load can be tried again", async () => {
  const host = taskHost(parseFeed);
  const { channel } = host;
  let fails = true;
  host.channel = {
    ...channel,
    post: (message) => channel.post(fails && message.kind === "request" ? { ...message, name: "nothing" } : message),
  };
  await openTask(host);
  await expect.element(page.getByText(/The task could not be loaded/)).toBeVisible();
  fails = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByLabelText("Title", { exact: true })).toHaveValue("Parse feed → normalised rows");
});

test("the history is grouped by day in sentences", async () => {
  await openTask(taskHost(parseFeed));
  const lines = [...document.querySelectorAll(".history p")].map((line) => line.textContent);
  expect(lines).toEqual([
    "健二 changed the status from To do to In progress",
    "AI agent ticked “fixtures cover 3 formats”",
    "Another program changed the due date from Nov 21 to Nov 23",
    "AI agent set the estimate to 8 h",
    "AI agent moved the task under t1.2",
    "AI agent created the task as “Parse feed”",
  ]);
  const icons = [...document.querySelectorAll(".history li > .codicon")];
  expect(icons.map((icon) => icon.getAttribute("aria-label"))).toEqual(["person", "agent", null, "agent", "agent", "agent"]);
  expect(icons.map((icon) => /codicon-(?<name>[a-z]+)/u.exec(icon.className)?.groups?.["name"])).toEqual(["person", "hubot", "eye", "hubot", "hubot", "hubot"]);
  expect(document.querySelectorAll(".day h3")).toHaveLength(3);
  expect(document.querySelector(".day h3")?.textContent).toBe("Today");
});

test("the history describes changes of dependencies", async () => {
  const [first] = parseFeed.history;
  if (first === undefined) throw new Error("There is no history to start from.");
  const before = { id: "t1", kind: "startToStart", lag: 2 };
  const changes = [
    { from: [before], to: [] },
    { from: [before], to: [{ id: "t1", kind: "finishToFinish", lag: -1 }] },
    { from: [], to: [before, { id: 7, kind: "odd" }] },
  ];
  const history = changes.map(({ from, to }, place) => ({
    ...first,
    id: `links-${place}`,
    change: { kind: "field" as const, field: "dependencyLinks", from, to },
  }));
  await openTask(taskHost({ ...parseFeed, history }));
  const lines = [...document.querySelectorAll(".history p")].map((line) => line.textContent);
  expect(lines).toEqual([
    "健二 removed “t1: starts with, +2 days” from the kinds of dependencies",
    "健二 changed the kinds of dependencies: “t1: ends with, -1 day” instead of “t1: starts with, +2 days”",
    "健二 added “t1: starts with, +2 days” and “7: starts after” to the kinds of dependencies",
  ]);
});

test("a narrow tab has one column: status, text, the rest", async () => {
  await page.viewport(420, 900);
  await openTask(taskHost(parseFeed));
  const top = (selector: string): number => document.querySelector(selector)?.getBoundingClientRect().top ?? Number.NaN;
  const tops = [".top", ".key-fields", ".text", ".more-fields", ".past"].map(top);
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  const root = document.querySelector(".task-page");
  expect(root?.scrollWidth).toBe(root?.clientWidth);
  await page.viewport(1100, 900);
  expect(top(".key-fields")).toBeLessThan(top(".text"));
  expect(document.querySelector(".key-fields")?.getBoundingClientRect().left).toBeGreaterThan(700);
});

test("the host opens the file with a problem and deletes the task", async () => {
  const host = await openTask(taskHost(foundation));
  await page.getByRole("button", { name: "Open the file" }).click();
  await page.getByRole("button", { name: "Delete task" }).click();
  await expect.poll(() => host.asked.map(({ name }) => name)).toEqual(["openFile", "deleteTask"]);
});

test("without a log, the history says what the file says", async () => {
  await openTask(taskHost({ ...parseFeed, history: [], createdAt: "2026-11-21T02:57:17Z", updatedAt: "2026-11-22T09:00:00Z" }));
  const lines = page.getByRole("region", { name: "History" }).getByRole("listitem");
  await expect.poll(() => lines.all().map((line) => line.element().textContent?.slice(0, 14))).toEqual(["UpdatedNov 22,", "CreatedNov 21,"]);
});

test("what was undone is left out of the history until it is asked for", async () => {
  const actor = { kind: "human", name: "kenji" } as const;
  const change = (id: string, at: string, from: string, to: string) => ({ id, at, actor, task: "t1.2.2", change: { kind: "field", field: "status", from, to } as const });
  const history = [change("9", "2026-11-25T10:01:00Z", "done", "review"), change("8", "2026-11-25T10:00:00Z", "review", "done"), ...parseFeed.history];
  await openTask(taskHost({ ...parseFeed, history }));
  const lines = page.getByRole("region", { name: "History" }).getByRole("listitem");
  await expect.poll(() => lines.all().length).toBe(parseFeed.history.length);
  await page.getByRole("button", { name: "Also show what was undone (2)" }).click();
  await expect.poll(() => lines.all().length).toBe(history.length);
  await page.getByRole("button", { name: "Hide what was undone" }).click();
  await expect.poll(() => lines.all().length).toBe(parseFeed.history.length);
});

test("sections fold, and the host remembers it", async () => {
  const host = await openTask(taskHost(parseFeed, { folded: ["history"] }));
  const history = page.getByRole("region", { name: "History" });
  await expect.element(history).toBeVisible();
  expect(history.getByRole("listitem").all()).toEqual([]);
  await page.getByRole("button", { name: "History", exact: true }).click();
  await expect.poll(() => history.getByRole("listitem").all().length).toBeGreaterThan(0);
  const notes = page.getByRole("button", { name: "Notes", exact: true });
  await notes.click();
  await expect.element(notes).toHaveAttribute("aria-expanded", "false");
  await expect.element(page.getByRole("button", { name: "Preview" })).not.toBeInTheDocument();
  await expect.poll(() => host.asked.map(({ body }) => body)).toEqual([[], ["notes"]]);
});

test("lists its keys", async () => {
  await openTask(taskHost(parseFeed));
  await page.getByRole("button", { name: "Keys and gestures" }).click();
  await expect.element(page.getByRole("dialog", { name: "Keys and gestures" }).getByText("adds the typed comment")).toBeVisible();
});

test("keys pressed after opening a task change nothing, until the title is edited by F2, Enter or a click", async () => {
  const host = await openTask(taskHost(parseFeed));
  const title = page.getByLabelText("Title", { exact: true });
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveFocus();
  await userEvent.keyboard("b dxspln{Delete}{Backspace} ");
  await expect.element(title).toHaveValue("Parse feed → normalised rows");
  await userEvent.keyboard("{Enter}");
  await expect.element(title).toHaveFocus();
  await userEvent.keyboard("!{Escape}");
  await expect.element(title).toHaveValue("Parse feed → normalised rows");
  host.tell("opened", null);
  await expect.element(page.getByRole("heading", { level: 1 })).toHaveFocus();
  await userEvent.keyboard("b");
  expect(host.asked).toEqual([]);
  await userEvent.keyboard("{F2}?");
  await expect.poll(() => host.patches()).toEqual([{ title: "Parse feed → normalised rows?" }]);
  await page.getByRole("button", { name: "Notes", exact: true }).click();
  await userEvent.keyboard("{F2}");
  await expect.element(title).toHaveFocus();
});
