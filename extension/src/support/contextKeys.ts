// The facts that menus and welcome views of the manifest ask for, each set only when it changes.

import { commands } from "vscode";

export interface ContextKeys {
  /** Whether the window has a project, which nearly every command needs. */
  "handoff.hasProject": boolean;
  /** Whether no workspace folder is left in which a project could be initialized. */
  "handoff.everyFolderHasProject": boolean;
  /** Why the tree looks as it does. */
  "handoff.explorer": "loading" | "noProject" | "noTasks" | "noMatch" | "unread" | "failed" | "ready";
  "handoff.filtered": boolean;
  "handoff.canUndo": boolean;
  "handoff.canRedo": boolean;
  /** The tab in front follows the tree. */
  "handoff.taskFollows": boolean;
}

const current = new Map<keyof ContextKeys, unknown>();

export function setContext<Key extends keyof ContextKeys>(key: Key, value: ContextKeys[Key]): void {
  if (current.get(key) === value) return;
  current.set(key, value);
  void commands.executeCommand("setContext", key, value);
}

/** Returns the value last set; undefined before the first. */
export function contextValue<Key extends keyof ContextKeys>(key: Key): ContextKeys[Key] | undefined {
  return current.get(key) as ContextKeys[Key] | undefined;
}
