// Starts and stops timers when the person sets the status of a task, as the settings say. By default, people who
// use timers are asked each time. Invariant: only an answer changes a setting.

import { ConfigurationTarget, l10n, window, workspace, type Memento } from "vscode";
import type { CommandResult, TimerAnswer, TimerQuestion } from "../../../webviews/contract/common.ts";
import type { Command, Status } from "../../../webviews/contract/generated/protocol.ts";
import { taskName } from "../commands/taskCommands.ts";
import type { Disposable } from "../support/emitter.ts";
import type { Commit, Project } from "../workspace/project.ts";
import type { Projects } from "../workspace/projects.ts";
import { actOnTimer, isAlone } from "./timerCommands.ts";
import type { TimeTracker } from "./timeTracker.ts";

type Action = TimerQuestion["action"];
type Rule = "ask" | "always" | "never";

const settings: Record<Action, string> = { start: "timer.startWithStatus", stop: "timer.stopWithStatus" };

/** Global state: true once the person has started a timer. */
const USED = "timerUsed";

/** A timer that may follow the status of its task. */
interface TimerChange {
  readonly action: Action;
  readonly ids: readonly string[];
}

export class StatusTimers {
  readonly #tracker: TimeTracker;
  readonly #memory: Memento;
  /** Actions about which a message of VSCode asks now. */
  readonly #asking = new Set<Action>();

  constructor(tracker: TimeTracker, memory: Memento) {
    this.#tracker = tracker;
    this.#memory = memory;
  }

  /** Follows the commits of the window. Asks about those whose origin does not ask itself, as a page with messages does. */
  follow(projects: Pick<Projects, "onDidCommit">, asksItself: (origin: unknown) => boolean): Disposable {
    return projects.onDidCommit(({ project, origin, command, result }) => void this.#followCommit(project, { origin, command, result }, asksItself(origin)));
  }

  /** Returns what to ask after a command, if anything. */
  question(project: Project, command: Command, result: CommandResult): TimerQuestion | undefined {
    const change = this.#changeOf(project, command, result);
    if (change === undefined || ruleOf(change.action) !== "ask" || this.#memory.get(USED) !== true) return undefined;
    const ids = [...change.ids];
    const tasks = ids.map((id) => taskName(project, id)).join(", ");
    const [text, once] =
      change.action === "start"
        ? [l10n.t("Start the timer of {0}?", tasks), l10n.t("Start Timer")]
        : [l10n.t("Stop the timer of {0}?", tasks), l10n.t("Stop Timer")];
    const choices: TimerQuestion["choices"] = [
      { answer: "once", label: once },
      { answer: "always", label: l10n.t("Always") },
      { answer: "never", label: l10n.t("Never") },
    ];
    return { action: change.action, ids, text, choices };
  }

  /** Applies the answer to a question. */
  async answer(project: Project, { action, ids }: Pick<TimerQuestion, "action" | "ids">, answer: TimerAnswer): Promise<void> {
    if (answer !== "once") await store(action, answer);
    if (answer !== "never") await this.#act(project, { action, ids });
  }

  async #followCommit(project: Project, { command, result }: Commit, asksItself: boolean): Promise<void> {
    if (startsTimer(command)) void this.#memory.update(USED, true);
    const change = this.#changeOf(project, command, result);
    if (change === undefined) return;
    if (ruleOf(change.action) === "always") await this.#act(project, change);
    const question = asksItself ? undefined : this.question(project, command, result);
    if (question === undefined || this.#asking.has(question.action)) return;
    this.#asking.add(question.action);
    try {
      const labels = question.choices.map(({ label }) => label);
      const label = await window.showInformationMessage(question.text, ...labels);
      const choice = question.choices.find((other) => other.label === label);
      if (choice !== undefined) await this.answer(project, question, choice.answer);
    } finally {
      this.#asking.delete(question.action);
    }
  }

  async #act(project: Project, { action, ids }: TimerChange): Promise<void> {
    for (const id of ids) await actOnTimer(this.#tracker, project, action === "start" ? { kind: "start", id, alone: isAlone() } : { kind: "stop", id });
  }

  #changeOf(project: Project, command: Command, result: CommandResult): TimerChange | undefined {
    const change = statusChange(command);
    const tracked = this.#tracker.status(project);
    if (change === undefined || tracked === undefined || result.kind !== "done" || !result.changed) return undefined;
    const timed = tracked.timers.filter((timer) => change.ids.includes(timer.id));
    const [id] = change.ids;
    if (change.status === "in_progress" && change.ids.length === 1 && id !== undefined) {
      const canStart = tracked.lead.kind === "own" || tracked.lead.kind === "otherWindow";
      return canStart && !timed.some(({ running }) => running) && !isOfOthers(project, id) ? { action: "start", ids: [id] } : undefined;
    }
    const isFinished = change.status === "done" || change.status === "review";
    return isFinished && timed.length > 0 ? { action: "stop", ids: timed.map((timer) => timer.id) } : undefined;
  }
}

/** Returns whether a task is assigned to somebody else than the person. */
function isOfOthers(project: Project, id: string): boolean {
  const assignee = project.view({ kind: "task", id })?.card.assignee;
  return assignee !== undefined && assignee !== project.summary.person;
}

function ruleOf(action: Action): Rule {
  return workspace.getConfiguration("handoff").get<Rule>(settings[action], "ask");
}

/** Stores an answer in the settings of the user, which all windows share. */
async function store(action: Action, answer: Rule): Promise<void> {
  try {
    await workspace.getConfiguration("handoff").update(settings[action], answer, ConfigurationTarget.Global);
  } catch {
    // The file of the settings has a problem, which VSCode reports. The answer counts once.
  }
}

/** Returns the status that a command sets, and the tasks. */
function statusChange(command: Command): { ids: readonly string[]; status: Status } | undefined {
  if (command.kind !== "updateTasks") return undefined;
  const { status } = command.patch;
  return status === undefined ? undefined : { ids: command.ids, status };
}

function startsTimer(command: Command): boolean {
  return command.kind === "trackTime" && command.record.changes.some(({ agent, next }) => agent === undefined && next.kind === "running");
}
