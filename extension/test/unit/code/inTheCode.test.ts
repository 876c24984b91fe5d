// What is known about files, above their lines and in hovers; with the real engine.
import { beforeEach, expect, test, vi } from "vitest";
import type { CodeLens, CodeLensProvider, Hover, HoverProvider, MarkdownString, QuickPickItem, TextDocument } from "vscode";
import { codeCommands } from "../../../src/code/codeCommands.ts";
import { registerKnowledgeHover } from "../../../src/code/knowledgeHover.ts";
import { registerKnowledgeLenses } from "../../../src/code/knowledgeLenses.ts";
import { KnownFiles } from "../../../src/code/knownFiles.ts";
import type { Project } from "../../../src/workspace/project.ts";
import { Uri } from "../fakeVscode.ts";
import { createTask, memoryProject } from "../memoryProject.ts";

const editor = vi.hoisted(() => ({
  isTrusted: true,
  isOn: true,
  lenses: undefined as unknown,
  hovers: undefined as unknown,
  git: undefined as unknown,
  rows: [] as readonly QuickPickItem[],
  messages: [] as string[],
  opened: [] as unknown[],
  document: undefined as unknown,
}));

vi.mock("vscode", async () => ({
  ...(await import("../fakeVscode.ts")),
  Range: class {
    readonly start: { line: number };

    constructor(line: number) {
      this.start = { line };
    }
  },
  CodeLens: class {
    readonly range: unknown;
    readonly command: unknown;

    constructor(range: unknown, command: unknown) {
      this.range = range;
      this.command = command;
    }
  },
  Hover: class {
    readonly contents: unknown[];

    constructor(text: unknown) {
      this.contents = [text];
    }
  },
  languages: {
    registerCodeLensProvider: (_: unknown, provider: unknown) => ((editor.lenses = provider), { dispose: () => undefined }),
    registerHoverProvider: (_: unknown, provider: unknown) => ((editor.hovers = provider), { dispose: () => undefined }),
  },
  extensions: { getExtension: () => editor.git },
  workspace: {
    get isTrusted() {
      return editor.isTrusted;
    },
    getConfiguration: () => ({ get: () => editor.isOn }),
    onDidChangeConfiguration: () => ({ dispose: () => undefined }),
    openTextDocument: () => Promise.resolve(editor.document),
  },
  window: {
    showInformationMessage: (message: string) => Promise.resolve(void editor.messages.push(message)),
    showQuickPick: (rows: readonly QuickPickItem[], options: { placeHolder: string }) => {
      editor.rows = rows;
      editor.messages.push(options.placeHolder);
      return Promise.resolve(rows.find(({ label }) => label.startsWith("$(checklist)")));
    },
  },
}));

const project = await memoryProject("file:///plans/atlas");
const id = await createTask(project, "Sort the [rows](command:evil)");
await project.operate((engine) =>
  engine.beginTool("handoff_save_context", {
    summary: "Read rows",
    session_status: "closed",
    decisions: [
      { decision: `src/feed.rs:3 reads rows lazily for ${id}`, reason: "memory (see $(sync))", confidence: "unverified" },
      { decision: "src/feed.rs keeps <b>feet</b> [x](command:evil)" },
    ],
    handoff_notes: [{ note: "feed.rs must stay sorted", category: "caution" }],
    context_pointers: [{ path: "src/feed.rs", lines: "2-4", reason: "the parser" }],
  }),
);
const session = project.view({ kind: "sessions" }).sessions[0]?.id ?? "";

let version = 1;
const documentAt = (path: string, text = "1\n2\n3\n4\n5\n", change: Partial<TextDocument> = {}): TextDocument =>
  ({ uri: Uri.file(path), version: (version += 1), getText: () => text, lineAt: () => ({ text: "" }), isDirty: false, ...change }) as unknown as TextDocument;

const listeners: (() => void)[] = [];
const projects = {
  all: [project],
  workFolder: ({ id: folder }: Project) => folder,
  onDidChange: (listener: () => void) => (listeners.push(listener), { dispose: () => undefined }),
  load: () => Promise.resolve(),
};
const files = new KnownFiles(projects as unknown as ConstructorParameters<typeof KnownFiles>[0]);
registerKnowledgeLenses(files);
registerKnowledgeHover(files);
const lensesOf = (document: TextDocument) => (editor.lenses as { provideCodeLenses(document: TextDocument): CodeLens[] }).provideCodeLenses(document);
const hoverAt = (document: TextDocument, line: number) =>
  ((editor.hovers as { provideHover(document: TextDocument, at: { line: number }): Hover | undefined }).provideHover(document, { line })?.contents[0] as MarkdownString | undefined)?.value;

beforeEach(() => {
  Object.assign(editor, { isTrusted: true, isOn: true, git: undefined, rows: [], messages: [], opened: [] });
});

test("lenses are above the lines and the files that are named", () => {
  const shown = lensesOf(documentAt("/plans/atlas/src/feed.rs")).map(({ range, command }) => [range.start.line, command?.title]);
  expect(shown).toEqual([
    [0, "1 caution, 1 decision: feed.rs must stay sorted"],
    [2, `1 decision: src/feed.rs:3 reads rows lazily for ${id}`],
    [1, "1 pointer: the parser"],
  ]);
});

test.each([
  ["another file", "/plans/atlas/src/other.rs", {}],
  ["a file outside of projects", "/plans/src/feed.rs", {}],
  ["a file of the project itself", "/plans/atlas/.handoff/src/feed.rs", {}],
  ["Restricted Mode", "/plans/atlas/src/feed.rs", { isTrusted: false }],
  ["the setting is off", "/plans/atlas/src/feed.rs", { isOn: false }],
])("nothing is shown: %s", (_, path, change) => {
  Object.assign(editor, change);
  const document = documentAt(path);
  expect(lensesOf(document)).toEqual([]);
  expect(hoverAt(document, 0)).toBeUndefined();
});

test("a document is asked about once for each version and state of the project", async () => {
  const ask = vi.spyOn(project, "ask");
  const asked = () => ask.mock.calls.length;
  const document = { ...documentAt("/plans/atlas/src/feed.rs") };
  files.shown(document);
  const first = asked();
  files.shown(document);
  expect(asked()).toBe(first);
  Object.assign(document, { version: document.version + 1 });
  files.shown(document);
  expect(asked()).toBe(first + 1);
  const unknown = { ...documentAt("/plans/atlas/src/other.rs") };
  files.shown(unknown);
  Object.assign(unknown, { version: unknown.version + 1 });
  files.shown(unknown);
  expect(asked(), "an edit does not make known what was not").toBe(first + 2);
  await createTask(project, "Another");
  const later = asked();
  files.shown(unknown);
  expect(asked()).toBeGreaterThan(later);
  ask.mockRestore();
});

test("a hover has the decision with its links, and no link of the project's text", () => {
  const text = hoverAt(documentAt("/plans/atlas/src/feed.rs"), 2) ?? "";
  expect(text).toContain("**Decision** · unverified");
  expect(text).toContain("Reason\\: memory \\(see \\$\\(sync\\)\\)");
  expect(text).toContain(`](command:handoff.openSession?${encodeURIComponent(JSON.stringify([{ project: project.id, session }]))})`);
  expect(text).toContain("command:handoff.openTask?");
  expect(text).toContain("command:handoff.explainLine?");
  expect(text, "the pointer has this line too").toContain("the parser");
  const top = hoverAt(documentAt("/plans/atlas/src/feed.rs"), 0) ?? "";
  for (const shown of [text, top]) expect(shown).not.toMatch(/(?<!\\)\]\(command:evil|<b>/u);
  expect(hoverAt(documentAt("/plans/atlas/src/feed.rs"), 4)).toBeUndefined();
});

const commit = { hash: "0123456789abcdef", message: `${id}: read rows\n\nAll of them`, authorName: "Maya", commitDate: new Date(project.context.now) };
const gitOf = (blame: () => Promise<string>) => ({
  activate: () => Promise.resolve({ enabled: true, getAPI: () => ({ getRepository: () => ({ blame, getCommit: () => Promise.resolve(commit) }) }) }),
});
const explain = async (document: TextDocument, line: number) => {
  editor.document = document;
  const pages = { openTask: (_: Project, task: string) => void editor.opened.push(task), openSessions: () => undefined };
  await codeCommands(projects, files, pages)["handoff.explainLine"]?.(document.uri.toString(), line);
};

test("a line is explained by its commit, with session, task and decisions", async () => {
  editor.git = gitOf(() => Promise.resolve("^0123456 (Maya 2026) 1\n0123456 src/feed.rs (Maya 2026) 2\n00000000 (Not Committed) 3"));
  await explain(documentAt("/plans/atlas/src/feed.rs"), 1);
  expect(editor.rows.map(({ label }) => label)).toEqual(expect.arrayContaining([`$(git-commit) ${id}: read rows`, "$(history) Read rows", "$(go-to-file) the parser"]));
  expect(editor.opened).toEqual([id]);
  expect(editor.rows.filter(({ label }) => label === "$(law) src/feed.rs keeps <b>feet</b> [x](command:evil)"), "not twice").toHaveLength(1);
  await explain(documentAt("/plans/atlas/src/feed.rs"), 2);
  expect(editor.messages.at(-1)).toBe("The line is in no commit yet.");
  expect(editor.rows.map(({ label }) => label)).not.toContain(`$(git-commit) ${id}: read rows`);
});

test("without Git, and in an unsaved file, only what is known is listed", async () => {
  await explain(documentAt("/plans/atlas/src/feed.rs"), 1);
  expect(editor.rows.map(({ label }) => label)).toContain("$(go-to-file) the parser");
  editor.git = gitOf(() => Promise.reject(new Error("no such path")));
  await explain(documentAt("/plans/atlas/src/other.rs"), 1);
  expect(editor.messages.at(-1)).toBe("Nothing is known about src/other.rs:2.");
  await explain(documentAt("/plans/atlas/src/feed.rs", "1\n2\n", { isDirty: true }), 1);
  expect(editor.messages.at(-1)).toBe("Save the file to see the commit of the line.");
  await explain(documentAt("/elsewhere/feed.rs"), 1);
  expect(editor.messages.at(-1)).toBe("This file is not in a Handoff project.");
});

test("the lens provider says when to ask again", () => {
  const changed = vi.fn<() => void>();
  (editor.lenses as CodeLensProvider & { onDidChangeCodeLenses(listener: () => void): void }).onDidChangeCodeLenses(changed);
  listeners[0]?.();
  expect(changed).toHaveBeenCalledOnce();
  expect((editor.hovers as HoverProvider).provideHover).toBeTypeOf("function");
});
