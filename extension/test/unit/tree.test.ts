// The rows of tasks, and the tasks that commands find in the arguments of trees and pages.
import { afterAll, describe, expect, test, vi } from "vitest";
import type { ThemeIcon, TreeItem } from "vscode";
import type { Card, ExplorerRow, Holder, ProjectView, TasksInside } from "../../../webviews/contract/generated/protocol.ts";
import { targetOf } from "../../src/commands/targets.ts";
import { escapeMarkdown, taskItem, taskTooltip } from "../../src/views/taskItem.ts";
import { decorationOf, markUri } from "../../src/views/taskMarks.ts";
import { civilDate, shortDate, untilTomorrow } from "../../src/support/dateFormat.ts";
import { translateText } from "../../src/support/vocabulary.ts";
import { readFilter } from "../../../webviews/contract/queries.ts";
import { fakeChange, fakeField } from "../../../webviews/shared/testing/fakeProposal.ts";
import { explorerMessage, explorerState, filterText } from "../../src/views/explorerState.ts";
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
const nothingInside: TasksInside = { open: 0, atWork: 0, urgent: 0, blocked: 0, late: 0, troubled: 0 };
const row = (change: Partial<Card> = {}, inside: Partial<TasksInside> = {}): ExplorerRow => ({ card: card(change), children: 0, matches: true, excerpt: "", inside: { ...nothingInside, ...inside } });
const project = await memoryProject("file:///p");
const other = await memoryProject("file:///q");
// Dates of another year have it.
vi.useFakeTimers({ now: new Date(2026, 10, 25, 12), toFake: ["Date"] });
afterAll(() => {
  vi.useRealTimers();
  project.dispose();
  other.dispose();
});
const itemOf = (change: Partial<Card>, inside: Partial<TasksInside> = {}): TreeItem => taskItem({ kind: "task", project, row: row(change, inside), parent: undefined }, summary, false);
const holder: Holder = { actor: { kind: "agent", name: "codex" }, since: "2026-11-25T10:00:00Z", heardAt: "2026-11-25T11:00:00Z" };
const node = (id: string, of = project): ExplorerNode => ({ kind: "task", project: of, row: row({ id, key: id }), parent: undefined });
const projects = {
  all: [project],
  get: (id: string) => [project, other].find((known) => known.id === id),
} satisfies Pick<Projects, "all" | "get">;

describe("explorerState", () => {
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
  ])("case %# is %s", (shown, state) => {
    expect(explorerState(shown)).toBe(state);
  });
});

const problem = { template: "Line {line} is no TOML.", args: { line: "3" } };
const everything = { unread: [], configProblems: [], isTrusted: true, filter: null, isOpenOnly: false, sort: "manual", matches: 175, total: 3020 } as const;

test.each([
  [{}, ""],
  [{ filter: { text: "tide" } }, "175 of 3,020 tasks: text “tide”"],
  [{ configProblems: [problem] }, "The settings of the project could not be read. Line 3 is no TOML."],
  [{ isTrusted: false, sort: "due" as const }, "Restricted Mode: tasks are read-only. Sorted by: Due date"],
  [{ isOpenOnly: true }, "Finished tasks are hidden."],
  [{ isOpenOnly: true, filter: { statuses: ["done" as const] } }, "175 of 3,020 tasks: Done"],
  [{ unread: [{ template: "{path} could not be read.", args: { path: "tasks" } }], total: 0, isTrusted: false }, "tasks could not be read."],
])("the line above the tree with %j is “%s”", (change, message) => {
  expect(explorerMessage({ ...everything, ...change })).toBe(message);
});

test.each([
  [{}, {}, "t1"],
  [{ priority: "high", assignee: "maya" }, {}, "Maya Ito · t1"],
  [{ assignee: "unknown", status: "todo" }, {}, "unknown · t1"],
  [{ dueDate: "2026-12-05" }, {}, "due Dec 5 · t1"],
  [{ dueDate: "2026-11-05", overdue: true, assignee: "maya", priority: "low" }, {}, "Maya Ito · overdue since Nov 5 · t1"],
  [{ dueDate: "2026-11-05", overdue: true, assignee: "maya", status: "todo" }, {}, "overdue since Nov 5 · Maya Ito · t1"],
  [{ dueDate: "soon" }, {}, "due soon · t1"],
  [{ criteria: { done: 2, total: 5 } }, {}, "2/5 criteria · t1"],
  [{ subtasks: { done: 1, total: 3 }, status: "todo", assignee: "maya" }, {}, "1/3 · Maya Ito · t1"],
  [{ subtasks: { done: 1, total: 3 } }, { open: 1200, late: 3, atWork: 1 }, "1,200 open · 3 late · 1 at work · t1"],
  [{ subtasks: { done: 1, total: 3 }, assignee: "maya" }, { open: 2 }, "2 open · Maya Ito · t1"],
  [{ subtasks: { done: 1, total: 3 }, holder }, { open: 2 }, "codex · 2 open · t1"],
  [{ blockedBy: ["t2", "t3"], troubled: true }, {}, "has problems · waits for t2, t3 · t1"],
  [{ holder, assignee: "maya" }, {}, "codex · Maya Ito · t1"],
  [{ status: "done", dueDate: "2026-12-05", priority: "high", blockedBy: ["t2"], assignee: "maya" }, {}, "Maya Ito · t1"],
] as [Partial<Card>, Partial<TasksInside>, string][])("the item of a task with %j and %j inside shows %j", (change, inside, description) => {
  expect(itemOf(change, inside).description).toBe(description);
});

test.each([
  [{}, {}, undefined],
  [{ priority: "high" }, {}, ["!", "list.warningForeground", "Priority: High"]],
  [{ priority: "high", overdue: true }, {}, ["L!", "list.errorForeground", "overdue, Priority: High"]],
  [{ status: "blocked" }, {}, ["B", "list.warningForeground", "Blocked"]],
  [{ troubled: true, overdue: true, priority: "high" }, {}, ["×!", "list.errorForeground", "has problems, overdue, Priority: High"]],
  [{ status: "done", priority: "high" }, {}, [undefined, "descriptionForeground", undefined]],
  [{}, { late: 1200, urgent: 2 }, ["•", undefined, "1,200 late, 2 with high priority"]],
  [{ priority: "high" }, { late: 3 }, ["•!", "list.warningForeground", "Priority: High, 3 late"]],
  [{}, { urgent: 1 }, [undefined, undefined, "1 with high priority"]],
  [{}, { troubled: 1, late: 1 }, ["•", "list.errorForeground", "1 with problems, 1 late"]],
  [{ status: "blocked" }, { troubled: 1 }, ["B", "list.errorForeground", "Blocked, 1 with problems"]],
] as [Partial<Card>, Partial<TasksInside>, unknown[] | undefined][])("the mark of a task with %j and %j inside is %j", (change, inside, expected) => {
  const uri = markUri(row(change, inside));
  const found = uri && decorationOf(JSON.parse(decodeURIComponent(uri.path.split("?")[1] ?? "")) as Parameters<typeof decorationOf>[0]);
  expect(found && [found.badge, found.color?.id, found.tooltip]).toEqual(expected);
});

test.each([
  [{ status: "review" }, "task.review", "pass", false],
  [{ holder }, "task.in_progress.held", "hubot", false],
  [{ status: "done" }, "task.done", "pass-filled", true],
  [{ status: "skipped" }, "task.skipped", "circle-slash", true],
  [{ status: "blocked", troubled: true }, "task.blocked", "warning", true],
] as [Partial<Card>, string, string, boolean][])("menus, icon and mark of the item of a task with %j", (change, value, icon, isMarked) => {
  const item = itemOf(change);
  expect([item.contextValue, (item.iconPath as ThemeIcon).id, item.resourceUri !== undefined]).toEqual([value, icon, isMarked]);
});

test("the accessible label contains all facts", () => {
  const item = itemOf({ priority: "low", criteria: { done: 1, total: 3 }, subtasks: { done: 2, total: 4 } });
  expect(item.accessibilityInformation?.label).toBe("Render tiles, In progress, Priority: Low, t1, 1 of 3 criteria met, 2 of 4 subtasks done");
});

test("a tooltip escapes the project's text", () => {
  const shown = { ...row({ title: "[x](command:evil) <b> ![i](http://x)" }), excerpt: "notes $(sync~spin) ![i](http://x/y.png)" };
  const { value } = taskTooltip(shown, summary);
  expect(value).not.toMatch(/(?<!\\)!\[|(?<!\\)\]\(command|(?<!\\)\$\(/u);
});

test("a tooltip marks assignees that are agents", () => {
  const assignee = { key: "ai", name: "AI agent", color: "", kind: "agent" as const, configured: true, openTasks: 1 };
  const assigned = (key: string): string => taskTooltip(row({ assignee: key }), { ...summary, assignees: [...summary.assignees, assignee] }).value;
  expect(assigned("ai")).toContain("Assignee: $(hubot) AI agent");
  expect(assigned("maya")).toContain("Assignee: Maya Ito");
});

test("a task says what agents propose for it", () => {
  const proposed = [fakeChange({ fields: [fakeField("priority", "high", "low"), fakeField("dueDate", "", "2026-12-18")] })];
  expect(itemOf({ proposed }).description).toBe("change proposed · t1");
  expect(taskTooltip(row({ proposed }), summary).value).toContain(String.raw`$(lightbulb) Proposed by codex\: priority\: High → Low · due date\: none → Dec 18`);
});

test("escapeMarkdown escapes all syntax", () => {
  expect(escapeMarkdown("a *b* [c](d)\n# e <f> `g` $(h)")).toBe(
    "a \\*b\\* \\[c\\]\\(d\\) \\# e \\<f\\> \\`g\\` \\$\\(h\\)",
  );
});

describe("targetOf", () => {
  test("returns the clicked node, or all selected with it", () => {
    expect(targetOf([node("a")], [], projects)).toEqual({ project, ids: ["a"] });
    expect(targetOf([node("a"), [node("a"), node("b")]], [], projects)).toEqual({ project, ids: ["a", "b"] });
  });

  test("returns the focused node, or the selection that contains it", () => {
    const [a, b, c] = [node("a"), node("b"), node("c")];
    expect(targetOf([b], [a, b], projects)).toEqual({ project, ids: ["a", "b"] });
    expect(targetOf([c], [a, b], projects)).toEqual({ project, ids: ["c"] });
    expect(targetOf([null], [a, b], projects)).toEqual({ project, ids: ["a", "b"] });
  });

  test("returns tasks of one project only", () => {
    expect(targetOf([node("a"), [node("a"), node("b", other)]], [], projects)).toEqual({ project, ids: ["a"] });
  });

  test("returns the selection without arguments", () => {
    expect(targetOf([], [node("a"), node("b")], projects)).toEqual({ project, ids: ["a", "b"] });
    expect(targetOf([], [], projects)).toBeUndefined();
  });

  test("returns the task of the active page, unless it is selected with others or the arguments name one", () => {
    const shown = { project, ids: ["c"] } as const;
    expect(targetOf([], [node("a"), node("b")], projects, shown)).toEqual(shown);
    expect(targetOf([], [], projects, shown)).toEqual(shown);
    expect(targetOf([], [node("b"), node("c")], projects, shown)).toEqual({ project, ids: ["b", "c"] });
    expect(targetOf([], [node("c", other)], projects, shown)).toEqual(shown);
    expect(targetOf([node("a")], [node("a"), node("b")], projects, shown)).toEqual({ project, ids: ["a"] });
  });

  test("reads a page's context and drops invalid values", () => {
    const context = { webview: "handoff.board", webviewSection: "card", project: "file:///q", taskIds: ["a", 1, "b"] };
    expect(targetOf([context], [], projects)).toEqual({ project: other, ids: ["a", "b"] });
    expect(targetOf([{ project: "file:///none", taskIds: ["a"] }], [], projects)).toBeUndefined();
    expect(targetOf([{ taskIds: "a" }], [], projects)).toBeUndefined();
  });
});

test("translateText uses the same status names as menus", () => {
  expect(translateText({ template: "Set {id} to {status}", args: { id: "t1", status: { status: "in_progress" } } })).toBe("Set t1 to In progress");
  expect(translateText({ template: "{status} is {id}", args: { id: "t1", status: "review" } })).toBe("review is t1");
});

describe("filters", () => {
  test("readFilter drops empty and invalid conditions", () => {
    expect(readFilter({ statuses: [], labels: [], text: "  ", priorities: ["evil"] })).toEqual({});
    expect(readFilter("evil")).toEqual({});
    const filter = { statuses: ["todo" as const], assignees: [""], priorities: ["high" as const, null], text: "map" };
    expect(readFilter(filter)).toEqual(filter);
  });

  test("filterText describes a filter", () => {
    expect(filterText({ statuses: ["todo", "done"], assignees: ["", "maya"], text: "map" })).toBe(
      "text “map” · To do, Done · Unassigned, maya",
    );
  });
});

describe("dates", () => {
  test("use the user's time zone", () => {
    const evening = Date.parse("2026-11-21T23:30:00Z");
    const [london, berlin] = [{ offsetMinutes: 0, changes: [] }, { offsetMinutes: 60, changes: [] }];
    expect(civilDate(evening, london)).toBe("2026-11-21");
    expect(civilDate(evening, berlin)).toBe("2026-11-22");
    expect(untilTomorrow(evening, london)).toBe(30 * 60_000);
    expect(untilTomorrow(evening, berlin)).toBe(23.5 * 3_600_000);
    // A day of 25 hours.
    const autumn = { offsetMinutes: 120, changes: [{ at: Date.parse("2026-10-25T01:00:00Z"), offsetMinutes: 60 }] };
    expect(untilTomorrow(Date.parse("2026-10-24T22:00:00Z"), autumn)).toBe(25 * 3_600_000);
  });

  test("have the year unless it is the current one, and stay unchanged if they are invalid", () => {
    expect(shortDate("2026-12-05", "en")).toBe("Dec 5");
    expect(shortDate("2020-01-01", "en")).toBe("Jan 1, 2020");
    expect(shortDate("2026-13-45", "en")).toBe("2026-13-45");
  });
});
