// The facts that menus and welcome views of the manifest ask for, each set only when it changes.

import { commands } from "vscode";

export interface ContextKeys {
  /** Why the tree looks as it does. */
  "handoff.explorer": "loading" | "noProject" | "noTasks" | "noMatch" | "unread" | "failed" | "ready";
  "handoff.filtered": boolean;
  "handoff.canUndo": boolean;
  "handoff.canRedo": boolean;
}

const current = new Map<keyof ContextKeys, unknown>();

export function setContext<Key extends keyof ContextKeys>(key: Key, value: ContextKeys[Key]): void {
  if (current.get(key) === value) return;
  current.set(key, value);
  void commands.executeCommand("setContext", key, value);
}
