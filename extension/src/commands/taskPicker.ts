// Choosing a task by typing: the engine searches, the editor shows.

import { l10n, window, type QuickPickItem } from "vscode";
import { statusIcon } from "../support/vocabulary.ts";
import type { Project } from "../workspace/project.ts";

const MOST = 50;

interface TaskChoice extends QuickPickItem {
  readonly id: string | null;
}

/** `top`, when given, is offered as the choice of no task. The answer is undefined when the person thinks better of it. */
export function pickTask(project: Project, title: string, top?: string, without: readonly string[] = []): Promise<string | null | undefined> {
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
        // The engine has searched already; the editor must not filter again.
        alwaysShow: true,
      }));
    const none = top === undefined || text !== "" ? [] : [{ id: null, label: top, alwaysShow: true }];
    pick.items = [...none, ...tasks];
  };
  pick.title = title;
  pick.placeholder = l10n.t("Type a part of the title or the id");
  pick.onDidChangeValue(find);
  find("");
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      resolve(chosen?.id);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
