// Runs `handoff setup` and parses what it reports.

import { isNumber, isRecord, isText, listOf, recordOf } from "../../../webviews/contract/validate.ts";
import type { HandoffCommand, Launch } from "../support/handoffProgram.ts";

/** A file that setup changes. */
export interface FileChange {
  readonly path: string;
  /** Its text before; null if it does not exist. */
  readonly before: string | null;
  /** Its text after; null if it is removed. */
  readonly after: string | null;
}

/** What setup has found or done. */
export interface SetupReport {
  /** What differs from what setup would write, by file. */
  readonly changes: readonly FileChange[];
  /** What was left alone or does not work, in words. */
  readonly remarks: readonly string[];
  /** What came of starting the servers as the clients do. */
  readonly servers: readonly ServerCheck[];
}

interface ServerCheck {
  /** The number of tools; null if the server does not answer. */
  readonly tools: number | null;
  /** What is wrong, in words; null if nothing is. */
  readonly problem: string | null;
}

/** The command, and how it is started. */
interface Runnable {
  readonly command: HandoffCommand;
  readonly launch: Launch;
}

/** Returns the clients that are in use on this machine or in the project of a folder. */
export async function findClients({ command, launch }: Runnable, folder: string): Promise<ReadonlySet<string>> {
  const { output } = await command.run(launch, ["setup", "--dry-run", "--json"], folder);
  try {
    const lines = listOf(recordOf(JSON.parse(output))["setup"], isRecord);
    return new Set(lines.flatMap(({ clients }) => listOf(clients, isText)));
  } catch {
    // Without any client in use, it refuses in words.
    return new Set();
  }
}

/** `handoff setup` for some clients, in a folder. */
export class AgentSetup {
  readonly #command: HandoffCommand;
  readonly #launch: Launch;
  readonly #folder: string;
  readonly #args: readonly string[];

  /** `forUser`: for all projects of the person instead of that of the folder. */
  constructor(found: Runnable, folder: string, clients: readonly string[], forUser: boolean) {
    this.#command = found.command;
    this.#launch = found.launch;
    this.#folder = folder;
    this.#args = ["setup", ...clients, ...(forUser ? ["--user"] : []), "--json"];
  }

  /** Returns what `write` would change. */
  preview(): Promise<SetupReport> {
    return this.#run("--dry-run");
  }

  /** Writes the changes, and checks the servers. */
  write(): Promise<SetupReport> {
    return this.#run();
  }

  /** Removes what setup has written. */
  remove(): Promise<SetupReport> {
    return this.#run("--uninstall");
  }

  /** Checks the servers, and changes nothing. */
  check(): Promise<SetupReport> {
    return this.#run("--check");
  }

  async #run(...more: string[]): Promise<SetupReport> {
    const { code, output, errors } = await this.#command.run(this.#launch, [...this.#args, ...more], this.#folder);
    try {
      return parseReport(JSON.parse(output));
    } catch {
      // The report is there even if something was left alone, so this is an error of another kind.
      throw new Error(errors.trim() || `handoff setup: ${code}`);
    }
  }
}

function parseReport(value: unknown): SetupReport {
  const { setup, files } = recordOf(value);
  const lines = listOf(setup, isRecord);
  return {
    changes: listOf(files, isRecord).map(({ path, before, after }) => ({ path: String(path), before: textOrNull(before), after: textOrNull(after) })),
    remarks: lines.filter(({ state }) => state === "left alone" || state === "skipped").map(({ path, note }) => [path, note].filter(isText).filter((text) => text !== "").join(": ")),
    servers: lines
      .map(({ server }) => server)
      .filter(isRecord)
      .map(({ tools, problem }) => ({ tools: isNumber(tools) ? tools : null, problem: textOrNull(problem) })),
  };
}

function textOrNull(value: unknown): string | null {
  return isText(value) ? value : null;
}
