// The problems that the doctor lists, and the repairs of the selected ones.
import { beforeEach, expect, test, vi } from "vitest";
import type { QuickPickItem } from "vscode";
import type { Command, Problem, Repair } from "../../../../webviews/contract/generated/protocol.ts";
import type { CommandContext } from "../../../src/commands/commandContext.ts";
import { runDoctor } from "../../../src/problems/repairCommands.ts";
import type { Project } from "../../../src/workspace/project.ts";

/** Returns which rows are selected at the end. */
type Select = (pick: { items: readonly QuickPickItem[]; selectedItems: readonly QuickPickItem[] }) => readonly QuickPickItem[];

const editor = vi.hoisted(() => ({
  rows: [] as readonly QuickPickItem[],
  opened: [] as string[],
  select: undefined as Select | undefined,
}));

vi.mock("vscode", async () => ({
  ...(await import("../fakeVscode.ts")),
  Diagnostic: Object,
  DiagnosticSeverity: {},
  Range: Object,
  window: {
    showTextDocument: (place: { path: string }) => Promise.resolve(void editor.opened.push(place.path)),
    createQuickPick: () => {
      let accept = (): void => undefined;
      const pick = {
        items: [] as readonly QuickPickItem[],
        selectedItems: [] as readonly QuickPickItem[],
        onDidAccept: (listener: () => void) => (accept = listener),
        onDidHide: () => undefined,
        onDidTriggerItemButton: () => undefined,
        hide: () => undefined,
        show: () => {
          editor.rows = pick.items;
          pick.selectedItems = editor.select?.(pick) ?? [];
          accept();
        },
      };
      return pick;
    },
  },
}));

const repair = (title: string, proposed: boolean): Repair => ({ title: { template: title, args: {} }, command: { kind: "discard", path: title }, proposed });
const problem = (path: string, repairs: Repair[]): Problem => ({
  code: "syntax",
  severity: "error",
  text: { template: "The file {path} has a problem.", args: { path } },
  path,
  task: null,
  position: { line: 2, column: 0, endLine: 2, endColumn: 4 },
  repairs,
});
const problems = [problem("tasks/a.json", [repair("Keep it", true), repair("Discard it", false)]), problem("tasks/b.json", [])];

let commands: Command[];
async function run(select: Select): Promise<void> {
  editor.select = select;
  const project = { id: "file:///p", name: "P", log: { readEverything: () => Promise.resolve() }, view: () => problems };
  const context = { run: (_: Project, command: Command) => Promise.resolve(void commands.push(command)) };
  await runDoctor(context as unknown as CommandContext, project as unknown as Project);
}

beforeEach(() => {
  commands = [];
  editor.opened = [];
});

test("each row names the problem, its place and its repair", async () => {
  await run(({ selectedItems }) => selectedItems);
  expect(editor.rows.map(({ label, description, detail }) => [label, description, detail])).toEqual([
    ["Keep it", "tasks/a.json:3", "The file tasks/a.json has a problem."],
    ["Discard it", "tasks/a.json:3", "The file tasks/a.json has a problem."],
    ["Open the file to fix it manually", "tasks/b.json:3", "The file tasks/b.json has a problem."],
  ]);
});

test("the proposed repairs are preselected, and carried out as one change", async () => {
  await run(({ selectedItems }) => selectedItems);
  expect(commands).toEqual([{ kind: "repair", repairs: [{ kind: "discard", path: "Keep it" }] }]);
  expect(editor.opened).toEqual([]);
});

test("of two repairs of a problem the first is carried out, and a problem without one opens its file", async () => {
  await run(({ items }) => items);
  expect(commands).toEqual([{ kind: "repair", repairs: [{ kind: "discard", path: "Keep it" }] }]);
  expect(editor.opened).toEqual(["/p/.handoff/tasks/b.json"]);
});
