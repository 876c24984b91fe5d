// The conformance cases of every shell, recorded by the tests of the engine: the files at the
// start, a sequence of actions with their answers, and all files afterwards.
import type { Answer, FileState } from "../../webviews/contract/generated/protocol.ts";
import recorded from "../../tests/conformance/shell.json" with { type: "json" };
import { perform, type ShellAction, type Shell } from "../src/shells/shell.ts";

export interface ShellCase {
  readonly name: string;
  readonly setup: readonly FileState[];
  readonly steps: readonly { readonly action: ShellAction; readonly answer: Answer }[];
  readonly after: readonly FileState[];
}

/** In the file, bytes are lists of numbers. */
export const shellCases = withBytes(recorded) as readonly ShellCase[];

/**
 * Whether this system can have all files of a case. Windows has no named pipes among its files, allows links only to
 * administrators, and ends no name with a dot.
 */
export function isPossible({ setup, after }: ShellCase): boolean {
  const isPlain = setup.every(({ kind }) => kind === "file" || kind === "folder");
  // A browser has no system of its own.
  const { process } = globalThis as { process?: { platform: string } };
  return process?.platform !== "win32" || (isPlain && !after.some(({ path }) => /\.(?:\/|$)/u.test(path)));
}

/** The result of a shell in a case, to compare with the expected one. */
export async function outcomeOf(shell: Shell, { steps }: ShellCase): Promise<unknown> {
  const answers: Answer[] = [];
  for (const { action } of steps) answers.push(await perform(shell, action));
  const found = await shell.scan("", () => true);
  return comparable(answers, found.filter(({ path }) => path !== ""));
}

export function expectedOf({ steps, after }: ShellCase): unknown {
  return comparable(steps.map(({ answer }) => answer), after);
}

/** Removes system messages and sorts names and paths. */
function comparable(answers: readonly Answer[], tree: readonly FileState[]): unknown {
  return {
    answers: answers.map((answer) => {
      if (answer.kind === "failed") return { kind: "failed", fault: answer.fault };
      if (answer.kind === "names") return { kind: "names", names: answer.names.toSorted() };
      return "bytes" in answer ? { ...answer, bytes: [...answer.bytes] } : answer;
    }),
    tree: tree
      .map((state) => (state.kind === "file" ? { ...state, bytes: [...state.bytes] } : state))
      .toSorted((left, right) => (left.path < right.path ? -1 : 1)),
  };
}

function withBytes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withBytes);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => {
      const areBytes = (key === "bytes" || key === "expected") && Array.isArray(inner);
      return [key, areBytes ? Uint8Array.from(inner as number[]) : withBytes(inner)];
    }),
  );
}
