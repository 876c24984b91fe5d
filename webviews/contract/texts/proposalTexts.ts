// What proposals of agents would do, in words. Extension and webviews pass in how values are formatted.
import type { CardProposal, ProposalRow, ProposedField } from "../generated/protocol.ts";
import { fieldValueText, type ValueFormats } from "./fieldValues.ts";
import { fieldName } from "./fields.ts";
import { actorName } from "./texts.ts";

/** Returns a value of a proposal, which is in plain words. */
export function proposedValue(field: string, value: string, formats: ValueFormats): string {
  if (value === "") return formats.t("none");
  const isHours = field.endsWith("Hours") && !Number.isNaN(Number(value));
  return fieldValueText(field, isHours ? Number(value) : value, formats);
}

/** Returns the name of a field of a proposal within a sentence. */
export function proposedFieldName(field: string, { t }: ValueFormats): string {
  return field === "subtasks" ? t("subtasks") : fieldName(field, t);
}

/** Returns what happens to a field: "priority: none → High", or "priority: High" for a new task. */
export function proposedFieldText(kind: ProposalRow["kind"], { field, now, proposed }: ProposedField, formats: ValueFormats): string {
  if (kind === "delete") return "";
  const name = proposedFieldName(field, formats);
  const to = proposedValue(field, proposed, formats);
  if (kind === "create") return formats.t("{field}: {value}", { field: name, value: to });
  return formats.t("{field}: {from} → {to}", { field: name, from: proposedValue(field, now, formats), to });
}

/** Returns who proposes what for a task, a line for each proposal: "Proposed by codex: priority: none → High". */
export function proposedText(proposed: readonly CardProposal[], formats: ValueFormats): string {
  const { t } = formats;
  const lines = proposed.map(({ author, element: { kind, fields } }) => {
    const whole = kind === "create" ? t("new task") : kind === "delete" ? t("delete the task") : "";
    const parts = [whole, ...fields.map((field) => proposedFieldText(kind, field, formats))];
    return t("Proposed by {actor}: {changes}", { actor: actorName(author, t), changes: parts.filter((part) => part !== "").join(" · ") });
  });
  return lines.join("\n");
}
