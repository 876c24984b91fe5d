// Asks in VSCode for the name of a view, and what to do with saved ones.

import { InputBoxValidationSeverity, l10n, window, type QuickPickItem } from "vscode";
import type { Filter } from "../../../webviews/contract/generated/protocol.ts";
import type { SavedView } from "../../../webviews/contract/common.ts";
import { isSameFilter } from "../../../webviews/contract/savedViews.ts";
import { filterText } from "../views/explorerState.ts";
import type { SavedViews, ViewToSave } from "./savedViews.ts";

/** Asks for a name and saves the view. */
export async function saveViewAs(saved: SavedViews, view: ViewToSave): Promise<void> {
  const name = await askName(saved, { title: l10n.t("Save View"), prompt: describe(view.filter), value: "" });
  if (name === undefined) return;
  await saved.save(name, view);
  window.setStatusBarMessage(l10n.t("Saved the view “{0}”", name), 4000);
}

function describe(filter: Filter): string {
  return isSameFilter(filter, {}) ? l10n.t("All tasks") : filterText(filter);
}

/** Asks for one of the saved views, then renames, replaces or deletes it. */
export async function manageViews(saved: SavedViews, current: ViewToSave): Promise<void> {
  const views = saved.all.map((entry) => ({ label: entry.name, description: describe(entry.filter), entry }));
  const chosen = await window.showQuickPick(views, { title: l10n.t("Manage Views") });
  if (chosen === undefined) return;
  const action = await window.showQuickPick(actionsOn(saved, chosen.entry, current), { title: chosen.entry.name });
  await action?.run();
}

interface Action extends QuickPickItem {
  run(): Promise<void>;
}

function actionsOn(saved: SavedViews, view: SavedView, current: ViewToSave): Action[] {
  const { name, filter } = view;
  return [
    {
      label: l10n.t("Rename…"),
      run: async () => {
        const to = await askName(saved, { title: l10n.t("Rename “{0}”", name), prompt: describe(filter), value: name });
        if (to !== undefined) await saved.rename(name, to);
      },
    },
    { label: l10n.t("Replace with What Is Shown"), description: describe(current.filter), run: () => saved.save(name, current) },
    {
      label: l10n.t("Delete"),
      run: async () => {
        await saved.delete(name);
        const undo = l10n.t("Undo");
        const answer = await window.showInformationMessage(l10n.t("Deleted the view “{0}”.", name), undo);
        if (answer === undo) await saved.save(name, view);
      },
    },
  ];
}

/** Asks for the name of a view. A name that is taken by another one is possible, after a warning. */
async function askName(saved: SavedViews, { title, prompt, value }: { title: string; prompt: string; value: string }): Promise<string | undefined> {
  const name = await window.showInputBox({
    title,
    prompt,
    value,
    placeHolder: l10n.t("Name of the view"),
    validateInput: (typed) => {
      const wanted = typed.trim();
      if (wanted === "") return l10n.t("Enter a name");
      if (wanted === value || saved.find(wanted) === undefined) return undefined;
      return { message: l10n.t("Replaces the view “{0}”", wanted), severity: InputBoxValidationSeverity.Warning };
    },
  });
  return name?.trim();
}
