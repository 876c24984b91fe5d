import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { CriterionEdit } from "../../contract/generated/protocol.ts";
import { noticeAt, openTask } from "../testing/open.ts";
import { taskHost } from "../testing/taskHost.ts";
import type { TaskHost } from "../testing/taskHost.ts";
import { parseFeed } from "../testing/tideAtlas.ts";

const threeCriteria = {
  ...parseFeed,
  criteria: ["one", "two", "three"].map((item) => ({ item, checked: false })),
};

const text = (position: number) => page.getByLabelText(`Done criterion ${position}`, { exact: true });
const shown = () =>
  [...document.querySelectorAll<HTMLTextAreaElement>(".criterion textarea")].map(({ value }) => value);
const edits = (host: TaskHost): (CriterionEdit | undefined)[] => host.patches().map(({ criterion }) => criterion);
const said = () => document.querySelector('[role="status"]')?.textContent;

test("criteria are ticked with a count", async () => {
  const host = await openTask(taskHost(parseFeed));
  await page.getByRole("checkbox", { name: "エラー行をスキップ" }).click();
  await expect
    .poll(() => edits(host))
    .toEqual([{ kind: "check", index: 1, item: "エラー行をスキップ", checked: true }]);
  await expect.element(page.getByRole("progressbar", { name: "2 of 2 done" })).toBeVisible();
});

test("Enter adds one criterion after another", async () => {
  const host = await openTask(taskHost(threeCriteria));
  await page.getByLabelText("New done criterion").click();
  await userEvent.keyboard("four{Enter}five{Enter}");
  await expect
    .poll(() => edits(host))
    .toEqual([
      { kind: "add", index: 3, item: "four" },
      { kind: "add", index: 4, item: "five" },
    ]);
  await expect.poll(shown).toEqual(["one", "two", "three", "four", "five"]);
});

test("a refused criterion keeps its text", async () => {
  const host = await openTask(taskHost(threeCriteria));
  host.answers.push({
    kind: "refused",
    code: "bad-value",
    message: "A criterion of this name exists.",
    field: "criterion",
    task: "t1.2.2",
  });
  await page.getByLabelText("New done criterion").click();
  await userEvent.keyboard("one{Enter}");
  await expect.poll(() => noticeAt("criteria")).toBe("A criterion of this name exists.");
  await expect.element(page.getByLabelText("New done criterion")).toHaveValue("one");
  await expect.poll(shown).toEqual(["one", "two", "three"]);
});

test("text is edited in place; Enter moves to the next row", async () => {
  const host = await openTask(taskHost(threeCriteria));
  await text(2).click();
  await userEvent.keyboard("{End} more{Enter}");
  await expect.element(text(3)).toHaveFocus();
  await expect.poll(() => edits(host)).toEqual([{ kind: "reword", index: 1, item: "two", to: "two more" }]);
  await expect.poll(shown).toEqual(["one", "two more", "three"]);
});

test("an edited row keeps its identity when the list changes", async () => {
  const host = await openTask(taskHost(threeCriteria));
  await text(2).fill("two, reworded");
  const element = text(2).element();
  host.change((task) => ({ ...task, criteria: [{ item: "zero", checked: false }, ...task.criteria] }));
  await expect.poll(shown).toEqual(["zero", "one", "two, reworded", "three"]);
  expect(document.activeElement).toBe(element);
  await userEvent.keyboard("{Tab}");
  await expect.poll(() => edits(host)).toEqual([{ kind: "reword", index: 2, item: "two", to: "two, reworded" }]);
});

test("a criterion that changes or goes during an edit offers both texts", async () => {
  const host = await openTask(taskHost(threeCriteria));
  await text(2).fill("mine");
  host.change((task) => ({ ...task, criteria: task.criteria.with(1, { item: "theirs", checked: true }) }));
  await expect.element(page.getByText("The value in the file is now “theirs”.")).toBeVisible();
  host.change((task) => ({ ...task, criteria: task.criteria.slice(0, 1) }));
  await page.getByRole("button", { name: "Add it again" }).click();
  await expect.poll(() => edits(host)).toEqual([{ kind: "add", index: 1, item: "mine" }]);
  await expect.poll(shown).toEqual(["one", "mine"]);
});

test("removing a criterion moves the focus to the next", async () => {
  const host = await openTask(taskHost(threeCriteria));
  await page.getByRole("button", { name: "Remove the criterion one" }).click();
  await expect.poll(() => edits(host)).toEqual([{ kind: "remove", index: 0, item: "one" }]);
  await expect.poll(shown).toEqual(["two", "three"]);
  expect(document.activeElement).toBe(text(1).element());
});

test("Alt with arrows moves a criterion, announces it and keeps the focus", async () => {
  const host = await openTask(taskHost(threeCriteria));
  await text(1).click();
  await userEvent.keyboard("{Alt>}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}{/Alt}");
  await expect
    .poll(() => edits(host))
    .toEqual([
      { kind: "move", index: 0, item: "one", to: 1 },
      { kind: "move", index: 1, item: "one", to: 2 },
      { kind: "move", index: 2, item: "one", to: 1 },
    ]);
  await expect.poll(shown).toEqual(["two", "one", "three"]);
  expect(said()).toBe("one: position 2 of 3");
  await expect.element(text(2)).toHaveFocus();
});

test("Space picks up a criterion, arrows move it, Space drops it, Escape cancels", async () => {
  const host = await openTask(taskHost(threeCriteria));
  const grip = page.getByRole("button", { name: /Move the criterion one/ });
  (grip.element() as HTMLElement).focus();
  await userEvent.keyboard(" {ArrowDown}{ArrowDown}");
  expect(said()).toBe("one: position 3 of 3. Space drops it, Escape leaves it where it was.");
  await userEvent.keyboard("{Escape}");
  expect(edits(host)).toEqual([]);
  await userEvent.keyboard(" {End} ");
  await expect.poll(() => edits(host)).toEqual([{ kind: "move", index: 0, item: "one", to: 2 }]);
  await expect.poll(shown).toEqual(["two", "three", "one"]);
});

test("a handle drags a criterion to another place", async () => {
  const host = await openTask(taskHost(threeCriteria));
  const grip = page.getByRole("button", { name: /Move the criterion three/ });
  await userEvent.dragAndDrop(grip, text(1));
  await expect.poll(() => edits(host)).toEqual([{ kind: "move", index: 2, item: "three", to: 0 }]);
  await expect.poll(shown).toEqual(["three", "one", "two"]);
  expect(document.querySelector(".criterion-picture, [data-mark]")).toBeNull();
});

test("rows stay in place when the answer comes before the snapshot", async () => {
  const host = await openTask(taskHost(threeCriteria));
  const tell = host.tellLate();
  await text(1).click();
  await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
  await expect.element(page.getByText("Saved", { exact: true })).toBeVisible();
  await expect.poll(() => edits(host)).toHaveLength(1);
  expect(shown()).toEqual(["two", "one", "three"]);
  tell();
  host.change((task) => ({ ...task, criteria: task.criteria.toReversed() }));
  await expect.poll(shown).toEqual(["three", "one", "two"]);
});

test("a refused move returns the row", async () => {
  const host = await openTask(taskHost(threeCriteria));
  host.answers.push({ kind: "refused", code: "stale", message: "The list has changed meanwhile.", task: "t1.2.2" });
  await text(1).click();
  await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
  await expect.poll(() => noticeAt("criteria")).toBe("The list has changed meanwhile.");
  expect(shown()).toEqual(["one", "two", "three"]);
});

test("a criterion shows its proof, who gave it and which files have changed since", async () => {
  const at = new Date().toISOString();
  const proven = {
    ...threeCriteria,
    criterionDetails: [
      { item: "one", proof: { kind: "command" as const, target: "cargo test", exitCode: 1, output: "1 failed", at, by: "codex" } },
      { item: "two", proof: { kind: "commit" as const, target: "1a2b3c4", at, by: "Maya Ito" } },
      { item: "gone", proof: { kind: "link" as const, target: "https://example.invalid", at, by: "codex" } },
    ],
  };
  const host = await openTask(taskHost(proven, { known: { staleProofs: [{ item: "two", files: ["src/feed.rs"] }] } }));
  const proofs = () => [...document.querySelectorAll(".proof")].map((line) => line.textContent);
  await expect.poll(() => proofs().length).toBe(2);
  expect(proofs()[0]).toContain("cargo test (exit code 1), by codex");
  await expect.poll(() => proofs()[1]).toMatch(/commit 1a2b3c4, by Maya Ito.*Stale: src\/feed\.rs changed since/u);
  await expect.element(page.getByRole("img", { name: "Failed" })).toBeVisible();
  await expect.element(page.getByText("1 failed")).not.toBeVisible();
  await page.getByText("cargo test (exit code 1)").click();
  await expect.element(page.getByText("1 failed")).toBeVisible();
  host.know({ staleProofs: [] });
  await expect.poll(() => proofs()[1]).not.toContain("Stale");
});
