// A quick pick of tasks. The engine searches, VSCode shows the results.

import { l10n, window, type QuickPickItem } from "vscode";
import { showPick } from "../support/quickPick.ts";
import { statusIcon } from "../support/vocabulary.ts";
import type { Project } from "../workspace/project.ts";

const MOST = 50;

interface TaskChoice extends QuickPickItem {
  readonly id: string | null;
}

/**
 * Lets the user pick a task. `top`, if given, is an extra choice that means no task (null). Returns
 * undefined if cancelled.
 */
export async function pickTask(project: Project, title: string, top?: string, without: readonly string[] = []): Promise<string | null | undefined> {
  const pick = window.createQuickPick<TaskChoice>();
  const find = (text: string): void => {
    const found = project.view({ kind: "search", text, limit: MOST });
    const tasks = found
      .filter(({ id }) => !without.includes(id))
      .map((task) => ({
        id: task.id,
        label: task.title,
        description: task.id,
        iconPath: statusIcon(task.status),
        // The engine has filtered already; VSCode must not filter again.
        alwaysShow: true,
      }));
    const none = top === undefined || text !== "" ? [] : [{ id: null, label: top, alwaysShow: true }];
    pick.items = [...none, ...tasks];
  };
  pick.title = title;
  pick.placeholder = l10n.t("Type part of the title or ID");
  pick.onDidChangeValue(find);
  find("");
  return (await showPick(pick))?.[0]?.id;
}
