// Values that were typed while somebody else changed the same field. The user has to choose one.
// Pure.
import type { Actor } from "../contract/generated/protocol.ts";
import { isText, recordOf } from "../contract/validate.ts";

export interface Conflict {
  /** Key of the card or row. */
  key: string;
  field: string;
  /** The typed value. */
  mine: string;
  /** Who changed the field, if the log knows. */
  by?: Actor;
}

export function isConflict(value: unknown): value is Conflict {
  const { key, field, mine, by } = recordOf(value);
  const { kind, name } = recordOf(by);
  const isActor = (kind === "human" || kind === "agent") && isText(name);
  return isText(key) && isText(field) && isText(mine) && (by === undefined || isActor);
}

/** Adds a conflict; it replaces an older one of the same field. */
export function withConflict(conflicts: readonly Conflict[], conflict: Conflict): readonly Conflict[] {
  return [...withoutConflict(conflicts, conflict.key, conflict.field), conflict];
}

export function withoutConflict(conflicts: readonly Conflict[], key: string, field: string): readonly Conflict[] {
  return conflicts.filter((other) => other.key !== key || other.field !== field);
}
