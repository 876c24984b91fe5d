import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { noticeAt, openTask } from "../testing/open.ts";
import { taskHost } from "../testing/taskHost.ts";
import { foundation, parseFeed } from "../testing/tideAtlas.ts";

test("labels are completed, added and removed by keyboard", async () => {
  const host = await openTask(taskHost(foundation));
  await page.getByLabelText("Labels", { exact: true }).click();
  await userEvent.keyboard("fr{Enter}");
  await userEvent.keyboard("brand new{Enter}");
  await userEvent.keyboard("a, b,");
  await expect
    .poll(() => host.patches())
    .toEqual([
      { labels: { add: ["frontend"] } },
      { labels: { add: ["brand new"] } },
      { labels: { add: ["a"] } },
      { labels: { add: ["b"] } },
    ]);
  await expect.element(page.getByRole("button", { name: "Remove the label b", exact: true })).toBeVisible();
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(page.getByRole("button", { name: "Remove the label b", exact: true })).toHaveFocus();
  await userEvent.keyboard("{ArrowLeft}{Delete}");
  await expect.poll(() => host.patches().at(-1)).toEqual({ labels: { remove: ["a"] } });
});

test("a label that others resemble is added only as the last suggestion", async () => {
  const host = await openTask(taskHost(foundation));
  const field = page.getByLabelText("Labels", { exact: true });
  const options = page.getByRole("listbox", { name: "Suggested labels" }).getByRole("option");
  await field.click();
  await userEvent.keyboard("end");
  await expect.poll(() => options.all().map((option) => option.element().textContent)).toEqual(["frontend", "New label “end”"]);
  await expect.element(options.first()).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{Escape}{Enter}");
  await expect.element(options.first()).toBeVisible();
  expect(host.patches()).toEqual([]);
  await userEvent.keyboard("{ArrowUp}{Enter}");
  await expect.poll(() => host.patches()).toEqual([{ labels: { add: ["end"] } }]);
});

test("paths are added as they are typed, opened and removed", async () => {
  const host = await openTask(taskHost(parseFeed));
  await page.getByRole("button", { name: "src/feed/rows.rs", exact: true }).click();
  await expect.poll(() => host.asked.at(-1)).toEqual({ name: "openLink", body: "src/feed/rows.rs" });
  const field = page.getByLabelText("Paths", { exact: true });
  await field.click();
  await userEvent.keyboard("docs/a, b/{Enter}");
  await expect.poll(() => host.patches()).toEqual([{ scopePaths: { add: ["docs/a, b/"] } }]);
  await expect.element(field).toHaveValue("");
  const answer = host.hold();
  await userEvent.keyboard("crates{Enter}next");
  await expect.element(field).toHaveValue("next");
  answer();
  await expect.element(page.getByRole("button", { name: "Remove the path crates" })).toBeVisible();
  await expect.element(field).toHaveValue("next");
  await field.fill("");
  host.answers.push({ kind: "refused", code: "bad-value", message: "No.", field: "scopePaths", task: "t1.2.2" });
  await userEvent.keyboard("refused{Enter}");
  await expect.element(field).toHaveValue("refused");
  await field.fill("");
  await userEvent.keyboard("{ArrowLeft}{ArrowLeft}{ArrowLeft}{Delete}");
  await expect.poll(() => host.patches().at(-1)).toEqual({ scopePaths: { remove: ["src/feed/rows.rs"] } });
});

test("a dependency is found, added, opened and removed", async () => {
  const host = await openTask(taskHost(parseFeed));
  const search = page.getByLabelText("Waits for", { exact: true });
  await search.fill("rules");
  await page.getByRole("option", { name: /Threshold rules/ }).click();
  await expect.poll(() => host.patches()).toEqual([{ dependencies: { add: ["t3.1"] } }]);
  await expect.element(search).toHaveValue("");
  await page.getByRole("button", { name: "t3.1 Threshold rules" }).click();
  await expect.poll(() => host.asked.at(-1)).toEqual({ name: "openTask", body: "t3.1" });
  await page.getByRole("button", { name: "Remove dependency on t1.2.1" }).click();
  await expect.poll(() => host.patches().at(-1)).toEqual({ dependencies: { remove: ["t1.2.1"] } });
});

test("Enter takes the task with this ID or title, and nothing else", async () => {
  const host = await openTask(taskHost(parseFeed));
  const search = page.getByLabelText("Waits for", { exact: true });
  await search.fill("no such thing");
  await userEvent.keyboard("{Enter}");
  await expect.element(search).toHaveAccessibleDescription("No task has the ID or the title “no such thing”.");
  await expect.element(search).toHaveValue("no such thing");
  expect(host.patches()).toEqual([]);
  for (const [typed, id] of [["Threshold rules", "t3.1"], ["t1.2.3", "t1.2.3"]] as const) {
    await search.fill(typed);
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => host.patches().at(-1)).toEqual({ dependencies: { add: [id] } });
  }
});

test("Ctrl+Z outside of a text undoes the last change", async () => {
  const host = await openTask(taskHost(parseFeed));
  await page.getByLabelText("Waits for", { exact: true }).fill("rules");
  document.querySelector<HTMLElement>("#heading")?.focus();
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.poll(() => host.asked.at(-1)).toEqual({ name: "execute", body: { kind: "undo" } });
  await userEvent.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
  await expect.poll(() => host.asked.at(-1)).toEqual({ name: "execute", body: { kind: "redo" } });
  await expect.element(page.getByLabelText("Waits for", { exact: true })).toHaveValue("rules");
});

test("a refused cycle is shown at the field with the search text", async () => {
  const host = await openTask(taskHost(parseFeed));
  const message = "t1.2.2 cannot wait for t1.2.3: t1.2.2 → t1.2.3 → t1.2.2 would be a cycle.";
  host.answers.push({ kind: "refused", code: "dependency-cycle", message, field: "dependencies", task: "t1.2.2" });
  const search = page.getByLabelText("Waits for", { exact: true });
  await search.click();
  await userEvent.keyboard("retry");
  await expect.element(page.getByRole("option", { name: /Retry/ })).toBeVisible();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(search).toHaveAccessibleDescription(message);
  await expect.element(search).toHaveValue("t1.2.3");
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => noticeAt("dependencies")).toBeNull();
});

test("only the latest search is shown", async () => {
  const host = taskHost(parseFeed);
  const waiting: (() => void)[] = [];
  const { channel } = host;
  host.channel = {
    ...channel,
    post(message) {
      if (message.kind === "request" && message.name === "searchDependencies") waiting.push(() => channel.post(message));
      else channel.post(message);
    },
  };
  await openTask(host);
  const search = page.getByLabelText("Waits for", { exact: true });
  await search.fill("rules");
  await search.fill("station");
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]?.();
  await expect.element(page.getByRole("option", { name: /station list/ })).toBeVisible();
  waiting[0]?.();
  // Arrives after the late answer, since both use one channel.
  host.change((task) => ({ ...task, dependents: [] }));
  await expect.element(page.getByText("Dependent tasks")).not.toBeInTheDocument();
  expect([...document.querySelectorAll(".suggestions .suggestion-text")].map((option) => option.textContent)).toEqual([
    "観測所リスト取得 (station list)",
  ]);
});

test("a dependency on a missing task is marked and can be removed", async () => {
  const host = await openTask(taskHost(foundation));
  await expect.element(page.getByText("This task does not exist.")).toBeVisible();
  await page.getByRole("button", { name: "Remove dependency on t777" }).click();
  await expect.poll(() => host.patches()).toEqual([{ dependencies: { remove: ["t777"] } }]);
});

test("a dependency's kind is shown unless it is the default", async () => {
  const host = await openTask(taskHost(parseFeed));
  const note = page.getByText(/starts|ends/);
  await expect.element(page.getByRole("button", { name: "Remove dependency on t1.2.1" })).toBeVisible();
  await expect.element(note).not.toBeInTheDocument();
  host.change((task) => ({
    ...task,
    dependencies: task.dependencies.map((link) => ({ ...link, kind: "startToStart", lag: 2 })),
  }));
  await expect.element(note).toHaveTextContent("starts with, +2 days");
});

test("links are opened, added, edited and removed", async () => {
  const host = await openTask(taskHost(parseFeed));
  await page.getByRole("button", { name: "Feed parser spec", exact: true }).click();
  await expect.poll(() => host.asked.at(-1)).toEqual({ name: "openLink", body: "doc-20261121-025727-409046" });

  await page.getByRole("button", { name: "Add a link" }).click();
  await userEvent.keyboard("https://a.example{Enter}");
  await expect.poll(() => host.patches().at(-1)).toEqual({ links: { set: ["https://a.example"] } });

  await page.getByRole("button", { name: "Edit the link Feed parser spec" }).click();
  await page.getByLabelText("Display text").fill("The spec");
  await page.getByRole("button", { name: "Save" }).click();
  const edited = { target: "doc-20261121-025727-409046", linkType: "doc", label: "The spec" };
  await expect
    .poll(() => host.asked.at(-1)?.body)
    .toMatchObject({ patch: { taskLinks: [edited] }, seen: { taskLinks: parseFeed.taskLinks } });

  await page.getByRole("button", { name: "Remove the link https://a.example" }).click();
  await expect.poll(() => host.patches().at(-1)).toEqual({ links: { set: [] } });
});

test("a plain link becomes a typed one in one change", async () => {
  const host = await openTask(taskHost(foundation));
  await page.getByRole("button", { name: "Edit the link docs/architecture.md" }).click();
  await page.getByLabelText("Type").selectOptions("File");
  await page.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => host.patches())
    .toEqual([
      {
        links: { set: ["https://tides.example/spec"] },
        taskLinks: [{ target: "docs/architecture.md", linkType: "file" }],
      },
    ]);
});

test("a link that may not be opened shows the reason at the links", async () => {
  const host = taskHost(parseFeed);
  const { channel } = host;
  host.channel = {
    ...channel,
    post: (message) =>
      channel.post(message.kind === "request" && message.name === "openLink" ? { ...message, name: "nothing" } : message),
  };
  await openTask(host);
  await page.getByRole("button", { name: "Feed parser spec", exact: true }).click();
  await expect.poll(() => noticeAt("links")).toBe('There is no request "nothing".');
});

test("Escape leaves a link unchanged", async () => {
  const host = await openTask(taskHost(parseFeed));
  await page.getByRole("button", { name: "Edit the link Feed parser spec" }).click();
  await userEvent.keyboard("changed{Escape}");
  await expect.element(page.getByRole("button", { name: "Feed parser spec", exact: true })).toBeVisible();
  expect(host.asked).toEqual([]);
});

test("ancestors, subtasks and dependents are opened", async () => {
  const host = await openTask(taskHost(parseFeed));
  await page.getByRole("button", { name: "t1 Platform foundation" }).click();
  await page.getByRole("button", { name: "t1.2.3 Retry & back-off" }).click();
  await expect
    .poll(() => host.asked)
    .toEqual([
      { name: "openTask", body: "t1" },
      { name: "openTask", body: "t1.2.3" },
    ]);
});

test("subtasks are added one after another", async () => {
  const host = await openTask(taskHost(foundation));
  const field = page.getByLabelText("New subtask");
  await field.click();
  await userEvent.keyboard("Measure{Enter} {Enter}Report{Enter}");
  const created = (title: string) => ({ name: "execute", body: { kind: "changeTasks", tasks: [{ parent: "t1", fields: { title } }] } });
  await expect.poll(() => host.asked).toEqual([created("Measure"), created("Report")]);
  await expect.element(field).toHaveValue("");
  await expect.element(field).toHaveFocus();
  host.answers.push({ kind: "refused", code: "bad-value", message: "No." });
  await userEvent.keyboard("Again{Enter}");
  await expect.element(field).toHaveAccessibleDescription("No.");
  await expect.element(field).toHaveValue("Again");
});

test("a change of another link keeps role and hash of a requirement", async () => {
  const requirement = { target: "doc-1", linkType: "requirement", label: "REQ-1", role: "executes", baselineHash: "b76fc7ea827ee1a5" };
  const doc = { target: "doc-2", linkType: "doc" };
  const host = await openTask(taskHost({ ...parseFeed, taskLinks: [requirement, doc] }));
  await page.getByRole("button", { name: "Remove the link doc-2", exact: true }).click();
  await expect.poll(() => host.patches().at(-1)).toEqual({ taskLinks: [requirement] });
});
