// Quick picks beyond those of `window.showQuickPick`.

import { window, type QuickPick, type QuickPickItem } from "vscode";

export interface PickTexts {
  readonly title: string;
  readonly placeholder: string;
}

/** Lets the user check items. Returns undefined if cancelled. */
export function pickMany<Item extends QuickPickItem>(items: readonly Item[], { title, placeholder }: PickTexts): Promise<readonly Item[] | undefined> {
  const pick = window.createQuickPick<Item>();
  pick.title = title;
  pick.placeholder = placeholder;
  pick.canSelectMany = true;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.items = items;
  pick.selectedItems = items.filter(({ picked }) => picked === true);
  return showPick(pick);
}

/** Shows a quick pick. Returns the selected items, or undefined if cancelled. */
export function showPick<Item extends QuickPickItem>(pick: QuickPick<Item>): Promise<readonly Item[] | undefined> {
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      resolve(pick.selectedItems);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
