// The command that restores deleted tasks and files from the trash.

import { env, l10n, QuickPickItemKind, ThemeIcon, window, type QuickPickItem } from "vscode";
import type { Actor, TrashEntry, TrashKind } from "../../../webviews/contract/generated/protocol.ts";
import type { CommandContext } from "../commands/commandContext.ts";
import type { CommandTable } from "../commands/registry.ts";
import type { RevealTask } from "../commands/taskCommands.ts";
import { shortTime } from "../support/dateFormat.ts";
import { pickMany } from "../support/quickPick.ts";
import type { Project } from "../workspace/project.ts";

export interface TrashRow extends QuickPickItem {
  /** Undefined for a heading. */
  readonly entry?: TrashEntry;
}

export function trashCommands(context: CommandContext, reveal: RevealTask): CommandTable {
  return {
    "handoff.restoreTasks": context.onProject((project) => restoreTasks(context, project, reveal)),
  };
}

async function restoreTasks(context: CommandContext, project: Project, reveal: RevealTask): Promise<unknown> {
  const entries = await project.onDemand.readTrash();
  if (entries.length === 0) {
    void window.showInformationMessage(l10n.t("The trash of {0} is empty.", project.name));
    return undefined;
  }
  const chosen = await pickMany(trashRows(entries, env.language), {
    title: l10n.t("Restore Deleted Tasks of {0}", project.name),
    placeholder: l10n.t("Select what to restore. Type to filter by title, ID, person or day."),
  });
  const paths = (chosen ?? []).flatMap(({ entry }) => (entry === undefined ? [] : [entry.path]));
  if (paths.length === 0) return undefined;
  const result = await context.perform(project, { kind: "restoreTrash", entries: paths });
  if (result.kind !== "done") return result;
  void context.offerUndo(project, result.summary, result.warnings);
  const [first] = result.created;
  if (first !== undefined) await reveal(project, first);
  return result;
}

const icons: Record<TrashKind, string> = {
  task: "checklist",
  session: "comment-discussion",
  memory: "lightbulb",
  referral: "mail",
  document: "book",
  baseline: "graph-line",
  other: "file",
};

/** Returns a row for each entry: tasks first, then everything else under a heading. */
export function trashRows(entries: readonly TrashEntry[], locale: string): TrashRow[] {
  const tasks = entries.filter(({ kind }) => kind === "task");
  const others = entries.filter(({ kind }) => kind !== "task");
  const rows = (some: readonly TrashEntry[]) => some.map((entry) => row(entry, locale));
  if (others.length === 0) return rows(tasks);
  const heading: TrashRow = { label: l10n.t("Other files"), kind: QuickPickItemKind.Separator };
  return [...rows(tasks), heading, ...rows(others)];
}

function row(entry: TrashEntry, locale: string): TrashRow {
  const { id = "", parent, subtasks } = entry;
  const under = parent === undefined ? id : l10n.t("{0}, under {1}", id, parent);
  return {
    label: entry.title,
    description: entry.kind === "task" ? under : (entry.origin ?? entry.path),
    detail: [deletion(entry, locale), ...(subtasks === 0 ? [] : [subtaskCount(subtasks)])].join(" · "),
    iconPath: new ThemeIcon(icons[entry.kind]),
    entry,
  };
}

function deletion({ deletedAt, deletedBy }: TrashEntry, locale: string): string {
  const by = deletedBy === undefined ? "" : actorText(deletedBy);
  if (deletedAt === undefined) return l10n.t("Deleted");
  const at = shortTime(deletedAt, locale);
  return by === "" ? l10n.t("Deleted {0}", at) : l10n.t("Deleted {0} by {1}", at, by);
}

/** Returns the name of an actor in a sentence. */
function actorText({ kind, name }: Actor): string {
  if (kind !== "agent") return name;
  return name === "" ? l10n.t("an agent") : l10n.t("agent {0}", name);
}

function subtaskCount(count: number): string {
  return count === 1 ? l10n.t("1 subtask") : l10n.t("{0} subtasks", count);
}
