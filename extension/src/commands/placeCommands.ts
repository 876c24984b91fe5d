// Commands that move tasks in the tree. The editor's trees have no drop between rows, so order is changed by command.

import { l10n } from "vscode";
import type { ExplorerChoice } from "../views/explorerChoice.ts";
import type { Project } from "../workspace/project.ts";
import type { Desk } from "./desk.ts";
import type { CommandTable } from "./registry.ts";
import type { Target } from "./targets.ts";
import { pickTask } from "./taskPicker.ts";

export function placeCommands(desk: Desk, choice: ExplorerChoice): CommandTable {
  const shift =
    (by: -1 | 1) =>
    async (...args: unknown[]) => {
      const target = await desk.target(args, l10n.t("Which task?"));
      if (target === undefined) return undefined;
      // Another order would hide what was done.
      if (choice.sort !== "manual") choice.setSort("manual");
      return await shiftTasks(desk, target, by);
    };
  return {
    "handoff.moveTaskUp": shift(-1),
    "handoff.moveTaskDown": shift(1),
    "handoff.moveTaskUnder": async (...args) => {
      const target = await desk.target(args, l10n.t("Which task?"));
      if (target === undefined) return undefined;
      const { project, ids } = target;
      const parent = await pickTask(project, l10n.t("Move under…"), l10n.t("Top level"), ids);
      return parent === undefined ? undefined : await moveUnder(desk, project, [...ids], parent);
    },
  };
}

export async function moveUnder(desk: Desk, project: Project, ids: string[], parent: string | null): Promise<unknown> {
  return await desk.run(project, { kind: "moveTasks", ids, parent, place: { kind: "last" } });
}

/** Moves tasks past the next sibling that is not among them. */
async function shiftTasks(desk: Desk, { project, ids }: Target, by: -1 | 1): Promise<unknown> {
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
  return await desk.run(project, { kind: "moveTasks", ids: moved, parent, place });
}
