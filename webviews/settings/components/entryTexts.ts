// The texts about people, milestones and labels.
import { t } from "@vscode/l10n";
import type { EntryKind } from "../rules/sections.ts";

export interface EntryTexts {
  about: string;
  none: string;
  /** Label of the field for a new name. */
  newName: string;
  add: string;
  /** Title of its name, and what the name is for. */
  name: string;
  nameText: string;
  /** What removing an entry does to the tasks that name it. */
  removal: (tasks: number) => string;
}

export function entryTexts(kind: EntryKind): EntryTexts {
  switch (kind) {
    case "assignees":
      return {
        about: t("Who works on tasks, with their own hours and days off. A task can name somebody who is not in this list."),
        none: t("Nobody yet."),
        newName: t("Short name of a person or agent"),
        name: t("Short name"),
        nameText: t("The name by which tasks refer to this person or agent. A new name is set in all tasks."),
        add: t("Add Person"),
        removal: (tasks) => (tasks === 0 ? t("No task is assigned.") : tasks === 1 ? t("1 task is then unassigned.") : t("{0} tasks are then unassigned.", tasks)),
      };
    case "milestones":
      return {
        about: t("Dates that tasks work towards."),
        none: t("No milestone yet."),
        newName: t("Name of a milestone"),
        name: t("Name"),
        nameText: t("A new name is set in all tasks."),
        add: t("Add Milestone"),
        removal: stillNamed,
      };
    case "labels":
      return {
        about: t("The labels that the fields offer, with their colors. A task can have others."),
        none: t("No label yet."),
        newName: t("Name of a label"),
        name: t("Name"),
        nameText: t("A new name is set in all tasks."),
        add: t("Add Label"),
        removal: stillNamed,
      };
  }
}

function stillNamed(tasks: number): string {
  if (tasks === 0) return t("No task names it.");
  return tasks === 1 ? t("1 task still names it afterwards.") : t("{0} tasks still name it afterwards.", tasks);
}
