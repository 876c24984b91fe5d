import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openTask } from "../testing/open.ts";
import { taskHost } from "../testing/taskHost.ts";
import { foundation, parseFeed } from "../testing/tideAtlas.ts";

const preview = () => document.querySelector(".markdown") as HTMLElement;

test("notes are rendered as Markdown", async () => {
  await openTask(taskHost(foundation));
  await expect.element(page.getByRole("heading", { name: "Goal" })).toBeVisible();
  expect(preview().textContent).toBe("GoalGet the skeleton running.CIrepo");
  expect([...preview().querySelectorAll(".check [role=img]")].map((icon) => icon.getAttribute("aria-label"))).toEqual([
    "To do",
    "Done",
  ]);
  // Boxes, not the circles of statuses.
  const boxes = [...preview().querySelectorAll(".check-box")].map((box) => getComputedStyle(box));
  expect(boxes.map(({ borderTopStyle, borderTopLeftRadius }) => [borderTopStyle, Number.parseFloat(borderTopLeftRadius) < 4])).toEqual([["solid", true], ["solid", true]]);
  expect(preview().querySelector(".codicon-check")?.getAttribute("aria-label")).toBe("Done");
});

test("notes are edited as source and saved with the base text", async () => {
  const host = await openTask(taskHost(foundation));
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  const source = page.getByRole("textbox", { name: "Notes", exact: true });
  await expect.element(source).toHaveFocus();
  await source.fill("**New**\n\n- a");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect
    .poll(() => host.asked.map(({ body }) => body))
    .toMatchObject([{ patch: { notes: "**New**\n\n- a" }, seen: { notes: foundation.notes } }]);
  expect(preview().querySelector("strong")?.textContent).toBe("New");
});

test("comments are listed under the notes, with author and time, and not in the notes", async () => {
  await openTask(taskHost(parseFeed));
  expect(preview().textContent).toBe("After t1.2.1.");
  const comments = page.getByRole("region", { name: "Comments" }).getByRole("listitem");
  const texts = comments.all().map((comment) => comment.element().textContent);
  expect(texts).toEqual([expect.stringMatching(/^AI agentNov 2\d, 2026, .*first note$/u), expect.stringMatching(/^健二Nov 2\d, 2026, .*second note for t1\.2\.3 — メモ$/u)]);
  await expect.element(comments.first().getByRole("img")).toHaveAccessibleName("agent");
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await expect.poll(() => comments.all()).toEqual([]);
  await expect.element(page.getByRole("textbox", { name: "Notes", exact: true })).toHaveValue(parseFeed.notes);
});

test("a comment is added", async () => {
  const host = await openTask(taskHost(parseFeed));
  await page.getByLabelText("New comment").fill("third **note**");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  await expect.poll(() => host.patches()).toEqual([{ comment: "third **note**" }]);
  await expect.element(page.getByLabelText("New comment")).toHaveValue("");
  await expect.poll(() => document.querySelector(".comment:last-child")?.textContent).toMatch(/^Maya Ito.*third note$/u);
});

test("a refused comment keeps its text", async () => {
  const host = await openTask(taskHost(parseFeed));
  host.answers.push({ kind: "failed", message: "The file is locked." });
  await page.getByLabelText("New comment").fill("third note");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect.element(page.getByLabelText("New comment")).toHaveAccessibleDescription("The file is locked.");
  await expect.element(page.getByLabelText("New comment")).toHaveValue("third note");
});

test("IDs of tasks are links to them, in notes and in comments", async () => {
  const host = await openTask(taskHost({ ...parseFeed, description: "After t1.2.1, [t1.2.3](docs/t1.2.3.md) and t99." }));
  expect(
    page
      .getByRole("link")
      .all()
      .map((link) => link.element().textContent),
  ).toEqual(["t1.2.1", "t1.2.3", "t1.2.3"]);
  await page.getByRole("link", { name: "t1.2.1" }).click();
  page.getByRole("link", { name: "t1.2.3" }).last().element().focus();
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(() => host.asked)
    .toEqual([
      { name: "openTask", body: "t1.2.1" },
      { name: "openTask", body: "t1.2.3" },
    ]);
});

test("hostile Markdown creates only Markdown's elements", async () => {
  const notes = [
    "<script>globalThis.hacked = 1</script>",
    '<img src=x onerror="globalThis.hacked = 1">',
    "[a](javascript:globalThis.hacked=1) [b](JaVaScRiPt:x) [c](data:text/html,<script>1</script>) [d](vbscript:x)",
    "![pixel](https://evil.example/pixel.png)",
    '<a href="javascript:1" style="position:fixed">x</a> <iframe src="https://evil.example"></iframe>',
    "```html\n<script>2</script>\n```",
    "| <b>x</b> | y |\n|---|---|\n| <svg onload=1> | z |",
  ].join("\n\n");
  const host = await openTask(taskHost({ ...parseFeed, description: notes, comments: [] }));
  const tags = new Set([...preview().querySelectorAll("*")].map(({ localName }) => localName));
  expect([...tags].toSorted()).toEqual([
    "code",
    "div",
    "p",
    "pre",
    "span",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
  ]);
  expect(preview().textContent).toContain('<img src=x onerror="globalThis.hacked = 1">');
  expect(preview().textContent).toContain("[a](javascript:globalThis.hacked=1)");
  expect(preview().querySelector("[href], [src], [style], [onerror], [onload]")).toBeNull();
  expect(
    page
      .getByRole("link")
      .all()
      .map((link) => link.element().textContent),
  ).toEqual(["pixel", "https://evil.example"]);
  expect("hacked" in globalThis).toBe(false);
  expect(host.asked).toEqual([]);
});

test("links in notes are opened by the host on click and key", async () => {
  const host = await openTask(
    taskHost({ ...parseFeed, description: "see [the spec](docs/spec.md) and https://a.example/x" }),
  );
  await page.getByRole("link", { name: "the spec" }).click();
  (page.getByRole("link", { name: "https://a.example/x" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(() => host.asked)
    .toEqual([
      { name: "openLink", body: "docs/spec.md" },
      { name: "openLink", body: "https://a.example/x" },
    ]);
});
