// The lists of *Revert Changes by …*: authors, how far back, and the preview.
import { expect, test, vi } from "vitest";
import type { Actor, Assignee, FieldRevert, RevertPreview, TaskRevert, Text, UndoStep } from "../../../../webviews/contract/generated/protocol.ts";
import { authorRows, spanRows } from "../../../src/history/authors.ts";
import { chosenTasks, revertRows } from "../../../src/history/revertRows.ts";

vi.mock("vscode", () => import("../fakeVscode.ts"));

const codex: Actor = { kind: "agent", name: "codex", conversation: "c1" };
const text = (template: string): Text => ({ template, args: {} });

function step(actor: Actor, at: string, summary = "Change t1"): UndoStep {
  return { at, actor, tasks: ["t1"], trash: [], packages: false, summary: text(summary), source: "" };
}

test("authors are conversations of agents first, the latest first, then people", () => {
  const rows = authorRows(
    [
      step({ kind: "human", name: "Ana" }, "2026-11-22T12:00:00Z", "Set t2 to done"),
      step(codex, "2026-11-22T09:00:00Z"),
      step(codex, "2026-11-22T10:00:00Z", "Set t1 to done"),
      step({ ...codex, conversation: "c2" }, "2026-11-22T11:00:00Z"),
      step({ kind: "agent", name: "" }, "2026-11-20T11:00:00Z"),
    ],
    "en-US",
  );
  expect(rows.map(({ label, description, iconPath, steps }) => [label, description, iconPath, steps.length])).toMatchObject([
    ["codex", "agent · 1 change", { id: "hubot" }, 1],
    ["codex", "agent · 2 changes", { id: "hubot" }, 2],
    ["An agent", "agent · 1 change", { id: "hubot" }, 1],
    ["Ana", "person · 1 change", { id: "person" }, 1],
  ]);
  expect(rows[1]?.detail).toMatch(/^since Nov 22, 2026, .* · last Nov 22, 2026, .*: Set t1 to done$/u);
  expect(rows[3]?.detail).toMatch(/^last Nov 22, 2026, .*: Set t2 to done$/u);
});

test("how far back offers each set of changes once", () => {
  const now = new Date(2026, 10, 22, 12).getTime();
  const at = (...ago: number[]) => ago.map((minutes) => step(codex, new Date(now - minutes * 60_000).toISOString()));
  const counts = (...ago: number[]) => spanRows(at(...ago), now, "en-US").map(({ label, steps }) => [label, steps.length]);
  expect(counts(5)).toEqual([["All changes", 1]]);
  expect(counts(20, 10)).toEqual([["All changes", 2], ["Only the last change", 1]]);
  expect(counts(3000, 120, 20, 10)).toEqual([
    ["All changes", 4],
    ["Changes of today", 3],
    ["Changes of the last hour", 2],
    ["Only the last change", 1],
  ]);
  expect(counts(3000, 2900)).toEqual([["All changes", 2], ["Only the last change", 1]]);
});

// oxlint-disable-next-line unicorn/no-thenable -- the protocol has a field of that name
const field = (name: string, now: unknown, then: unknown, conflict: Text | null = null): FieldRevert => ({ field: name, now, then, conflict });
const task = (id: string, more: Partial<TaskRevert> = {}): TaskRevert => ({ id, title: `Task ${id}`, kind: "changed", fields: [], conflict: null, ...more });
const kenji: Assignee = { key: "kenji", name: "Kenji Mori", color: "", kind: "human", configured: true, openTasks: 0 };
const preview: RevertPreview = {
  tasks: [
    task("t1", {
      fields: [
        field("status", "done", "todo"),
        field("priority", "high", null),
        field("assignee", "kenji", "new"),
        field("estimateHours", 1.25, 3),
        field("dueDate", "2024-03-01", null),
        field("labels", ["a", "b"], []),
        field("criteria", [{ item: "Fast", checked: true }], null),
        field("notes", "x".repeat(50), null),
        field("title", "New", "Old", text("t1 keeps its title: Ana has changed it since.")),
      ],
    }),
    task("t2", { kind: "created" }),
    task("t3", { kind: "deleted" }),
    task("t4", { kind: "moved", fields: [field("parent", "t1", null)] }),
    task("t5", { kind: "created", conflict: text("t5 is not deleted: it has subtasks that stay.") }),
    task("t6", { fields: [field("title", "New", "Old", text("t6 keeps its title."))] }),
  ],
  files: [{ path: "config.toml", kind: "changed", fields: [field("settings.x", 1, 2, text("config.toml keeps x."))], conflict: null }],
  refusal: null,
};

test("the preview has a row for each task with its fields, and what stays below a heading", () => {
  const rows = revertRows(preview, [kenji]).map(({ label, description, detail, picked }) => [label, description, detail, picked]);
  expect(rows).toEqual([
    [
      "Task t1",
      "t1",
      `status: Done → To do · priority: High → none · assignee: Kenji Mori → new · estimate: 1.25 h → 3 h · due date: Mar 1, 2024 → none · labels: a, b → none · done criteria: ✓ Fast → none · notes: ${"x".repeat(40)}… → none · $(warning) t1 keeps its title: Ana has changed it since.`,
      true,
    ],
    ["Task t2", "t2", "was created, moves to the trash", true],
    ["Task t3", "t3", "was deleted, comes back", true],
    ["Task t4", "t4", "parent: t1 → top level", true],
    ["1 other file", "only together with all tasks", "$(warning) config.toml keeps x.", true],
    ["Stays as it is", undefined, undefined, undefined],
    ["Task t5", "t5", "t5 is not deleted: it has subtasks that stay.", undefined],
    ["Task t6", "t6", "$(warning) t6 keeps its title.", undefined],
  ]);
});

test("long texts of the preview are shown around their first difference, on one line", () => {
  const notes = "Why: the legend is slow.\r\n\n- step one\n- step two";
  const detail = (now: unknown, then: unknown) => revertRows({ ...preview, tasks: [task("t1", { fields: [field("notes", now, then)] })], files: [] }, [])[0]?.detail;
  expect(detail(`${notes}\n- step three`, notes)).toBe("notes: …- step two - step three → …- step two");
  expect(detail("short", "other\ntext")).toBe("notes: short → other text");
  expect(detail(`${"a".repeat(50)}b${"c".repeat(50)}`, "a".repeat(50))).toBe(`notes: …${"a".repeat(12)}b${"c".repeat(27)}… → …${"a".repeat(12)}`);
});

test("everything, some tasks or nothing is reverted, as chosen", () => {
  const rows = revertRows(preview, [kenji]);
  const pick = (...labels: string[]) => chosenTasks(rows, rows.filter(({ label }) => labels.includes(label)));
  expect(pick("Task t1", "Task t2", "Task t3", "Task t4", "1 other file")).toBeUndefined();
  expect(pick("Task t1", "Task t2", "Task t3", "Task t4")).toEqual(["t1", "t2", "t3", "t4"]);
  expect(pick("Task t1", "1 other file", "Task t5")).toEqual(["t1"]);
  expect(pick("1 other file")).toBeNull();
  expect(pick()).toBeNull();
});
