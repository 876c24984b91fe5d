// A filter as a sentence.

import { l10n } from "vscode";
import type { Filter } from "../../../webviews/contract/generated/protocol.ts";
import { priorityName, statusName } from "../support/vocabulary.ts";

export function filterText(filter: Filter): string {
  const parts = [
    filter.text === undefined ? [] : [l10n.t("text “{0}”", filter.text)],
    filter.statuses?.map(statusName) ?? [],
    filter.priorities?.map(priorityName) ?? [],
    named(filter.assignees, l10n.t("Nobody")),
    named(filter.labels, l10n.t("No label")),
    named(filter.milestones, l10n.t("No milestone")),
  ];
  return parts
    .filter((part) => part.length > 0)
    .map((part) => part.join(", "))
    .join(" · ");
}

/** The empty text stands for "none". */
function named(values: string[] | undefined, none: string): string[] {
  return values?.map((value) => value || none) ?? [];
}
