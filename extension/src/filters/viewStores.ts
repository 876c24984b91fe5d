// Where views are stored: for one person in this workspace, or in a project for everybody.

import { l10n, window } from "vscode";
import type { CommandResult } from "../../../webviews/contract/common.ts";
import type { Command, SavedView } from "../../../webviews/contract/generated/protocol.ts";
import type { Project } from "../workspace/project.ts";
import type { SavedViews, ViewToSave } from "./savedViews.ts";

/** The views of one owner, and what a person does with them. Each action reports what came of it. */
export interface ViewStore {
  /** Null for the person of this window. */
  readonly project: Pick<Project, "name" | "readOnly"> | null;
  readonly all: readonly SavedView[];
  /** Saves a view, in place of one of the same name, from which it keeps what other pages display. */
  save(name: string, view: ViewToSave): Promise<void>;
  rename(name: string, to: string): Promise<void>;
  delete(view: SavedView): Promise<void>;
}

export function personalViews(saved: SavedViews): ViewStore {
  return {
    project: null,
    get all() {
      return saved.all;
    },
    save: async (name, view) => {
      await saved.save(name, view);
      window.setStatusBarMessage(l10n.t("Saved the view “{0}”", name), 4000);
    },
    rename: (name, to) => saved.rename(name, to),
    delete: async (view) => {
      await saved.delete(view.name);
      const undo = l10n.t("Undo");
      const answer = await window.showInformationMessage(l10n.t("Deleted the view “{0}”.", view.name), undo);
      if (answer === undo) await saved.save(view.name, view);
    },
  };
}

/** Carries out commands on projects. */
interface Performer {
  /** Reports a refusal in VSCode. */
  perform(project: Project, command: Command): Promise<CommandResult>;
  offerUndo(project: Project, summary: string): Promise<unknown>;
}

export function projectViews(project: Project, commands: Performer): ViewStore {
  const all = (): readonly SavedView[] => project.summary.views ?? [];
  /** Returns what was done; undefined if it was refused, which has been reported. */
  const perform = async (command: Command): Promise<string | undefined> => {
    const result = await commands.perform(project, command);
    return result.kind === "done" && result.changed ? result.summary : undefined;
  };
  const report = (summary: string | undefined): void => {
    if (summary !== undefined) window.setStatusBarMessage(summary, 4000);
  };
  return {
    project,
    get all() {
      return all();
    },
    save: async (name, { filter, displays }) => {
      const view: SavedView = { name, filter, ...(displays !== undefined && { displays }) };
      report(await perform({ kind: "saveView", view, replace: all().some((other) => other.name === name) }));
    },
    rename: async (name, to) => report(await perform({ kind: "renameView", name, to })),
    delete: async ({ name }) => {
      const summary = await perform({ kind: "deleteView", name });
      if (summary !== undefined) await commands.offerUndo(project, summary);
    },
  };
}
