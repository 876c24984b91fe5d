// What each answer to the question about an absence writes.
import { beforeEach, expect, test, vi } from "vitest";
import type { Command, TimeAway } from "../../../../webviews/contract/generated/protocol.ts";
import type { CommandContext } from "../../../src/commands/commandContext.ts";
import { Emitter } from "../../../src/support/emitter.ts";
import { askAboutReturns } from "../../../src/time/awayQuestion.ts";
import type { TimeTracker } from "../../../src/time/timeTracker.ts";
import type { Project } from "../../../src/workspace/project.ts";

const editor = vi.hoisted(() => ({
  questions: [] as string[],
  choices: [] as string[],
  answer: undefined as string | undefined,
  task: undefined as string | null | undefined,
  typed: undefined as string | undefined,
  refusals: [] as (string | undefined)[],
  titles: [] as string[],
}));

vi.mock("vscode", async () => ({
  ...(await import("../fakeVscode.ts")),
  window: {
    showInformationMessage: (question: string, ...choices: string[]) => {
      editor.questions.push(question);
      editor.choices = choices;
      return Promise.resolve(editor.answer);
    },
    showInputBox: ({ title, validateInput }: { title: string; validateInput: (value: string) => string | undefined }) => {
      editor.titles.push(title);
      editor.refusals = ["", "0", "30m", "31m", "12m"].map((value) => validateInput(value));
      return Promise.resolve(editor.typed);
    },
  },
}));
vi.mock("../../../src/commands/taskPicker.ts", () => ({ pickTask: () => Promise.resolve(editor.task) }));

const from = "2026-11-24T10:00:00.700+00:00";
const to = "2026-11-24T10:30:00.200+00:00";
const away: TimeAway = {
  tasks: ["t1"],
  from,
  to,
  resumed: true,
  parts: [{ task: "t1", from: "2026-11-24T10:00:00+00:00", to: "2026-11-24T10:30:00+00:00", seconds: 1800 }],
};
const project = {
  context: { actor: { kind: "human", name: "Ann" } },
  // The second task was deleted meanwhile.
  view: ({ id }: { id: string }) => (id === "t1" ? { card: { id, title: "Parse the feed" } } : null),
} as unknown as Project;

/** Returns the entries that an answer adds, as task, start and seconds. */
async function answer(chosen: string | undefined, about: Partial<TimeAway> = {}): Promise<unknown[]> {
  editor.answer = chosen;
  const commands: Command[] = [];
  const returned = new Emitter<{ project: Project; away: TimeAway }>();
  const context = { run: (_: Project, command: Command) => Promise.resolve(void commands.push(command)) };
  askAboutReturns({ onDidReturn: returned.event } as unknown as TimeTracker, context as unknown as CommandContext);
  returned.fire({ project, away: { ...away, ...about } });
  await new Promise((resolve) => setTimeout(resolve));
  return commands.map((command) => {
    if (command.kind !== "changeTime" || command.change.kind !== "add") return command;
    const { task, start, seconds, source, actor } = command.change.entry;
    return [task, start.slice(11, 19), seconds, source, actor.name];
  });
}

beforeEach(() => {
  Object.assign(editor, { questions: [], titles: [], task: undefined, typed: undefined, refusals: [] });
});

test("counted time is divided among the tasks that waited", async () => {
  expect(await answer("Count It")).toEqual([["t1", "10:00:00", 1800, "manual", "Ann"]]);
  const parts = [
    { task: "t1", from: "2026-11-24T10:00:00+00:00", to: "2026-11-24T10:20:00+00:00", seconds: 1200 },
    { task: "t2", from: "2026-11-24T10:20:00+00:00", to: "2026-11-24T10:30:00+00:00", seconds: 600 },
  ];
  expect(await answer("Count It", { tasks: ["t1", "t2"], parts })).toEqual([
    ["t1", "10:00:00", 1200, "manual", "Ann"],
    ["t2", "10:20:00", 600, "manual", "Ann"],
  ]);
  expect(editor.questions.at(-1)).toMatch(/^You were away from .* to .* \(30 min\)\. That time is not counted for t1 “Parse the feed”, t2\.$/u);
});

test("without an answer, or with a refusal, nothing is counted", async () => {
  expect([await answer(undefined), await answer("Do Not Count")]).toEqual([[], []]);
  expect(await answer("Another Task…")).toEqual([]);
  expect(await answer("Split…")).toEqual([]);
});

test("it can be the time of another task", async () => {
  editor.task = "t7";
  expect(await answer("Another Task…")).toEqual([["t7", "10:00:00", 1800, "manual", "Ann"]]);
});

test("it can be split, and its parts follow each other", async () => {
  editor.typed = "12m";
  editor.task = "t7";
  expect(await answer("Split…")).toEqual([
    ["t1", "10:00:00", 720, "manual", "Ann"],
    ["t7", "10:12:00", 1080, "manual", "Ann"],
  ]);
  expect(editor.titles).toEqual(["How much of 30 min was for t1 “Parse the feed”?"]);
  expect(editor.refusals.map((refusal) => refusal === undefined)).toEqual([false, false, false, false, true]);
  editor.task = null;
  expect(await answer("Split…")).toEqual([["t1", "10:00:00", 720, "manual", "Ann"]]);
});

test("with several timers there is nothing to split: each has its part", async () => {
  await answer(undefined, { tasks: ["t1", "t2"] });
  expect(editor.choices).toEqual(["Count It", "Another Task…", "Do Not Count"]);
  await answer(undefined);
  expect(editor.choices).toContain("Split…");
});

test("after a night it says that the timer is paused", async () => {
  await answer(undefined, { resumed: false });
  expect(editor.questions[0]).toContain("The timer is paused.");
});
