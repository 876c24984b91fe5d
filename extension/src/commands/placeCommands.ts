// Commands that move tasks in the tree. VSCode trees have no drop between rows, so a drop on a
// sibling asks for the place.

import { l10n, window } from "vscode";
import type { Place } from "../../../webviews/contract/generated/protocol.ts";
import type { ExplorerChoice } from "../views/explorerChoice.ts";
import type { Drop } from "../views/taskDrag.ts";
import type { Project } from "../workspace/project.ts";
import type { CommandContext } from "./commandContext.ts";
import type { CommandTable } from "./registry.ts";
import type { Target } from "./targets.ts";
import { pickTask } from "./taskPicker.ts";

export function placeCommands(context: CommandContext, choice: ExplorerChoice): CommandTable {
  const shift = (by: -1 | 1) =>
    context.onTasks(async (target) => {
      // In any other order the result would not be visible.
      if (choice.sort !== "manual") choice.setSort("manual");
      return await shiftTasks(context, target, by);
    });
  return {
    "handoff.moveTaskUp": shift(-1),
    "handoff.moveTaskDown": shift(1),
    "handoff.moveTaskUnder": context.onTasks(async ({ project, ids }) => {
      const parent = await pickTask(project, l10n.t("Move Under…"), l10n.t("Top level"), ids);
      return parent === undefined ? undefined : await moveUnder(context, project, [...ids], parent);
    }),
  };
}

/**
 * Moves dropped tasks below the target. On a sibling in the manual order it asks: before, after or
 * below.
 */
export async function dropTasks(context: CommandContext, choice: ExplorerChoice, { project, ids, onto, isAmongSiblings }: Drop): Promise<unknown> {
  if (onto === undefined) return await moveUnder(context, project, [...ids], null);
  const { id, title, parent = null } = onto.row.card;
  if (!isAmongSiblings || choice.sort !== "manual") return await moveUnder(context, project, [...ids], id);
  const places: { label: string; parent: string | null; place: Place }[] = [
    { label: l10n.t("Before {0}", title), parent, place: { kind: "before", id } },
    { label: l10n.t("After {0}", title), parent, place: { kind: "after", id } },
    { label: l10n.t("Under {0}, as its last subtask", title), parent: id, place: { kind: "last" } },
  ];
  const chosen = await window.showQuickPick(places, {
    title: l10n.t("Select the new position"),
    placeHolder: l10n.t("Press Escape to cancel."),
    // The tree takes the focus when a drop ends, possibly after the quick pick is shown.
    ignoreFocusOut: true,
  });
  if (chosen === undefined) return undefined;
  return await context.run(project, { kind: "updateTasks", ids: [...ids], patch: {}, position: { parent: chosen.parent, place: chosen.place } });
}

async function moveUnder(context: CommandContext, project: Project, ids: string[], parent: string | null): Promise<unknown> {
  return await context.run(project, { kind: "updateTasks", ids, patch: {}, position: { parent, place: { kind: "last" } } });
}

/** Moves tasks past the next sibling that is not moved itself. */
async function shiftTasks(context: CommandContext, { project, ids }: Target, by: -1 | 1): Promise<unknown> {
  const task = project.view({ kind: "task", id: ids[0] });
  if (task === null) return undefined;
  const { rows } = project.view({ kind: "explorer", parent: task.card.parent ?? null, sort: "manual" });
  const siblings = rows.map(({ card }) => card.id);
  const moved = siblings.filter((id) => ids.includes(id));
  const edge = by < 0 ? siblings.indexOf(moved[0] ?? "") : siblings.indexOf(moved.at(-1) ?? "");
  const neighbour = siblings[edge + by];
  if (edge < 0 || neighbour === undefined) return undefined;
  const parent = task.ancestors.at(-1)?.id ?? null;
  const place = { kind: by < 0 ? "before" : "after", id: neighbour } as const;
  return await context.run(project, { kind: "updateTasks", ids: moved, patch: {}, position: { parent, place } });
}
