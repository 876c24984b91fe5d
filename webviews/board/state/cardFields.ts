// The fields that cards show. Pure.
import { t } from "@vscode/l10n";
import { listOf, oneOf } from "../../contract/validate.ts";
import { fieldLabel } from "../../shared/text/names.ts";

/** In the order of a card. Timers, holders, dependencies and problems are always shown. */
export const cardFields = ["id", "parent", "labels", "dueDate", "milestone", "criteria", "subtasks", "priority", "assignee"] as const;
export type CardField = (typeof cardFields)[number];

/** With these, most cards have two or three lines. */
export const usualFields: readonly CardField[] = ["id", "dueDate", "priority", "assignee"];

/** Reads persisted fields; the usual ones if there are none. */
export function readCardFields(stored: unknown): readonly CardField[] {
  return Array.isArray(stored) ? listOf(stored, oneOf(cardFields)) : usualFields;
}

/** Returns the fields with one added or removed, in the order of a card. */
export function withToggledField(shown: readonly CardField[], field: CardField): CardField[] {
  return cardFields.filter((other) => shown.includes(other) !== (other === field));
}

export function cardFieldName(field: CardField): string {
  return field === "subtasks" ? t("Subtasks") : fieldLabel(field);
}
