// How tasks are shown, and what commands make of what trees and pages tell them.
import { afterAll, describe, expect, test, vi } from "vitest";
import type { Card, ExplorerRow, ProjectView } from "../../../webviews/contract/generated/protocol.ts";
import { targetOf } from "../../src/commands/targets.ts";
import { escapeMarkdown, taskItem, taskTooltip } from "../../src/views/taskItem.ts";
import { civilDate, shortDate, untilTomorrow } from "../../src/support/dateFormat.ts";
import { translateText } from "../../src/support/vocabulary.ts";
import { readFilter } from "../../../webviews/contract/queries.ts";
import { explorerState, filterText } from "../../src/views/explorerState.ts";
import type { ExplorerNode } from "../../src/views/taskNode.ts";
import { fakeProjectView } from "../../../webviews/shared/testing/fakeTasks.ts";
import type { Projects } from "../../src/workspace/projects.ts";
import { memoryProject } from "./memoryProject.ts";

vi.mock("vscode", () => import("./fakeVscode.ts"));

const summary = fakeProjectView([], {});
const card = (change: Partial<Card> = {}): Card => ({
  key: "t1",
  id: "t1",
  title: "Render tiles",
  status: "in_progress",
  labels: [],
  overdue: false,
  criteria: { done: 0, total: 0 },
  subtasks: { done: 0, total: 0 },
  blockedBy: [],
  path: "tasks/t1/_task.in_progress.json",
  troubled: false,
  ...change,
});
const row = (change: Partial<Card> = {}, children = 0): ExplorerRow => ({ card: card(change), children, matches: true, excerpt: "" });
const project = await memoryProject("file:///p");
const other = await memoryProject("file:///q");
afterAll(() => {
  project.dispose();
  other.dispose();
});
const node = (id: string, of = project): ExplorerNode => ({ kind: "task", project: of, row: row({ id, key: id }), parent: undefined });
const projects = {
  all: [project],
  get: (id: string) => [project, other].find((known) => known.id === id),
} satisfies Pick<Projects, "all" | "get">;

describe("an empty tree", () => {
  const unread = [{ template: "{path} could not be read", args: { path: "tasks" } }];
  const read = (change: Partial<ProjectView>) => ({ state: "ready" as const, summary: fakeProjectView([], change) });
  const nothing = { isSearched: true, projects: 0, total: 0, matches: 0 };

  test.each([
    [{ ...nothing, all: [], isSearched: false }, "loading"],
    [{ ...nothing, all: [] }, "noProject"],
    [{ ...nothing, all: [read({ unread })] }, "unread"],
    [{ ...nothing, all: [read({})], projects: 1 }, "noTasks"],
    [{ ...nothing, all: [read({ unread })], projects: 1 }, "unread"],
    [{ ...nothing, all: [read({ unread })], projects: 1, total: 3 }, "noMatch"],
    [{ ...nothing, all: [read({ unread })], projects: 1, total: 3, matches: 2 }, "ready"],
  ])("case %#: %s", (shown, state) => {
    expect(explorerState(shown)).toBe(state);
  });
});

test.each([
  [{}, "t1"],
  [{ priority: "high", assignee: "maya" }, "t1 · High · Maya Ito"],
  [{ assignee: "unknown" }, "t1 · unknown"],
  [{ dueDate: "2026-12-05" }, "t1 · due Dec 5"],
  [{ dueDate: "2026-11-05", overdue: true }, "t1 · overdue since Nov 5"],
  [{ dueDate: "soon" }, "t1 · due soon"],
  [{ criteria: { done: 2, total: 5 } }, "t1 · 2/5"],
  [{ blockedBy: ["t2", "t3"], troubled: true }, "t1 · waits for t2, t3 · has problems"],
] as [Partial<Card>, string][])("a task with %j says %j", (change, description) => {
  const item = taskItem({ kind: "task", project, row: row(change), parent: undefined }, summary, false);
  expect(item.description).toBe(description);
  expect(item.contextValue).toBe("task.in_progress");
});

test("a screen reader hears all of it", () => {
  const shown = row({ priority: "low", criteria: { done: 1, total: 3 } }, 4);
  const item = taskItem({ kind: "task", project, row: shown, parent: undefined }, summary, false);
  expect(item.accessibilityInformation?.label).toBe("Render tiles, In progress, t1 · Low, 1 of 3 criteria met, 4 subtasks");
});

test("a tooltip draws the project's text as text", () => {
  const shown = { ...row({ title: "[x](command:evil) <b> ![i](http://x)" }), excerpt: "notes ![i](http://x/y.png)" };
  const { value } = taskTooltip(shown, summary);
  expect(value).not.toMatch(/(?<!\\)!\[|(?<!\\)\]\(command/u);
});

test("Markdown in a title means nothing", () => {
  expect(escapeMarkdown("a *b* [c](d)\n# e <f> `g` $(h)")).toBe(
    "a \\*b\\* \\[c\\]\\(d\\) \\# e \\<f\\> \\`g\\` \\$\\(h\\)",
  );
});

describe("what a command is about", () => {
  test("the node that was clicked, or all that are selected with it", () => {
    expect(targetOf([node("a")], [], projects)).toEqual({ project, ids: ["a"] });
    expect(targetOf([node("a"), [node("a"), node("b")]], [], projects)).toEqual({ project, ids: ["a", "b"] });
  });

  test("the node that has the focus, with the selection if it is in it", () => {
    const [a, b, c] = [node("a"), node("b"), node("c")];
    expect(targetOf([b], [a, b], projects)).toEqual({ project, ids: ["a", "b"] });
    expect(targetOf([c], [a, b], projects)).toEqual({ project, ids: ["c"] });
    expect(targetOf([null], [a, b], projects)).toEqual({ project, ids: ["a", "b"] });
  });

  test("tasks of one project only", () => {
    expect(targetOf([node("a"), [node("a"), node("b", other)]], [], projects)).toEqual({ project, ids: ["a"] });
  });

  test("the selection, where a key or the palette says nothing", () => {
    expect(targetOf([], [node("a"), node("b")], projects)).toEqual({ project, ids: ["a", "b"] });
    expect(targetOf([], [], projects)).toBeUndefined();
  });

  test("what a page's context says, as far as it makes sense", () => {
    const context = { webview: "handoff.board", webviewSection: "card", project: "file:///q", taskIds: ["a", 1, "b"] };
    expect(targetOf([context], [], projects)).toEqual({ project: other, ids: ["a", "b"] });
    expect(targetOf([{ project: "file:///none", taskIds: ["a"] }], [], projects)).toBeUndefined();
    expect(targetOf([{ taskIds: "a" }], [], projects)).toBeUndefined();
  });
});

test("a sentence names a status as the menus do", () => {
  expect(translateText({ template: "Set {id} to {status}", args: { id: "t1", status: "in_progress" } })).toBe("Set t1 to In progress");
  expect(translateText({ template: "{status} is {id}", args: { id: "t1", status: "else" } })).toBe("else is t1");
});

describe("filters", () => {
  test("conditions that ask for nothing are left out", () => {
    expect(readFilter({ statuses: [], labels: [], text: "  ", priorities: ["evil"] })).toEqual({});
    expect(readFilter("evil")).toEqual({});
    const filter = { statuses: ["todo" as const], assignees: [""], priorities: ["high" as const, null], text: "map" };
    expect(readFilter(filter)).toEqual(filter);
  });

  test("a filter reads as a sentence", () => {
    expect(filterText({ statuses: ["todo", "done"], assignees: ["", "maya"], text: "map" })).toBe(
      "text “map” · To do, Done · Nobody, maya",
    );
  });
});

describe("dates", () => {
  test("are those of the person", () => {
    const evening = Date.parse("2026-11-21T23:30:00Z");
    expect(civilDate(evening, 0)).toBe("2026-11-21");
    expect(civilDate(evening, 60)).toBe("2026-11-22");
    expect(untilTomorrow(evening, 0)).toBe(30 * 60_000);
    expect(untilTomorrow(evening, 60)).toBe(23.5 * 3_600_000);
  });

  test("are shown as written when they are none", () => {
    expect(shortDate("2026-12-05", "en")).toBe("Dec 5");
    expect(shortDate("2026-13-45", "en")).toBe("2026-13-45");
  });
});
