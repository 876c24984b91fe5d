// The title and the notes of a task that is created from a selection.
import { expect, test, vi } from "vitest";
import type { Command } from "../../../../webviews/contract/generated/protocol.ts";
import { newTaskHereCommands, notesOf, titleOf } from "../../../src/code/newTaskHere.ts";
import type { CommandContext } from "../../../src/commands/commandContext.ts";
import type { Project } from "../../../src/workspace/project.ts";
import { Uri } from "../fakeVscode.ts";

const editor = vi.hoisted(() => ({ active: undefined as unknown, messages: [] as string[] }));

vi.mock("vscode", async () => ({
  ...(await import("../fakeVscode.ts")),
  window: {
    get activeTextEditor() {
      return editor.active;
    },
    showInputBox: ({ value }: { value: string }) => Promise.resolve(value),
    showInformationMessage: (message: string) => Promise.resolve(void editor.messages.push(message)),
  },
}));

test.each([
  ["  // TODO(me): sort the rows  ", "sort the rows"],
  ["# FIXME close the file\nrows()", "close the file"],
  ["<!-- a note -->", "a note"],
  ["/* both ends */", "both ends"],
  ["let rows = [];", "let rows = [];"],
  ["", ""],
])("the title of “%s” is “%s”", (code, title) => {
  expect(titleOf(code)).toBe(title);
});

test("notes have a fence that the code cannot close, and at most forty lines", () => {
  expect(notesOf("a\r\nb\n", "rust")).toBe("```rust\na\nb\n```");
  expect(notesOf("````\n", "markdown")).toBe("`````markdown\n````\n`````");
  expect(notesOf("x\n".repeat(60), "c").split("\n")).toHaveLength(43);
});

const selectionOf = (path: string, start: [number, number], end: [number, number], text: string) => ({
  document: { uri: Uri.file(path), languageId: "rust", getText: () => text },
  selection: { start: { line: start[0], character: start[1] }, end: { line: end[0], character: end[1] } },
});

test.each([
  [selectionOf("/p/src/a.rs", [4, 2], [4, 9], "fn main"), "src/a.rs#L5"],
  [selectionOf("/p/src/a.rs", [4, 0], [7, 0], "fn a\nfn b\nfn c\n"), "src/a.rs#L5-L7"],
])("a task has a link back: %#", async (active, link) => {
  editor.active = active;
  const commands: Command[] = [];
  const context = {
    projects: { load: () => Promise.resolve(), all: [{ id: "file:///p" }], workFolder: ({ id }: Project) => id },
    perform: (_: Project, command: Command) => (commands.push(command), Promise.resolve({ kind: "done", created: ["t1"] })),
  } as unknown as CommandContext;
  await newTaskHereCommands(context)["handoff.newTaskHere"]?.();
  expect(commands).toMatchObject([{ kind: "changeTasks", tasks: [{ fields: { links: { set: [link] } } }] }]);
  editor.active = selectionOf("/elsewhere/a.rs", [0, 0], [0, 1], "x");
  await newTaskHereCommands(context)["handoff.newTaskHere"]?.();
  expect(commands).toHaveLength(1);
  expect(editor.messages.at(-1)).toBe("This file is not in a Handoff project.");
});
