// Commands that take over a task that somebody else holds, and release tasks.

import { l10n, window } from "vscode";
import { heldText } from "../support/vocabulary.ts";
import type { Project } from "../workspace/project.ts";
import type { CommandContext } from "./commandContext.ts";
import type { CommandTable } from "./registry.ts";
import { namesAny, type Target } from "./targets.ts";

export function claimCommands(context: CommandContext): CommandTable {
  return {
    "handoff.takeOverTask": async (...args) => {
      const target = await heldTarget(context, args, "others", l10n.t("Nobody else holds a task here."));
      if (target === undefined) return;
      for (const id of target.ids) await context.takeOver(target.project, id);
    },
    "handoff.releaseTask": async (...args) => {
      const target = await heldTarget(context, args, "own", l10n.t("You hold no task here."));
      return target && (await context.run(target.project, { kind: "releaseTasks", ids: [...target.ids] }));
    },
  };
}

/**
 * Returns the held tasks among those that a command is about. Without any, asks for one of the held
 * tasks of the window.
 */
async function heldTarget(
  context: CommandContext,
  args: readonly unknown[],
  whose: "own" | "others",
  none: string,
): Promise<Target | undefined> {
  const heldIn = ({ summary }: Project): readonly string[] => summary.claims?.[whose] ?? [];
  const named = context.named(args);
  const [id, ...others] = named?.ids.filter((one) => heldIn(named.project).includes(one)) ?? [];
  if (named !== undefined && id !== undefined) return { project: named.project, ids: [id, ...others] };
  await context.projects.load();
  const ready = context.projects.all.filter(({ state }) => state === "ready");
  const items = ready.flatMap((project) => heldIn(project).map((held) => heldItem(project, held)));
  if (items.length === 0 || namesAny(args)) {
    void window.showInformationMessage(none);
    return undefined;
  }
  return (await window.showQuickPick(items, { title: l10n.t("Select a task") }))?.target;
}

function heldItem(project: Project, id: string) {
  const card = project.view({ kind: "task", id })?.card;
  const description = card?.holder === undefined ? "" : heldText(card.holder);
  return { label: `${id} ${card?.title ?? ""}`, description, target: { project, ids: [id] } satisfies Target };
}
