// The search over everything: what its list shows, and what a choice opens.
import { beforeEach, expect, test, vi } from "vitest";
import type { QuickPickItem } from "vscode";
import type { SearchHit } from "../../../../webviews/contract/generated/protocol.ts";
import type { CommandContext } from "../../../src/commands/commandContext.ts";
import { goToCommands } from "../../../src/commands/goToCommand.ts";
import { hitState } from "../../../src/commands/hitState.ts";
import type { Project } from "../../../src/workspace/project.ts";
import { RecentPlaces } from "../../../src/workspace/recentPlaces.ts";
import { FakeMemento } from "../fakeVscode.ts";

const editor = vi.hoisted(() => ({ typed: "datum", rows: [] as readonly QuickPickItem[], opened: [] as unknown[] }));

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
          type(editor.typed);
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

const recent = new RecentPlaces(new FakeMemento());

async function search(found: SearchHit): Promise<unknown[]> {
  const project = {
    id: "file:///plans/atlas",
    name: "Atlas",
    onDemand: { readPackages: () => Promise.resolve() },
    view: ({ kind, id }: { kind: string; id?: string }) => {
      if (kind === "task") return id === "t2" ? { card: { id, title: "Draw the coast", status: "review" } } : null;
      return kind === "session" ? { summary: { id, summary: "Found feet", status: "closed", label: "feet" } } : { hits: [found], total: 1 };
    },
  } as unknown as Project;
  const context = { onProject: (use: (project: Project) => unknown) => () => use(project) } as unknown as CommandContext;
  const open = (kind: string) => (_: Project, id?: string) => void editor.opened.push([kind, id]);
  const openPage = (page: string) => void editor.opened.push(["page", page]);
  await goToCommands(context, { openTask: open("task"), openSessions: open("session"), openPage }, recent)["handoff.search"]?.();
  return editor.opened;
}

beforeEach(() => void Object.assign(editor, { typed: "datum", opened: [] }));

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
  await search(hit({ kind: "decision", id: "d-1", title: "Use heapq", state: "superseded", successor: "d-2: Sort", excerpt: "it is there", at: "2025-11-01T10:00:00Z", session: "s-1" }));
  expect(editor.rows).toMatchObject([{ label: "$(law) Use heapq", description: "superseded · Nov 1, 2025", detail: "Superseded by “d-2: Sort” · it is there", alwaysShow: true }]);
});

test("a task has its ID and the name of its status", async () => {
  await search(hit({ id: "t1", state: "in_progress" }));
  expect(editor.rows).toMatchObject([{ description: "t1 · In progress" }]);
});

test("nothing typed lists what was opened last, then the pages; what no longer exists is left out", async () => {
  for (const id of ["t2", "t9"]) recent.add("file:///plans/atlas", { kind: "task", id, title: "" });
  recent.add("file:///plans/atlas", { kind: "page", id: "board", title: "" });
  recent.add("file:///plans/atlas", { kind: "session", id: "s-1", title: "" });
  editor.typed = " ";
  expect(await search(hit({}))).toEqual([]);
  const labels = editor.rows.map(({ label }) => label);
  expect(labels.slice(0, 7)).toEqual(["Recent", "$(pass) Found feet", "$(window) Board", "$(checklist) Draw the coast", "$(book) Read the tables", "$(book) Read the tables", "Pages"]);
  expect(labels.filter((label) => label === "$(window) Board")).toHaveLength(1);
  expect(labels).toContain("$(window) Settings");
});

test("a page is found by its name, before the hits of the engine", async () => {
  editor.typed = "boa";
  expect(await search(hit({}))).toEqual([["page", "board"]]);
  expect(editor.rows).toHaveLength(2);
});

test.each([
  ["task", "in_progress", "In progress"],
  ["session", "closed", "Closed"],
  ["session", "odd", "odd"],
  ["decision", "superseded", "superseded"],
  ["decision", "unverified", "unverified"],
  ["decision", "withdrawn: not needed", "Withdrawn: not needed"],
  ["decision", "withdrawn", "Withdrawn"],
  ["item", "done", "Done"],
  ["suggestion", "replaced", "Replaced by those of a later session"],
  ["referral", "acknowledged", "acknowledged"],
  ["package", "expired", "expired"],
  ["memory", undefined, ""],
] as [SearchHit["kind"], string | undefined, string][])("the state of a %s, %s, is “%s”", (kind, state, words) => {
  expect(hitState({ kind, ...(state !== undefined && { state }) })).toBe(words);
});
