// A task's two lists of links as one: plain links first, then typed ones. Pure.
import { t } from "@vscode/l10n";
import type { TaskLink, TaskPatch, TaskView } from "../../contract/generated/protocol.ts";

export interface Link {
  target: string;
  /** Null for a plain link, which consists of its target. */
  linkType: string | null;
  label?: string;
  /** What the task does with a requirement. */
  role?: string;
  baselineHash?: string;
}

/** Known types; any other text is kept. */
export const linkTypes = ["url", "doc", "file", "task"] as const;

export function linksOf(task: TaskView): Link[] {
  return [...task.links.map((target) => ({ target, linkType: null })), ...task.taskLinks];
}

/** Returns the patch for a changed list. */
export function linkPatch(before: readonly Link[], after: readonly Link[]): Pick<TaskPatch, "links" | "taskLinks"> {
  const [oldPlain, plain] = [plainLinks(before), plainLinks(after)];
  const [oldTyped, typed] = [typedLinks(before), typedLinks(after)];
  return {
    ...(oldPlain.join("\n") === plain.join("\n") ? {} : { links: { set: plain } }),
    ...(JSON.stringify(oldTyped) === JSON.stringify(typed) ? {} : { taskLinks: typed }),
  };
}

function plainLinks(links: readonly Link[]): string[] {
  return links.filter(({ linkType }) => linkType === null).map(({ target }) => target);
}

function typedLinks(links: readonly Link[]): TaskLink[] {
  return links.flatMap(({ linkType, ...link }) => (linkType === null ? [] : [{ ...link, linkType }]));
}

export function linkTypeName(linkType: string): string {
  switch (linkType) {
    case "url":
      return t("URL");
    case "doc":
      return t("Document");
    case "file":
      return t("File");
    case "task":
      return t("Task");
    case "requirement":
      return t("Requirement");
    default:
      return linkType;
  }
}

/** Returns a codicon's name. */
export function linkIcon({ linkType, target }: Link): string {
  switch (linkType) {
    case "url":
      return "globe";
    case "doc":
      return "book";
    case "file":
      return "file";
    case "task":
      return "tasklist";
    case "requirement":
      return "checklist";
    case null:
    default:
      return /^https?:/i.test(target) ? "globe" : "link";
  }
}
