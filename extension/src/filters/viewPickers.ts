// Asks in VSCode for whom a view is and for its name, and what to do with saved ones.

import { InputBoxValidationSeverity, l10n, window, type QuickPickItem } from "vscode";
import type { Filter, SavedView } from "../../../webviews/contract/generated/protocol.ts";
import { isSameFilter } from "../../../webviews/contract/savedViews.ts";
import { filterText } from "../views/explorerState.ts";
import type { ViewToSave } from "./savedViews.ts";
import type { ViewStore } from "./viewStores.ts";

/** Asks for whom the view is and for its name, and saves it. */
export async function saveViewAs(stores: readonly ViewStore[], view: ViewToSave): Promise<void> {
  const title = l10n.t("Save View");
  const store = await askOwner(stores, title);
  if (store === undefined) return;
  const name = await askName({ title, prompt: describe(view.filter), value: "" }, (taken) => (isTaken(store, taken) ? replaces(taken) : undefined));
  if (name !== undefined) await store.save(name, view);
}

/** Returns where to store a view. Asks if a project can be written. */
async function askOwner(stores: readonly ViewStore[], title: string): Promise<ViewStore | undefined> {
  const writable = stores.filter(({ project }) => project === null || project.readOnly === null);
  if (writable.length < 2) return writable[0];
  const several = writable.length > 2;
  const items = writable.map((store) => ({ ...ownerItem(store, several), store }));
  return (await window.showQuickPick(items, { title, placeHolder: l10n.t("Who is offered this view?") }))?.store;
}

function ownerItem({ project }: ViewStore, several: boolean): QuickPickItem {
  if (project === null) return { label: l10n.t("Only Me"), description: l10n.t("stored in VSCode, for this workspace") };
  return {
    label: several ? l10n.t("Everybody in {0}", project.name) : l10n.t("Everybody in the Project"),
    description: l10n.t("stored in .handoff/views.toml, which Git shares"),
  };
}

/** Returns the line of a saved view, with its filter; those of a project have a mark. */
export function viewItem({ project }: ViewStore, view: SavedView, several: boolean): QuickPickItem {
  const owner = several ? project?.name : project && l10n.t("view of the project");
  return {
    label: `$(${project === null ? "bookmark" : "organization"}) ${view.name}`,
    description: [describe(view.filter), ...(owner === undefined || owner === null ? [] : [owner])].join(" · "),
  };
}

function describe(filter: Filter): string {
  return isSameFilter(filter, {}) ? l10n.t("All tasks") : filterText(filter);
}

/** Asks for one of the saved views, then renames, replaces or deletes it. */
export async function manageViews(stores: readonly ViewStore[], current: ViewToSave): Promise<void> {
  const several = stores.length > 2;
  const views = stores.flatMap((store) => store.all.map((view) => ({ ...viewItem(store, view, several), store, view })));
  const chosen = await window.showQuickPick(views, { title: l10n.t("Manage Views") });
  if (chosen === undefined) return;
  const action = await window.showQuickPick(actionsOn(chosen.store, chosen.view, current), { title: chosen.view.name });
  await action?.run();
}

interface Action extends QuickPickItem {
  run(): Promise<void>;
}

function actionsOn(store: ViewStore, view: SavedView, current: ViewToSave): Action[] {
  const { name, filter } = view;
  return [
    {
      label: l10n.t("Rename…"),
      run: async () => {
        // What others use is not replaced by a rename.
        const check = (taken: string) => {
          if (taken === name || !isTaken(store, taken)) return undefined;
          return store.project === null ? replaces(taken) : l10n.t("The project has a view “{0}” already", taken);
        };
        const to = await askName({ title: l10n.t("Rename “{0}”", name), prompt: describe(filter), value: name }, check);
        if (to !== undefined) await store.rename(name, to);
      },
    },
    { label: l10n.t("Replace with What Is Shown"), description: describe(current.filter), run: () => store.save(name, current) },
    { label: l10n.t("Delete"), run: () => store.delete(view) },
  ];
}

function isTaken({ all }: ViewStore, name: string): boolean {
  return all.some((view) => view.name === name);
}

type Validation = string | { message: string; severity: InputBoxValidationSeverity } | undefined;

function replaces(name: string): Validation {
  return { message: l10n.t("Replaces the view “{0}”", name), severity: InputBoxValidationSeverity.Warning };
}

/** Asks for the name of a view. */
async function askName(question: { title: string; prompt: string; value: string }, check: (name: string) => Validation): Promise<string | undefined> {
  const name = await window.showInputBox({
    ...question,
    placeHolder: l10n.t("Name of the view"),
    validateInput: (typed) => (typed.trim() === "" ? l10n.t("Enter a name") : check(typed.trim())),
  });
  return name?.trim();
}
