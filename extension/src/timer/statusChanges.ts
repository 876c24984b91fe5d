// Starts and stops timers when the person sets the status of a task, as the settings say. Whoever uses
// timers is asked the first time.

import { ConfigurationTarget, l10n, window, workspace, type Memento } from "vscode";
import type { Command, Status } from "../../../webviews/contract/generated/protocol.ts";
import { combineDisposables, type Disposable } from "../support/emitter.ts";
import type { Commit, Project } from "../workspace/project.ts";
import type { Projects } from "../workspace/projects.ts";
import { actOnTimer, isAlone } from "./timerCommands.ts";
import type { TimeTracker } from "./timeTracker.ts";

type Rule = "timer.startWithStatus" | "timer.stopWithStatus";
type Answer = "ask" | "always" | "never";

/** Global state: true once the person has started a timer. */
const USED = "timerUsed";

export function followStatuses(projects: Pick<Projects, "onDidCommit">, tracker: TimeTracker, memory: Memento): Disposable {
  /** Rules about which this window has asked, in case their settings cannot be written. */
  const asked = new Set<Rule>();
  const isWanted = async (rule: Rule, question: string): Promise<boolean> => {
    const answer = workspace.getConfiguration("handoff").get<Answer>(rule, "ask");
    if (answer !== "ask") return answer === "always";
    if (asked.has(rule) || memory.get(USED) !== true) return false;
    asked.add(rule);
    // Stored before the answer, so that no other window asks meanwhile: a question that is closed
    // without an answer means "never".
    await store(rule, "never");
    const always = l10n.t("Always");
    const chosen = await window.showInformationMessage(question, always, l10n.t("Never"));
    if (chosen !== always) return false;
    await store(rule, "always");
    return true;
  };
  const follow = async (project: Project, { command, result }: Commit): Promise<void> => {
    if (startsTimer(command)) void memory.update(USED, true);
    const change = statusChange(command);
    const status = tracker.status(project);
    if (change === undefined || status === undefined || result.kind !== "done" || !result.changed) return;
    const [id] = change.ids;
    const timed = status.timers.filter((timer) => change.ids.includes(timer.id));
    if (change.status === "in_progress" && change.ids.length === 1 && id !== undefined && !timed.some(({ running }) => running)) {
      const canStart = status.lead.kind === "own" || status.lead.kind === "otherWindow";
      if (canStart && (await isWanted("timer.startWithStatus", l10n.t("Start a timer whenever you set a task in progress?")))) {
        await actOnTimer(tracker, project, { kind: "start", id, alone: isAlone() });
      }
    }
    if ((change.status === "done" || change.status === "review") && timed.length > 0) {
      if (!(await isWanted("timer.stopWithStatus", l10n.t("Stop the timer whenever you set its task to done or in review?")))) return;
      for (const timer of timed) await actOnTimer(tracker, project, { kind: "stop", id: timer.id });
    }
  };
  return combineDisposables([projects.onDidCommit(({ project, ...commit }) => void follow(project, commit))]);
}

/** Stores an answer in the settings of the user, which all windows share. */
async function store(rule: Rule, answer: Answer): Promise<void> {
  try {
    await workspace.getConfiguration("handoff").update(rule, answer, ConfigurationTarget.Global);
  } catch {
    // The file of the settings has a problem, which VSCode reports. The answer counts once.
  }
}

/** Returns the status that a command sets, and the tasks. */
function statusChange(command: Command): { ids: readonly string[]; status: Status } | undefined {
  if (command.kind !== "updateTasks" && command.kind !== "placeCards") return undefined;
  const { status } = command.patch;
  return status === undefined ? undefined : { ids: command.ids, status };
}

function startsTimer(command: Command): boolean {
  return command.kind === "trackTime" && command.record.steps.some(({ agent, next }) => agent === undefined && next.kind === "running");
}
