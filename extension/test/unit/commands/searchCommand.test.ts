// The search over everything: what its list shows, and what a choice opens.
import { beforeEach, expect, test, vi } from "vitest";
import type { QuickPickItem } from "vscode";
import type { SearchHit } from "../../../../webviews/contract/generated/protocol.ts";
import type { CommandContext } from "../../../src/commands/commandContext.ts";
import { searchCommands } from "../../../src/commands/searchCommand.ts";
import type { Project } from "../../../src/workspace/project.ts";

const editor = vi.hoisted(() => ({ rows: [] as readonly QuickPickItem[], opened: [] as unknown[] }));

vi.mock("vscode", async () => ({
  ...(await import("../fakeVscode.ts")),
  Range: class {
    readonly line: number;

    constructor(line: number) {
      this.line = line;
    }
  },
  commands: { executeCommand: (...args: unknown[]) => Promise.resolve(void editor.opened.push(args)) },
  window: {
    showTextDocument: (place: { path: string }, { selection }: { selection: { line: number } }) => Promise.resolve(void editor.opened.push([place.path, selection.line])),
    createQuickPick: () => {
      let type = (_text: string): void => undefined;
      let accept = (): void => undefined;
      const pick = {
        items: [] as readonly QuickPickItem[],
        selectedItems: [] as readonly QuickPickItem[],
        onDidChangeValue: (listener: (text: string) => void) => (type = listener),
        onDidAccept: (listener: () => void) => (accept = listener),
        onDidHide: () => undefined,
        hide: () => undefined,
        show: () => {
          type("datum");
          editor.rows = pick.items;
          pick.selectedItems = pick.items.slice(0, 1);
          accept();
        },
      };
      return pick;
    },
  },
}));

const hit = (parts: Partial<SearchHit>): SearchHit => ({ kind: "task", id: "t1", title: "Read the tables", path: "tasks/t1/_task.toml", ...parts });

async function search(found: SearchHit): Promise<unknown[]> {
  const project = {
    id: "file:///plans/atlas",
    name: "Atlas",
    onDemand: { readPackages: () => Promise.resolve() },
    view: () => ({ hits: [found], total: 1 }),
  } as unknown as Project;
  const context = { onProject: (use: (project: Project) => unknown) => () => use(project) } as unknown as CommandContext;
  const open = (kind: string) => (_: Project, id?: string) => void editor.opened.push([kind, id]);
  await searchCommands(context, { openTask: open("task"), openSessions: open("session") })["handoff.search"]?.();
  return editor.opened;
}

beforeEach(() => void (editor.opened = []));

test.each([
  [hit({}), ["task", "t1"]],
  [hit({ kind: "session", id: "s-1" }), ["session", "s-1"]],
  [hit({ kind: "decision", id: "d-1", session: "s-2" }), ["session", "s-2"]],
  [hit({ kind: "package", id: "0a1b2c3d" }), ["handoff.previewPackage", { project: "file:///plans/atlas", package: "0a1b2c3d" }]],
  [hit({ kind: "document", id: "tides", path: "docs/_doc.tides.md", line: 12 }), ["/plans/atlas/.handoff/docs/_doc.tides.md", 11]],
  [hit({ kind: "memory", id: "m-1", path: "memory/m-1.json" }), ["/plans/atlas/.handoff/memory/m-1.json", 0]],
])("%j opens %j", async (found, opened) => {
  expect(await search(found)).toEqual([opened]);
});

test("a row says what a hit is, what superseded it, and where the words are", async () => {
  await search(hit({ kind: "decision", id: "d-1", title: "Use heapq", state: "superseded", successor: "d-2: Sort", excerpt: "it is there", at: "2026-11-01T10:00:00Z", session: "s-1" }));
  expect(editor.rows).toMatchObject([{ label: "$(law) Use heapq", description: "superseded · 2026-11-01", detail: "Superseded by “d-2: Sort” · it is there", alwaysShow: true }]);
});

test("a task has its ID and the name of its status", async () => {
  await search(hit({ id: "t1", state: "in_progress" }));
  expect(editor.rows).toMatchObject([{ description: "t1 · In progress" }]);
});
