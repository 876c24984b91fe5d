// Asks in VSCode for the name of a filter, and what to do with saved ones.

import { InputBoxValidationSeverity, l10n, window, type QuickPickItem } from "vscode";
import type { Filter } from "../../../webviews/contract/generated/protocol.ts";
import type { SavedFilter } from "../../../webviews/contract/common.ts";
import { isSameFilter } from "../../../webviews/contract/savedFilters.ts";
import { filterText } from "../views/explorerState.ts";
import type { SavedFilters } from "./savedFilters.ts";

/** Asks for a name and saves the filter. */
export async function saveFilterAs(saved: SavedFilters, filter: Filter): Promise<void> {
  if (isSameFilter(filter, {})) return;
  const name = await askName(saved, { title: l10n.t("Save Filter As"), prompt: filterText(filter), value: "" });
  if (name === undefined) return;
  await saved.save(name, filter);
  window.setStatusBarMessage(l10n.t("Saved the filter “{0}”", name), 4000);
}

/** Asks for one of the saved filters, then renames, replaces or deletes it. */
export async function manageFilters(saved: SavedFilters, current: Filter): Promise<void> {
  const filters = saved.all.map((entry) => ({ label: entry.name, description: filterText(entry.filter), entry }));
  const chosen = await window.showQuickPick(filters, { title: l10n.t("Manage Saved Filters") });
  if (chosen === undefined) return;
  const action = await window.showQuickPick(actionsOn(saved, chosen.entry, current), { title: chosen.entry.name });
  await action?.run();
}

interface Action extends QuickPickItem {
  run(): Promise<void>;
}

function actionsOn(saved: SavedFilters, { name, filter }: SavedFilter, current: Filter): Action[] {
  const canReplace = !isSameFilter(current, {}) && !isSameFilter(current, filter);
  return [
    {
      label: l10n.t("Rename…"),
      run: async () => {
        const to = await askName(saved, { title: l10n.t("Rename “{0}”", name), prompt: filterText(filter), value: name });
        if (to !== undefined) await saved.rename(name, to);
      },
    },
    ...(canReplace ? [{ label: l10n.t("Replace with the Current Filter"), description: filterText(current), run: () => saved.save(name, current) }] : []),
    {
      label: l10n.t("Delete"),
      run: async () => {
        await saved.delete(name);
        const undo = l10n.t("Undo");
        const answer = await window.showInformationMessage(l10n.t("Deleted the filter “{0}”.", name), undo);
        if (answer === undo) await saved.save(name, filter);
      },
    },
  ];
}

/** Asks for the name of a filter. A name that is taken by another one is possible, after a warning. */
async function askName(saved: SavedFilters, { title, prompt, value }: { title: string; prompt: string; value: string }): Promise<string | undefined> {
  const name = await window.showInputBox({
    title,
    prompt,
    value,
    placeHolder: l10n.t("Name of the filter"),
    validateInput: (typed) => {
      const wanted = typed.trim();
      if (wanted === "") return l10n.t("Enter a name");
      if (wanted === value || saved.find(wanted) === undefined) return undefined;
      return { message: l10n.t("Replaces the saved filter “{0}”", wanted), severity: InputBoxValidationSeverity.Warning };
    },
  });
  return name?.trim();
}
