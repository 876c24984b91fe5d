// The programs of agents that can be started in a terminal: a table in the settings, which people can edit.

import { workspace } from "vscode";
import { isText, recordOf } from "../../../webviews/contract/validate.ts";

export const TABLE_SETTING = "handoff.agents";

/** Maximum length of a prompt as an argument. Windows allows 32,767 characters for the whole command line. */
const MAX_ARGUMENT_LENGTH = 20_000;
const PROMPT = "${prompt}";
const TASK = "${task}";

export interface AgentProgram {
  readonly name: string;
  readonly program: string;
  /** May contain the placeholders. */
  readonly args: readonly string[];
}

/** Returns the programs of the table in its order. Entries that are no lists of texts are left out. */
export function agentTable(): AgentProgram[] {
  const table = recordOf(workspace.getConfiguration("handoff").get("agents"));
  return Object.entries(table).flatMap(([name, command]) => {
    const [program, ...args] = Array.isArray(command) && command.every(isText) ? command : [];
    return program === undefined || program === "" ? [] : [{ name, program, args }];
  });
}

/** Returns the arguments of a program with a prompt about tasks. Without a place for the prompt it is the last one. */
export function argumentsOf({ args }: AgentProgram, prompt: string, tasks: readonly string[]): string[] {
  const values: Record<string, string> = { [PROMPT]: shortened(prompt), [TASK]: tasks.join(",") };
  const placed = args.some((arg) => arg.includes(PROMPT)) ? args : [...args, PROMPT];
  return placed.map((arg) => arg.replaceAll(/\$\{(?:prompt|task)\}/gu, (name) => values[name] ?? name));
}

/** Returns a prompt as an argument that every system accepts. */
function shortened(prompt: string): string {
  const text = prompt.replaceAll("\0", "");
  if (text.length <= MAX_ARGUMENT_LENGTH) return text;
  return `${text.slice(0, MAX_ARGUMENT_LENGTH).replace(/[\uD800-\uDBFF]$/u, "")}\n\nThe rest is in the file of the task.`;
}
