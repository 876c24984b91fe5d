// What a person takes of a proposal: all without conflicts at first. Pure.
import type { ProposalChoice, ProposalRow, ProposalView, ProposedField, TaskPatch } from "../../contract/generated/protocol.ts";

/** What differs from the proposal. */
export interface Draft {
  /** The numbers of changes that are left out. */
  readonly without: ReadonlySet<number>;
  /** The fields in conflict that are accepted: the number of the change and the field, as "3.dueDate". */
  readonly named: ReadonlySet<string>;
  /** Values in place of proposed ones, by the number of the change. */
  readonly values: ReadonlyMap<number, TaskPatch>;
}

export const noDraft: Draft = { without: new Set(), named: new Set(), values: new Map() };

function keyOfField({ element }: ProposalRow, { field }: ProposedField): string {
  return `${element}.${field}`;
}

/** Returns whether a change is accepted, whole or in part. */
export function isTaken(row: ProposalRow, draft: Draft): boolean {
  const { kind, fields } = row;
  return isWanted(row, draft) && (kind === "create" || fields.length === 0 || fields.some((field) => isFieldTaken(row, field, draft)));
}

/** Returns whether a change is not left out, although all of its fields may be. */
function isWanted({ element, conflict }: ProposalRow, { without }: Draft): boolean {
  return !conflict && !without.has(element);
}

/** Returns whether a field in conflict is accepted: it was ticked, or has a value of the person. */
export function isFieldTaken(row: ProposalRow, field: ProposedField, draft: Draft): boolean {
  return isWanted(row, draft) && (!field.conflict || draft.named.has(keyOfField(row, field)) || Object.hasOwn(draft.values.get(row.element) ?? {}, field.field));
}

/** Returns a draft with or without a change or a field in conflict. A change with nothing but fields in conflict is accepted with them. */
export function withToggled(draft: Draft, row: ProposalRow, field?: ProposedField): Draft {
  if (field !== undefined) return { ...draft, named: toggled(draft.named, keyOfField(row, field)) };
  if (!isWanted(row, draft) || isTaken(row, draft)) return { ...draft, without: toggled(draft.without, row.element) };
  return { ...draft, named: new Set([...draft.named, ...row.fields.map((other) => keyOfField(row, other))]) };
}

function toggled<Value>(values: ReadonlySet<Value>, value: Value): ReadonlySet<Value> {
  const next = new Set(values);
  if (!next.delete(value)) next.add(value);
  return next;
}

/** Returns a draft with another value of a field; undefined for the proposed one. */
export function withValue(draft: Draft, { element }: ProposalRow, field: string, value: string | number | null | undefined): Draft {
  const patch: TaskPatch = { ...draft.values.get(element), [field]: value };
  if (value === undefined) Reflect.deleteProperty(patch, field);
  const values = new Map(draft.values);
  if (Object.keys(patch).length === 0) values.delete(element);
  else values.set(element, patch);
  return { ...draft, values };
}

/** Returns what is accepted; undefined for all that has no conflict. Changes that are not shown are accepted. */
export function choicesOf({ elements, total }: ProposalView, draft: Draft): ProposalChoice[] | undefined {
  const { without, named, values } = draft;
  if (without.size + named.size + values.size === 0) return undefined;
  const rest = Array.from({ length: total - elements.length }, (_, index) => ({ element: elements.length + index + 1 }));
  const choices = elements.filter((row) => isTaken(row, draft)).map((row): ProposalChoice => {
    const { element, fields } = row;
    const edited = values.get(element);
    const ticked = fields.filter((field) => field.conflict && named.has(keyOfField(row, field)));
    const plain = fields.filter((field) => !field.conflict);
    return {
      element,
      ...(ticked.length > 0 && { fields: [...plain, ...ticked].map(({ field }) => field) }),
      ...(edited !== undefined && { values: edited }),
    };
  });
  return [...choices, ...rest];
}
