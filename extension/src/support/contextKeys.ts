// Context keys for the `when` clauses of the manifest. A key is set only when its value changes.

import { commands } from "vscode";

export interface ContextKeys {
  /** The window has a project. */
  "handoff.hasProject": boolean;
  /** No workspace folder is left in which a project could be initialized. */
  "handoff.everyFolderHasProject": boolean;
  /** No MCP server can run, because the extension host runs no programs. */
  "handoff.noServer": boolean;
  /** An agent has changed something while this window was open. It ticks a step of the walkthrough. */
  "handoff.agentHasCalled": boolean;
  /** A task got another status while this window was open. It ticks a step of the walkthrough. */
  "handoff.taskMoved": boolean;
  /** State of the Task Explorer. */
  "handoff.explorer": "loading" | "noProject" | "noTasks" | "noMatch" | "unread" | "failed" | "ready";
  "handoff.filtered": boolean;
  /** The Task Explorer hides finished tasks. */
  "handoff.openOnly": boolean;
  "handoff.canUndo": boolean;
  "handoff.canRedo": boolean;
  /** Writing can be paused in a project of the window. */
  "handoff.canPause": boolean;
  /** Writing is paused in a project of the window. */
  "handoff.canResume": boolean;
  /** A handover is half done in a project of the window. */
  "handoff.canResumeHandover": boolean;
  /** Somebody else holds a task of the window. */
  "handoff.canTakeOver": boolean;
  /** The user holds a task of the window. */
  "handoff.canRelease": boolean;
  /** A task of the window has a timer, running or paused. */
  "handoff.hasTimer": boolean;
  /** A timer of the window runs. */
  "handoff.timerRuns": boolean;
  /** The active tab is the preview tab. */
  "handoff.taskFollows": boolean;
}

const current = new Map<keyof ContextKeys, unknown>();

export function setContext<Key extends keyof ContextKeys>(key: Key, value: ContextKeys[Key]): void {
  if (current.get(key) === value) return;
  current.set(key, value);
  void commands.executeCommand("setContext", key, value);
}

/** Returns the value that was set last; undefined before the first. */
export function contextValue<Key extends keyof ContextKeys>(key: Key): ContextKeys[Key] | undefined {
  return current.get(key) as ContextKeys[Key] | undefined;
}
