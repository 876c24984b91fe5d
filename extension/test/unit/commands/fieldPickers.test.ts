// The pickers whose values are no fixed list.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ProjectView } from "../../../../webviews/contract/generated/protocol.ts";
import { pickPatch } from "../../../src/commands/fieldPickers.ts";

interface Item {
  readonly label: string;
}

const editor = vi.hoisted(() => ({ choice: "", typed: undefined as string | undefined, invalid: [] as unknown[] }));

vi.mock("vscode", async () => ({
  ...(await import("../fakeVscode.ts")),
  env: { language: "en" },
  window: {
    showQuickPick: (items: Item[]) => Promise.resolve(items.find(({ label }) => label === editor.choice)),
    showInputBox: ({ validateInput }: { validateInput?: (value: string) => unknown }) => {
      editor.invalid = ["0", "two", "", "1.5"].map((value) => validateInput?.(value));
      return Promise.resolve(editor.typed);
    },
  },
}));

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 30, 12) });
  editor.typed = undefined;
});
afterEach(() => vi.useRealTimers());

const project = {} as ProjectView;

test.each([
  ["Today", { dueDate: "2026-11-30" }],
  ["Tomorrow", { dueDate: "2026-12-01" }],
  ["In two weeks", { dueDate: "2026-12-14" }],
  ["No due date", { dueDate: null }],
  ["nothing, since it was cancelled", undefined],
])("a due date: %s", async (choice, patch) => {
  editor.choice = choice;
  expect(await pickPatch("dueDate", project)).toEqual(patch);
});

test("any other due date is typed", async () => {
  editor.choice = "Another day…";
  expect(await pickPatch("dueDate", project)).toBeUndefined();
  expect(editor.invalid).toEqual([undefined, undefined, "Enter a date", undefined]);
  editor.typed = " 2027-01-04 ";
  expect(await pickPatch("dueDate", project)).toEqual({ dueDate: "2027-01-04" });
});

test("an estimate is a number of hours above zero", async () => {
  expect(await pickPatch("estimateHours", project)).toBeUndefined();
  editor.typed = "1.5";
  expect(await pickPatch("estimateHours", project)).toEqual({ estimateHours: 1.5 });
  const problem = "Enter a number greater than zero";
  expect(editor.invalid).toEqual([problem, problem, problem, undefined]);
});
