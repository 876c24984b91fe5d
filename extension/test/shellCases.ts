// What every shell does, as data: what is there, what is asked one after the other, and each answer. Run over `node:fs`, over a fake and
// over the real `vscode.workspace.fs`.
import type { Answer, FileState } from "../../webviews/contract/generated/protocol.ts";
import { perform, type FileAction, type Shell } from "../src/shells/shell.ts";

export interface ShellCase {
  readonly name: string;
  /** Files that are there, by path; their folders are made. */
  readonly files?: Readonly<Record<string, string>>;
  readonly steps: readonly (readonly [FileAction, Answer | "refused"])[];
}

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const OK: Answer = { kind: "ok" };
const MISSING: Answer = { kind: "missing" };
const EXISTS: Answer = { kind: "exists" };
const content = (text: string): Answer => ({ kind: "bytes", bytes: bytes(text) });
const read = (path: string): FileAction => ({ kind: "read", path });

const refusedPaths = ["../secret", "a/../../secret", "/etc/passwd", "a//b", "a/./b", "", "a\\..\\b", "C:/secret", "a\0b"];

export const shellCases: readonly ShellCase[] = [
  {
    name: "replaces only what was expected",
    files: { goal: "old", new: "new" },
    steps: [
      [{ kind: "replace", from: "new", to: "goal", expected: bytes("other") }, { kind: "differs" }],
      [{ kind: "replace", from: "new", to: "goal", expected: null }, { kind: "differs" }],
      [read("goal"), content("old")],
      [{ kind: "replace", from: "new", to: "goal", expected: bytes("old") }, OK],
      [read("goal"), content("new")],
      [read("new"), MISSING],
      [{ kind: "write", path: "next", bytes: bytes("next") }, OK],
      [{ kind: "replace", from: "next", to: "fresh", expected: bytes("x") }, { kind: "differs" }],
      [{ kind: "replace", from: "next", to: "fresh", expected: null }, OK],
      [read("fresh"), content("next")],
    ],
  },
  {
    name: "moves nothing onto something, and makes the parents of the goal",
    files: { "from/inner/a": "1", "there/b": "2" },
    steps: [
      [{ kind: "move", from: "from", to: "there" }, EXISTS],
      [{ kind: "move", from: "nowhere", to: "else" }, MISSING],
      [{ kind: "move", from: "from", to: "deep/down/to" }, OK],
      [read("deep/down/to/inner/a"), content("1")],
      [{ kind: "list", path: "from" }, MISSING],
      [{ kind: "move", from: "there/b", to: "deep/down/to/inner/a" }, EXISTS],
    ],
  },
  {
    name: "creates once, with the folders above",
    steps: [
      [{ kind: "create", path: "a/b", bytes: bytes("1") }, OK],
      [{ kind: "create", path: "a/b", bytes: bytes("2") }, EXISTS],
      [read("a/b"), content("1")],
      [{ kind: "write", path: "c/d/e", bytes: bytes("first") }, OK],
      [{ kind: "write", path: "c/d/e", bytes: bytes("2nd") }, OK],
      [read("c/d/e"), content("2nd")],
      [read("c/none"), MISSING],
    ],
  },
  {
    name: "lists and removes, but no folder with something in it",
    files: { "a/b": "1", "a/あ.json": "2" },
    steps: [
      [{ kind: "list", path: "a" }, { kind: "names", names: ["b", "あ.json"] }],
      [{ kind: "list", path: "none" }, MISSING],
      [{ kind: "removeFolder", path: "a" }, EXISTS],
      [{ kind: "remove", path: "a/b" }, OK],
      [{ kind: "remove", path: "a/b" }, MISSING],
      [{ kind: "remove", path: "a/あ.json" }, OK],
      [{ kind: "removeFolder", path: "a" }, OK],
      [{ kind: "removeFolder", path: "a" }, MISSING],
    ],
  },
  {
    name: "makes folders that may be there already",
    steps: [
      [{ kind: "makeFolder", path: "x/y" }, OK],
      [{ kind: "makeFolder", path: "x/y" }, OK],
      [{ kind: "list", path: "x" }, { kind: "names", names: ["y"] }],
    ],
  },
  ...refusedPaths.map((path): ShellCase => {
    const asked: FileAction[] = [
      { kind: "create", path, bytes: bytes("x") },
      read(path),
      { kind: "write", path, bytes: bytes("x") },
      { kind: "replace", from: path, to: "safe", expected: null },
      { kind: "replace", from: "safe", to: path, expected: null },
      { kind: "move", from: path, to: "safe" },
      { kind: "move", from: "safe", to: path },
      { kind: "remove", path },
      { kind: "removeFolder", path },
    ];
    return { name: `refuses the path ${JSON.stringify(path)}`, files: { safe: "1" }, steps: asked.map((action) => [action, "refused"]) };
  }),
];

/** Asks what a case asks and gives back the answers, those of refusals without the system's words. */
export async function answersOf(shell: Shell, steps: ShellCase["steps"]): Promise<(Answer | "refused")[]> {
  const answers: (Answer | "refused")[] = [];
  for (const [action] of steps) {
    const answer = await perform(shell, action);
    if (answer.kind === "failed") answers.push(answer.fault === "denied" ? "refused" : answer);
    else answers.push(answer.kind === "bytes" ? { kind: "bytes", bytes: new Uint8Array(answer.bytes) } : answer);
  }
  return answers;
}

export const byPath = (left: FileState, right: FileState): number => (left.path < right.path ? -1 : 1);
