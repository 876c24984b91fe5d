// Views that a person has saved under a name: filters, with what pages display. They are stored by the
// editor, for the workspace, and apply to any of its projects, so they are read here. The engine reads
// those of a project.
import { viewPages } from "./common.ts";
import type { Display, ShownView } from "./common.ts";
import type { Filter, ProjectView, SavedView } from "./generated/protocol.ts";
import { readFilter } from "./queries.ts";
import { isRecord, isText, listOf, recordOf } from "./validate.ts";

/** What is known about the names in a filter. */
type KnownNames = Pick<ProjectView, "assignees" | "labels" | "milestones">;

/** Reads saved views from storage. Each name is there once. */
export function readSavedViews(value: unknown): SavedView[] {
  const saved = listOf(value, isNamed).map(({ name, filter, displays }) => ({ name, filter: readFilter(filter), ...readDisplays(displays) }));
  return [...new Map(saved.map((entry) => [entry.name, entry])).values()];
}

function readDisplays(value: unknown): Pick<SavedView, "displays"> {
  const stored = recordOf(value);
  const displays = viewPages.flatMap((page): [string, Display][] => (isRecord(stored[page]) ? [[page, stored[page]]] : []));
  return displays.length === 0 ? {} : { displays: Object.fromEntries(displays) };
}

/** Reads what a page shows from a message. */
export function readShownView(value: unknown): ShownView {
  const { filter, display } = recordOf(value);
  return { filter: readFilter(filter), display: recordOf(display) };
}

function isNamed(value: unknown): value is { name: string; filter: unknown; displays?: unknown } {
  const { name } = recordOf(value);
  return isText(name) && name !== "";
}

/** Returns whether two filters have the same conditions, in any order. */
export function isSameFilter(one: Filter, other: Filter): boolean {
  return normalForm(one) === normalForm(other);
}

function normalForm(filter: Filter): string {
  const conditions = Object.entries(readFilter(filter)).map(([name, value]) => JSON.stringify([name, Array.isArray(value) ? value.map(String).toSorted() : value]));
  return conditions.toSorted().join(" ");
}

/** Returns the people, labels and milestones of a filter that none of the projects has. */
export function absentNames(filter: Filter, projects: readonly KnownNames[]): string[] {
  const absent = (chosen: readonly string[] | undefined, known: (project: KnownNames) => readonly string[]): string[] =>
    (chosen ?? []).filter((name) => name !== "" && !projects.some((project) => known(project).includes(name)));
  return [
    ...absent(filter.assignees, ({ assignees }) => assignees.map(({ key }) => key)),
    ...absent(filter.labels, ({ labels }) => labels),
    ...absent(filter.milestones, ({ milestones }) => milestones.map(({ name }) => name)),
  ];
}
