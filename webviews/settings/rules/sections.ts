// The sections of the page, and what of them matches a search. Pure apart from the language.
import { t } from "@vscode/l10n";
import type { Setting, SettingsEntry, SettingsSubject, SettingsView } from "../../contract/generated/protocol.ts";
import { haveWords, searchWords } from "../../shared/filter/searchWords.ts";
import { translateText } from "../../shared/text/names.ts";

/** The sections with entries. */
export type EntryKind = "assignees" | "milestones" | "labels";

/** A section of the page, with what matches the search. */
export type Section =
  | { kind: "settings"; name: SettingsSubject; title: string; icon: string; settings: Setting[] }
  | { kind: "entries"; name: EntryKind; title: string; icon: string; entries: SettingsEntry[] };

interface Heading {
  title: string;
  icon: string;
}

function groupHeading(name: SettingsSubject): Heading {
  switch (name) {
    case "project":
      return { title: t("Project"), icon: "home" };
    case "calendar":
      return { title: t("Calendar"), icon: "calendar" };
    case "limits":
      return { title: t("WIP limits"), icon: "dashboard" };
    case "rules":
      return { title: t("Rules"), icon: "law" };
    case "time":
      return { title: t("Time tracking"), icon: "watch" };
    case "agents":
      return { title: t("Agents"), icon: "robot" };
    case "memory":
      return { title: t("Memory"), icon: "lightbulb" };
    case "overview":
      return { title: t("All Projects"), icon: "list-flat" };
  }
}

function entriesHeading(name: EntryKind): Heading {
  switch (name) {
    case "assignees":
      return { title: t("People and agents"), icon: "organization" };
    case "milestones":
      return { title: t("Milestones"), icon: "milestone" };
    case "labels":
      return { title: t("Labels"), icon: "tag" };
  }
}

/** Returns the sections with a match. Without a search, all of them. */
export function sectionsOf(view: SettingsView, text: string): Section[] {
  const words = searchWords(text);
  const entries = (name: EntryKind): Section => {
    const heading = entriesHeading(name);
    const listed = view[name].filter((entry) => haveWords([heading.title, entry.name, ...entry.settings.flatMap(textsOf)], words));
    return { kind: "entries", name, ...heading, entries: listed };
  };
  const groups = view.groups.map(({ name, settings }): Section => {
    const heading = groupHeading(name);
    return { kind: "settings", name, ...heading, settings: settings.filter((setting) => haveWords([heading.title, ...textsOf(setting)], words)) };
  });
  const [project = [], ...others] = groups.map((group) => [group]);
  const all = [...project, ...(["assignees", "milestones", "labels"] as const).map(entries), ...others.flat()];
  // Without a search, an empty list has a button to add to it.
  return words.length === 0 ? all : all.filter((section) => countOf(section) > 0);
}

function textsOf({ key, title, text, value }: Setting): string[] {
  return [key.join("."), translateText(title), translateText(text), typeof value === "string" ? value : ""];
}

export function countOf(section: Section): number {
  return section.kind === "settings" ? section.settings.length : section.entries.length;
}
