// The timers of a project: the item in the status bar, and what the files say.
import type { Locator } from "playwright-core";
import { until } from "../../harness/until.ts";
import type { Vscode } from "../../harness/vscode.ts";

/** A time entry as it is in the log. */
export interface LoggedEntry {
  readonly task: string;
  readonly seconds: number;
  readonly source: string;
  readonly actor: { readonly kind: string; readonly name: string };
  readonly start: string;
  readonly end: string;
}

interface TimerFile {
  readonly state: string;
  /** Of a running timer. */
  readonly started_at: string;
  readonly paused_by_idle: boolean;
}

interface AuthorityFile {
  readonly owner: string;
  readonly owner_instance: string;
  readonly heartbeat_at: string;
}

export class TimerPage {
  readonly #vscode: Vscode;

  constructor(vscode: Vscode) {
    this.#vscode = vscode;
  }

  /** The item in the status bar of the current window. */
  get item(): Locator {
    const { page } = this.#vscode;
    return page.locator(".statusbar-item").filter({ has: page.locator('[aria-label^="Timer"], [aria-label$="Start a timer"]') });
  }

  /** The entries in the log, oldest first. */
  entries(): LoggedEntry[] {
    const lines = this.#vscode.filesBelow(".handoff/activity").flatMap((file) => this.#vscode.read(file).split("\n"));
    const added = lines.filter((line) => line.includes('"kind":"entry"')).map((line) => (JSON.parse(line) as { change: { to: LoggedEntry } }).change.to);
    return added.toSorted((left, right) => (left.start < right.start ? -1 : 1));
  }

  /** The timers in the file, by task. */
  timers(): Record<string, TimerFile> {
    return (JSON.parse(this.#vscode.read(".handoff/timer/state.json")) as { timers: Record<string, TimerFile> }).timers;
  }

  /** Returns whether the timer of a task runs. */
  runs(task: string): boolean {
    return this.timers()[task]?.state === "tracking";
  }

  authority(): AuthorityFile {
    return JSON.parse(this.#vscode.read(".handoff/timer/authority.json")) as AuthorityFile;
  }

  /**
   * Picks an action of the timers in the status bar. The list is opened again until it shows the choice: it closes when VSCode gives
   * the keyboard to something else, such as the editor after a message.
   */
  async choose(label: string): Promise<void> {
    await until(`the choice of ${label}`, async () => {
      await this.item.click({ timeout: 1000 });
      return await this.#vscode.chooseIfListed(label);
    });
  }
}

/** Returns whether each entry begins after the end of the one before. */
export function areApart(sorted: readonly LoggedEntry[]): boolean {
  return sorted.every(({ start }, index) => index === 0 || Date.parse(start) >= Date.parse(sorted[index - 1]?.end ?? ""));
}

/** Returns whether the seconds of each entry are those between its start and its end. */
export function areExact(entries: readonly LoggedEntry[]): boolean {
  return entries.every(({ seconds, start, end }) => seconds === (Date.parse(end) - Date.parse(start)) / 1000);
}

/** Returns who worked, in the order of the entries, each once in a row. */
export function workersOf(entries: readonly LoggedEntry[]): string[] {
  const workers = entries.map(({ source, actor }) => `${source} ${actor.kind} ${actor.name}`);
  return workers.filter((worker, index) => worker !== workers[index - 1]);
}
