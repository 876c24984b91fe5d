// Saved views: storage, the pickers, the pages and the tree.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { absentNames, isSameFilter } from "../../../../webviews/contract/savedViews.ts";
import { explorerCommands } from "../../../src/commands/explorerCommands.ts";
import { manageViews, saveViewAs } from "../../../src/filters/viewPickers.ts";
import { viewRequests, followViews } from "../../../src/filters/pageViews.ts";
import { SavedViews } from "../../../src/filters/savedViews.ts";
import { personalViews, projectViews, type ViewStore } from "../../../src/filters/viewStores.ts";
import type { CommandContext } from "../../../src/commands/commandContext.ts";
import type { CommandResult } from "../../../../webviews/contract/common.ts";
import type { Command, SavedView } from "../../../../webviews/contract/generated/protocol.ts";
import type { Project } from "../../../src/workspace/project.ts";
import { ExplorerChoice } from "../../../src/views/explorerChoice.ts";
import type { Projects } from "../../../src/workspace/projects.ts";
import { FakeMemento } from "../fakeVscode.ts";

interface Item {
  readonly label: string;
  readonly description?: string;
}

const editor = vi.hoisted(() => ({
  /** The labels to choose, one for each picker. */
  choices: [] as string[],
  offered: [] as Item[][],
  typed: undefined as string | undefined,
  validate: (() => undefined) as (typed: string) => unknown,
  answer: undefined as string | undefined,
  messages: [] as string[],
}));

vi.mock("vscode", async () => ({
  ...(await import("../fakeVscode.ts")),
  window: {
    showQuickPick: (items: Item[]) => {
      editor.offered.push(items);
      const choice = editor.choices.shift();
      return Promise.resolve(items.find(({ label }) => label === choice));
    },
    showInputBox: ({ validateInput }: { validateInput: (value: string) => unknown }) => {
      editor.validate = validateInput;
      return Promise.resolve(editor.typed);
    },
    showInformationMessage: (message: string) => {
      editor.messages.push(message);
      return Promise.resolve(editor.answer);
    },
    setStatusBarMessage: (message: string) => void editor.messages.push(message),
  },
}));

const mine = { filter: { assignees: ["maya"], statuses: ["todo" as const] } };
const late = { filter: { overdue: true } };
let memory: FakeMemento;
let saved: SavedViews;
let own: ViewStore[];

/** What the engine was asked for, and which answers were reported with Undo. */
const engine = { commands: [] as Command[], undoable: [] as string[], refuses: false };
const commandContext = {
  perform: (_: Project, command: Command): Promise<CommandResult> => {
    engine.commands.push(command);
    const done: CommandResult = { kind: "done", changed: true, created: [], summary: `did ${command.kind}`, warnings: [] };
    return Promise.resolve(engine.refuses ? { kind: "failed", message: "no" } : done);
  },
  offerUndo: (_: Project, summary: string) => Promise.resolve(void engine.undoable.push(summary)),
} as Pick<CommandContext, "perform" | "offerUndo">;

const known = { assignees: [], labels: [], milestones: [] };
function projectWith(views: SavedView[], more: Partial<Record<"name" | "readOnly", string>> = {}): Project {
  return { name: "Harbour", readOnly: null, state: "ready", summary: { ...known, views }, ...more } as unknown as Project;
}
const shared: SavedView = { name: "Ours", filter: late.filter };

beforeEach(() => {
  Object.assign(editor, { choices: [], offered: [], typed: undefined, answer: undefined, messages: [] });
  memory = new FakeMemento();
  saved = new SavedViews(memory);
  own = [personalViews(saved)];
  Object.assign(engine, { commands: [], undoable: [], refuses: false });
});

const names = (): string[] => saved.all.map(({ name }) => name);

describe("storage", () => {
  test("views survive a restart, by name", async () => {
    await saved.save("Mine", mine);
    await saved.save("Late", late);
    expect(new SavedViews(memory).all).toEqual([
      { name: "Late", ...late },
      { name: "Mine", ...mine },
    ]);
  });

  test("a name is there once", async () => {
    await saved.save("Mine", mine);
    await saved.save("Mine", late);
    expect(saved.all).toEqual([{ name: "Mine", ...late }]);
    await saved.save("Late", mine);
    await saved.rename("Late", "Mine");
    expect(saved.all).toEqual([{ name: "Mine", ...mine }]);
  });

  test.each([undefined, "text", [null, {}, { name: 3 }, { name: "" }]])("%j is no filter", async (stored) => {
    await memory.update("savedFilters", stored);
    expect(saved.all).toEqual([]);
  });

  test("what pages display survives a restart, of known pages only", async () => {
    await memory.update("savedFilters", [{ name: "Mine", ...mine, displays: { board: { lanes: "assignee" }, gantt: 3, evil: {} } }]);
    expect(saved.all).toEqual([{ name: "Mine", ...mine, displays: { board: { lanes: "assignee" } } }]);
  });

  test("unknown conditions of a stored filter are dropped", async () => {
    await memory.update("savedFilters", [{ name: "Odd", filter: { statuses: ["todo", "evil"], shape: 3 } }]);
    expect(saved.all).toEqual([{ name: "Odd", filter: { statuses: ["todo"] } }]);
  });
});

describe("the pickers", () => {
  test("a view is saved under the typed name", async () => {
    editor.typed = " Mine ";
    await saveViewAs(own, mine);
    expect(saved.all).toEqual([{ name: "Mine", ...mine }]);
    expect(editor.messages).toEqual(["Saved the view “Mine”"]);
  });

  test("a name is required, and a taken one is possible after a warning", async () => {
    await saved.save("Mine", mine);
    await saveViewAs(own, late);
    expect(["  ", "Late", "Mine"].map(editor.validate)).toEqual(["Enter a name", undefined, { message: "Replaces the view “Mine”", severity: 2 }]);
    expect(saved.all).toEqual([{ name: "Mine", ...mine }]);
  });

  test("a view is renamed, and keeps its own name without a warning", async () => {
    await saved.save("Mine", mine);
    Object.assign(editor, { choices: ["$(bookmark) Mine", "Rename…"], typed: "Maya" });
    await manageViews(own, { filter: {} });
    expect(editor.validate("Mine")).toBeUndefined();
    expect(saved.all).toEqual([{ name: "Maya", ...mine }]);
  });

  test("a view is replaced by what is shown, and keeps what other pages display", async () => {
    const displays = { board: { lanes: "assignee" }, metrics: { group: "label" } };
    await saved.save("Mine", { ...mine, displays });
    editor.choices = ["$(bookmark) Mine", "Replace with What Is Shown"];
    await manageViews(own, { ...late, displays: { board: { lanes: "none" } } });
    expect(saved.all).toEqual([{ name: "Mine", ...late, displays: { board: { lanes: "none" }, metrics: { group: "label" } } }]);
  });

  test.each([
    [undefined, []],
    ["Undo", ["Mine"]],
  ])("a view is deleted, which can be undone: %s", async (answer, left) => {
    await saved.save("Mine", mine);
    Object.assign(editor, { choices: ["$(bookmark) Mine", "Delete"], answer });
    await manageViews(own, { filter: {} });
    expect(names()).toEqual(left);
  });
});

test("pages get the saved views when they change, unless they are hidden", async () => {
  const sent: unknown[] = [];
  const panel = { visible: true };
  const following = followViews(panel, saved, (all) => void sent.push(all));
  editor.typed = "Mine";
  await viewRequests(() => own, "board").saveView({ ...mine, display: { lanes: "assignee" }, shape: 3 });
  panel.visible = false;
  await saved.save("Late", late);
  panel.visible = true;
  following.dispose();
  await saved.delete("Late");
  expect(sent).toEqual([[{ name: "Mine", ...mine, displays: { board: { lanes: "assignee" } } }]]);
});

describe("the tree", () => {
  const summary = { assignees: [{ key: "kenji", name: "Kenji" }], labels: ["risk"], milestones: [{ name: "Beta" }] };
  const projects = { load: () => Promise.resolve(), all: [{ state: "ready", summary }] } as unknown as Projects;
  const stores = () => own;
  let choice: ExplorerChoice;
  beforeEach(() => {
    choice = new ExplorerChoice(memory);
  });
  const pick = async (label: string): Promise<void> => {
    editor.choices = [label];
    await explorerCommands(choice, projects, stores)["handoff.filterTasks"]?.();
  };
  const offered = (): string[] => (editor.offered.at(-1) ?? []).map(({ label }) => label);

  test("offers the saved filters with their conditions, and applies one", async () => {
    await saved.save("Late", late);
    await pick("$(bookmark) Late");
    expect(choice.filter).toEqual(late.filter);
    expect(editor.offered.at(-1)?.find(({ label }) => label === "$(bookmark) Late")?.description).toBe("overdue tasks only");
    expect(editor.messages).toEqual([]);
  });

  test("applies a filter with names that no longer exist, and says so", async () => {
    await saved.save("Mine", mine);
    await pick("$(bookmark) Mine");
    expect(choice.filter).toEqual(mine.filter);
    expect(editor.messages).toEqual(["The filter “Mine” names what no longer exists: maya"]);
  });

  test("saves its filter, and offers this only if there is one", async () => {
    await pick("Save View…");
    expect(offered()).not.toContain("Save View…");
    expect(offered()).not.toContain("Manage Views…");
    choice.setFilter(late.filter);
    editor.typed = "Late";
    await pick("Save View…");
    expect(saved.all).toEqual([{ name: "Late", ...late }]);
    expect(choice.filter).toEqual(late.filter);
  });
});

describe("views of the project", () => {
  const storesOf = (...projects: Project[]): ViewStore[] => [...own, ...projects.map((project) => projectViews(project, commandContext))];
  const labels = (at: number): (string | undefined)[] => (editor.offered[at] ?? []).map(({ label }) => label);

  test.each([
    ["Only Me", ["Mine"], []],
    ["Everybody in the Project", [], [{ kind: "saveView", view: { name: "Mine", ...mine, displays: { board: { lanes: "none" } } }, replace: false }]],
    [undefined, [], []],
  ])("a person chooses for whom a view is saved: %s", async (choice, kept, commands) => {
    Object.assign(editor, { choices: [choice], typed: "Mine" });
    await viewRequests(() => storesOf(projectWith([shared])), "board").saveView({ ...mine, display: { lanes: "none" } });
    expect(labels(0)).toEqual(["Only Me", "Everybody in the Project"]);
    expect(names()).toEqual(kept);
    expect(engine.commands).toEqual(commands);
    expect(editor.messages).toEqual(choice === undefined ? [] : [choice === "Only Me" ? "Saved the view “Mine”" : "did saveView"]);
  });

  test("nobody is asked where no project can be written, and each of several projects is named", async () => {
    editor.typed = "Mine";
    await saveViewAs(storesOf(projectWith([], { readOnly: "untrusted" })), mine);
    expect([editor.offered, names()]).toEqual([[], ["Mine"]]);
    await saveViewAs(storesOf(projectWith([]), projectWith([], { name: "Quay" })), mine);
    expect(labels(0)).toEqual(["Only Me", "Everybody in Harbour", "Everybody in Quay"]);
  });

  test("a taken name replaces the view, which is said first, and a refusal is not reported as saved", async () => {
    engine.refuses = true;
    Object.assign(editor, { choices: ["Everybody in the Project"], typed: "Ours" });
    await saveViewAs(storesOf(projectWith([shared])), mine);
    expect(editor.validate("Ours")).toEqual({ message: "Replaces the view “Ours”", severity: 2 });
    expect(engine.commands).toEqual([{ kind: "saveView", view: { name: "Ours", ...mine }, replace: true }]);
    expect(editor.messages).toEqual([]);
  });

  test.each([
    ["Rename…", "Theirs", { kind: "renameView", name: "Ours", to: "Theirs" }, []],
    ["Replace with What Is Shown", undefined, { kind: "saveView", view: { name: "Ours", ...mine }, replace: true }, []],
    ["Delete", undefined, { kind: "deleteView", name: "Ours" }, ["did deleteView"]],
  ])("%s is a command of the engine", async (action, typed, command, undoable) => {
    await saved.save("Ours", mine);
    Object.assign(editor, { choices: ["$(organization) Ours", action], typed });
    await manageViews(storesOf(projectWith([shared, { name: "Quiet", filter: {} }])), mine);
    expect(editor.offered[0]).toMatchObject([
      { label: "$(bookmark) Ours" },
      { label: "$(organization) Ours", description: "overdue tasks only · view of the project" },
      { label: "$(organization) Quiet", description: "All tasks · view of the project" },
    ]);
    expect([engine.commands, engine.undoable]).toEqual([[command], undoable]);
    expect(names()).toEqual(["Ours"]);
  });

  test("a rename replaces no view that others use", async () => {
    editor.choices = ["$(organization) Ours", "Rename…"];
    await manageViews(storesOf(projectWith([shared, { name: "Quiet", filter: {} }])), mine);
    expect(["Quiet", "Ours", " "].map(editor.validate)).toEqual(["The project has a view “Quiet” already", undefined, "Enter a name"]);
    expect(engine.commands).toEqual([]);
  });
});

test("absent names are those that no project has", () => {
  const filter = { assignees: ["maya", "kenji", ""], labels: ["risk", "gone"], milestones: ["Alpha", ""] };
  const person = { key: "kenji" } as never;
  expect(absentNames(filter, [{ ...known, assignees: [person] }, { ...known, labels: ["risk"] }])).toEqual(["maya", "gone", "Alpha"]);
  expect(absentNames({}, [])).toEqual([]);
});

test.each([
  [{ statuses: ["todo" as const, "done" as const] }, { statuses: ["done" as const, "todo" as const], labels: [] }, true],
  [{ overdue: true, text: "a" }, { text: " a ", overdue: true }, true],
  [{ priorities: [null] }, { priorities: ["low" as const] }, false],
  [{}, { overdue: false }, true],
  [{ labels: ["a"] }, { milestones: ["a"] }, false],
])("%j is the same filter as %j: %s", (one, other, same) => {
  expect(isSameFilter(one, other)).toBe(same);
});
