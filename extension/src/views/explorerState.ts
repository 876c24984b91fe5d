// Why the Task Explorer is empty, and the line above it.

import type { Filter, Sort, Text } from "../../../webviews/contract/generated/protocol.ts";
import type { ContextKeys } from "../support/contextKeys.ts";
import type { Project } from "../workspace/project.ts";
import { l10n } from "vscode";
import { countText, priorityName, sortName, statusName, translateText } from "../support/vocabulary.ts";

/** Counts over all projects of this window. */
export interface ExplorerSummary {
  readonly all: readonly Pick<Project, "state" | "summary">[];
  /** The window's folders have been searched for projects. */
  readonly isSearched: boolean;
  /** Number of projects in the tree. */
  readonly projects: number;
  readonly total: number;
  readonly matches: number;
}

/** Returns what could not be read, so that tasks may be missing. */
export function unreadTexts(all: ExplorerSummary["all"]): Text[] {
  return all.flatMap((project) => (project.state === "ready" ? project.summary.unread : []));
}

export function explorerState({ all, isSearched, projects, total, matches }: ExplorerSummary): ContextKeys["handoff.explorer"] {
  const isPartial = unreadTexts(all).length > 0;
  if (projects === 0) {
    if (!isSearched) return "loading";
    if (all.some(({ state }) => state === "failed")) return "failed";
    if (all.some(({ state }) => state === "idle" || state === "loading")) return "loading";
    return isPartial ? "unread" : "noProject";
  }
  if (projects === 1 && total === 0) return isPartial ? "unread" : "noTasks";
  return matches === 0 ? "noMatch" : "ready";
}

export interface ShownTasks extends Pick<ExplorerSummary, "total" | "matches"> {
  /** What could not be read. */
  readonly unread: readonly Text[];
  /** Why settings of projects could not be read. */
  readonly configProblems: readonly Text[];
  readonly isTrusted: boolean;
  /** Null without conditions. */
  readonly filter: Filter | null;
  /** Whether finished tasks are hidden. */
  readonly isOpenOnly: boolean;
  readonly sort: Sort;
}

/** Returns the line above the tree. */
export function explorerMessage({ unread, configProblems, isTrusted, filter, isOpenOnly, sort, matches, total }: ShownTasks): string {
  const missing = unread.map(translateText);
  if (total === 0) return missing.join(" ");
  return [
    ...missing,
    ...configProblems.map((problem) => l10n.t("The settings of the project could not be read. {0}", translateText(problem))),
    ...(isTrusted ? [] : [l10n.t("Restricted Mode: tasks are read-only.")]),
    ...(filter === null ? [] : [l10n.t("{0} of {1} tasks: {2}", countText(matches), countText(total), filterText(filter))]),
    ...(isOpenOnly && filter?.statuses === undefined ? [l10n.t("Finished tasks are hidden.")] : []),
    ...(sort === "manual" ? [] : [l10n.t("Sorted by: {0}", sortName(sort))]),
  ].join(" ");
}

/** Describes a filter. */
export function filterText(filter: Filter): string {
  const parts = [
    filter.text === undefined ? [] : [l10n.t("text “{0}”", filter.text)],
    filter.statuses?.map(statusName) ?? [],
    filter.priorities?.map(priorityName) ?? [],
    namesOrNone(filter.assignees, l10n.t("Unassigned")),
    namesOrNone(filter.labels, l10n.t("No label")),
    namesOrNone(filter.milestones, l10n.t("No milestone")),
    filter.overdue === true ? [l10n.t("overdue tasks only")] : [],
  ];
  return parts
    .filter((part) => part.length > 0)
    .map((part) => part.join(", "))
    .join(" · ");
}

/** The empty text means "none". */
function namesOrNone(values: string[] | undefined, none: string): string[] {
  return values?.map((value) => value || none) ?? [];
}
