// Commands on packages: preview, copy, extend, pin, accept, delete.

import { env, l10n, window } from "vscode";
import type { PackageChange, PackageRow, PackageView } from "../../../webviews/contract/generated/protocol.ts";
import { defaultTtl } from "../../../webviews/contract/generated/values.ts";
import type { CommandContext } from "../commands/commandContext.ts";
import type { CommandTable } from "../commands/registry.ts";
import { translateText } from "../support/vocabulary.ts";
import type { PackageTreeNode } from "./packageNode.ts";
import { showPreview } from "./packagePreview.ts";
import { packageTarget, type PackageTarget } from "./packageTarget.ts";

type Action = (context: CommandContext, target: PackageTarget) => unknown;

const actions: Readonly<Record<`handoff.${string}`, readonly [Action, (row: PackageRow) => boolean]>> = {
  "handoff.previewPackage": [preview, () => true],
  "handoff.copyPackage": [copy, () => true],
  "handoff.extendPackage": [extend, ({ pinned }) => !pinned],
  "handoff.pinPackage": [pin(true), ({ pinned }) => !pinned],
  "handoff.unpinPackage": [pin(false), ({ pinned }) => pinned],
  "handoff.acceptPackage": [accept, ({ state }) => state !== "expired"],
  "handoff.deletePackage": [remove, () => true],
};

export function packageCommands(context: CommandContext, selection: () => readonly PackageTreeNode[]): CommandTable {
  return Object.fromEntries(
    Object.entries(actions).map(([id, [act, isOffered]]) => [
      id,
      async (...args: unknown[]) => {
        const target = await packageTarget(context, args, selection(), isOffered);
        return target && (await act(context, target));
      },
    ]),
  );
}

async function preview(_context: CommandContext, target: PackageTarget): Promise<void> {
  if (contentOf(target) !== null) await showPreview(target);
}

async function copy(_context: CommandContext, target: PackageTarget): Promise<void> {
  const content = contentOf(target)?.content;
  if (content === undefined) return;
  await env.clipboard.writeText(content);
  window.setStatusBarMessage(l10n.t("Copied the content of “{0}”", target.row.name), 3000);
}

/** Returns the content; warns if it differs from the stored one. */
function contentOf({ project, row }: PackageTarget): PackageView | null {
  const found = project.view({ kind: "package", id: row.id });
  if (found === null) void window.showWarningMessage(l10n.t("The package “{0}” is gone.", row.name));
  else if (!found.isIntact) void window.showWarningMessage(l10n.t("The content of “{0}” is not what was stored. Its file was changed.", row.name));
  return found;
}

async function extend(context: CommandContext, { project, row }: PackageTarget): Promise<unknown> {
  const change = (ttl: string): PackageChange => ({ kind: "extend", id: row.id, ttl: ttl.trim() });
  const ttl = await window.showInputBox({
    title: l10n.t("Extend “{0}”", row.name),
    prompt: l10n.t("Time to live from now, in hours or days, such as 12h or 7d"),
    value: defaultTtl,
    validateInput: (value) => {
      const plan = project.plan({ kind: "changePackages", change: change(value) });
      return plan.kind === "refused" ? translateText(plan.refusal.text) : undefined;
    },
  });
  return ttl === undefined ? undefined : await context.run(project, { kind: "changePackages", change: change(ttl) });
}

function pin(pinned: boolean): Action {
  return (context, { project, row }) => context.run(project, { kind: "changePackages", change: { kind: "pin", id: row.id, pinned } });
}

async function accept(context: CommandContext, { project, row }: PackageTarget): Promise<unknown> {
  return await context.run(project, { kind: "changePackages", change: { kind: "accept", id: row.id } });
}

async function remove(context: CommandContext, { project, row }: PackageTarget): Promise<unknown> {
  const result = await context.perform(project, { kind: "changePackages", change: { kind: "delete", id: row.id } });
  if (result.kind === "done") void context.offerUndo(project, result.summary);
  return result;
}
